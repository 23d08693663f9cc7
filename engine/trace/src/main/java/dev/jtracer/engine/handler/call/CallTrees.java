// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.pairing.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of each thread as a tree, in the order in which they ended, which is that in which they began unless they
 * overlap. A call is a node number, not an object. Immutable, and safe for use by several threads.
 */
public final class CallTrees {
    /** The number for no call. */
    public static final int NONE = CallColumns.NONE;

    private final StringTable names;
    private final StringTable symbols;
    private final CallColumns calls;
    private final List<ThreadCalls> threads;

    CallTrees(StringTable names, StringTable symbols, CallColumns calls, List<ThreadCalls> threads) {
        this.names = names;
        this.symbols = symbols;
        this.calls = calls;
        this.threads = List.copyOf(threads);
    }

    /**
     * The calls of one track.
     *
     * @param track index of the track
     * @param name name of the thread or other name of the track; empty if it has none
     * @param firstRoot the first call that no other call made
     * @param kind the purpose of the thread
     */
    public record ThreadCalls(int track, long pid, long tid, String name, int firstRoot, int calls, ThreadKind kind) {
        /** Describes the calls of a track, with the name that the trace gives its thread. */
        public ThreadCalls(Track track, Meta meta, int firstRoot, int calls) {
            this(
                    track.index(),
                    track.pid(),
                    track.tid(),
                    meta.threadName(track),
                    firstRoot,
                    calls,
                    ThreadKind.of(track.kind(), meta.threadName(track)));
        }
    }

    /** Returns the threads with at least one call or mark, in the order of their tracks. */
    public List<ThreadCalls> threads() {
        return threads;
    }

    /** Returns the number of nodes: calls and marks of all threads. Nodes are numbered from 0. */
    public int size() {
        return calls.count();
    }

    /** Returns the number of calls dropped because they were more than a million levels deep. */
    public long dropped() {
        return calls.dropped();
    }

    /** Returns the call that made a call, or {@link #NONE}. */
    public int parent(int call) {
        return calls.page(call).tracksOrParents[CallColumns.slot(call)];
    }

    /** Returns the first call made by a call, or {@link #NONE}. */
    public int firstChild(int call) {
        return calls.page(call).firstChild(CallColumns.slot(call));
    }

    /** Returns the next call made by the same call, or {@link #NONE}. */
    public int nextSibling(int call) {
        return calls.page(call).nextSibling(CallColumns.slot(call));
    }

    /** Returns the name of the function called. */
    public String name(int call) {
        return names.get(nameIndex(call));
    }

    /** Returns the index of {@link #name} in {@link #names}; a name may have several. */
    public int nameIndex(int call) {
        return calls.page(call).nameIndexes[CallColumns.slot(call)];
    }

    /** Returns the names by their indexes. */
    public StringTable names() {
        return names;
    }

    /** Returns the categories of a {@link #categoryIndex}, separated by commas; empty if there are none. */
    public String categoryName(int categoryIndex) {
        return symbols.get(categoryIndex);
    }

    /** Returns the index of the categories of the call's begin, see {@link #categoryName}. */
    public int categoryIndex(int call) {
        return calls.page(call).categoryIndexes[CallColumns.slot(call)];
    }

    public long startNanos(int call) {
        return calls.page(call).startNanos[CallColumns.slot(call)];
    }

    /** Returns the time of its end, not before {@link #startNanos}. */
    public long endNanos(int call) {
        return calls.page(call).endNanos[CallColumns.slot(call)];
    }

    /** Returns its duration, inner calls included; at least 0. */
    public long durNanos(int call) {
        return endNanos(call) - startNanos(call);
    }

    /** Returns the self time of a call. Takes time proportional to the number of its children. */
    public long selfNanos(int call) {
        int parent = parent(call);
        long end = endNanos(call);
        // A call that ends after its parent counts up to the parent's end.
        long endWithin = parent == NONE ? end : Math.min(end, endNanos(parent));
        long self = endWithin - startNanos(call);
        for (int child = firstChild(call); child != NONE; child = nextSibling(child)) {
            self -= Math.min(endNanos(child), end) - startNanos(child);
        }
        return Math.max(0, self);
    }

    /** Returns the level of a call on its thread, 0 for a root. */
    public int depth(int call) {
        return calls.page(call).depth(CallColumns.slot(call));
    }

    /** Returns the {@link SpanFlags} of a call. */
    public int flags(int call) {
        return calls.page(call).flags(CallColumns.slot(call));
    }

    /** Returns whether a call ended by an exception. */
    public boolean threw(int call) {
        return (flags(call) & SpanFlags.THREW) != 0;
    }

    /** Returns whether the begin or the end of a call is not known. */
    public boolean unfinished(int call) {
        return (flags(call) & SpanFlags.UNFINISHED) != 0;
    }

    /** Returns the index of a call's begin among the events of the trace; {@link Span#NO_EVENT} if there is none. */
    public long beginIndex(int call) {
        return calls.page(call).beginIndex(CallColumns.slot(call));
    }

    /**
     * Returns the arguments of a call: those of its begin, overridden by those of its end. The members of the object
     * {@code params} are merged in the same way; both are catapult's rules. Empty unless the pairing keeps details.
     */
    public Args args(int call) {
        TraceEvent begin = calls.page(call).begin(CallColumns.slot(call));
        TraceEvent end = calls.page(call).end(CallColumns.slot(call));
        if (begin == null || end == null) {
            TraceEvent only = begin == null ? end : begin;
            return only == null ? Args.EMPTY : only.args();
        }
        return merge(begin.args(), end.args());
    }

    private static Args merge(Args begin, Args end) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>(begin.asMap());
        members.putAll(end.asMap());
        Args params = begin.object("params");
        if (!params.isEmpty() && !end.object("params").isEmpty()) {
            Map<String, @Nullable Object> both = new LinkedHashMap<>(params.asMap());
            both.putAll(end.object("params").asMap());
            members.put("params", both);
        }
        return Args.of(members);
    }
}
