// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of each thread as a tree, in the order in which they ended, which is that in which they began unless they
 * overlap. A call is a node number; there is no object per call. {@link CallTreeWalk} goes through them, {@link TreeTotals}
 * adds them up.
 *
 * <p>If the handler keeps marks (see {@link ThreadsHandler.Keep}), they are nodes too; {@link #isMark} separates them from
 * calls. Immutable, and safe for use by several threads.
 */
public final class CallTrees {
    /** Stands where there is no call. */
    public static final int NONE = CallColumns.NONE;

    /** No thread. */
    public static final CallTrees EMPTY = new CallTrees(
            new StringTable(),
            new StringTable(),
            new TrackTable(),
            new CallColumns(new TrackTable(), false),
            List.of());

    private final StringTable names;
    private final StringTable symbols;
    private final TrackTable tracks;
    private final CallColumns calls;
    private final List<ThreadCalls> threads;
    /** Built at the first lookup; two threads may both build it, with the same result. */
    private volatile @Nullable LongIntTable byEvent;

    CallTrees(StringTable names, StringTable symbols, TrackTable tracks, CallColumns calls, List<ThreadCalls> threads) {
        this.names = names;
        this.symbols = symbols;
        this.tracks = tracks;
        this.calls = calls;
        this.threads = List.copyOf(threads);
    }

    /**
     * The calls of one track.
     *
     * @param track index of the track
     * @param name name of the thread, or what else names the track; empty when nothing does
     * @param firstRoot the first call that no other call made
     * @param calls number of calls
     * @param maxDepth most calls that were open at once
     * @param kind what the thread is there for
     */
    public record ThreadCalls(
            int track, long pid, long tid, String name, int firstRoot, int calls, int maxDepth, ThreadKind kind) {}

    /** Returns the threads with at least one call or mark, in the order of their tracks. */
    public List<ThreadCalls> threads() {
        return threads;
    }

    /** Returns the number of nodes: calls and marks of all threads. Their numbers go from 0 to one less. */
    public int size() {
        return calls.count();
    }

    /** Calls that are missing because they were more than a million levels deep. */
    public long leftOut() {
        return calls.leftOut();
    }

    /** Returns the call that made a call, or {@link #NONE}. */
    public int parent(int call) {
        return calls.parent(call);
    }

    /** Returns the first call made by a call, or {@link #NONE}. */
    public int firstChild(int call) {
        return calls.firstChild(call);
    }

    /** Returns the next call made by the same call, or {@link #NONE}. */
    public int nextSibling(int call) {
        return calls.nextSibling(call);
    }

    /** Index of the track of a call. Takes as many steps as the call is deep. */
    public int track(int call) {
        return calls.track(call);
    }

    /** Returns the name of the function called. */
    public String name(int call) {
        return names.get(calls.nameIndex(call));
    }

    /** Index of {@link #name} in {@link #names}; a name may have several. */
    public int nameIndex(int call) {
        return calls.nameIndex(call);
    }

    /** Returns the names by their indexes. */
    public StringTable names() {
        return names;
    }

    /** Returns the categories of the call's begin, separated by commas; empty when there are none. */
    public String category(int call) {
        return symbols.get(calls.categoryIndex(call));
    }

    /** Index of {@link #category}. */
    public int categoryIndex(int call) {
        return calls.categoryIndex(call);
    }

    public long startNanos(int call) {
        return calls.startNanos(call);
    }

    /** When it ended, not before {@link #startNanos}. */
    public long endNanos(int call) {
        return calls.endNanos(call);
    }

    /** Returns its duration, with all the calls that it made; at least 0. */
    public long durNanos(int call) {
        return calls.endNanos(call) - calls.startNanos(call);
    }

    /** Nanoseconds outside of the calls made by a call. Takes as many steps as it made calls. */
    public long selfNanos(int call) {
        int parent = calls.parent(call);
        long end = calls.endNanos(call);
        // What reaches beyond the call around it belongs there only as far as that goes.
        long endWithin = parent == NONE ? end : Math.min(end, calls.endNanos(parent));
        long self = endWithin - calls.startNanos(call);
        for (int child = firstChild(call); child != NONE; child = nextSibling(child)) {
            if (!isMark(child)) {
                self -= Math.min(calls.endNanos(child), end) - calls.startNanos(child);
            }
        }
        return Math.max(0, self);
    }

    /** Returns how long the thread was running, by its own clock; {@link TraceEvent#NO_TIME} when not known. */
    public long threadDurNanos(int call) {
        return calls.threadDurNanos(call);
    }

    /** Level of a call on its thread, 0 for one that no other call made. */
    public int depth(int call) {
        return calls.depth(call);
    }

    /** Returns the {@link SpanFlags} of a call. */
    public int flags(int call) {
        return calls.flags(call);
    }

    /** Returns what the node denotes. */
    public Span.Kind kind(int call) {
        return calls.kind(call);
    }

    /** Whether the node is no call but marks a point of time, or an end whose begin is not known. */
    public boolean isMark(int call) {
        return calls.isMark(call);
    }

    /** Whether a call was left by an exception. */
    public boolean threw(int call) {
        return (calls.flags(call) & SpanFlags.THREW) != 0;
    }

    /** Whether not both ends of a call are known. */
    public boolean unfinished(int call) {
        return (calls.flags(call) & SpanFlags.UNFINISHED) != 0;
    }

    /** Returns the thread on which a call began. */
    public long beginTid(int call) {
        long tid = calls.beginTid(call);
        return tid == Span.NO_THREAD ? tracks.get(calls.track(call)).tid() : tid;
    }

    /** Returns the thread on which a call ended: another one than {@link #beginTid} for async calls; the same when not known. */
    public long endTid(int call) {
        long tid = calls.endTid(call);
        return tid == Span.NO_THREAD ? beginTid(call) : tid;
    }

    /** Place of the event that began a call among the events of the trace; {@link Span#NO_EVENT} when there is none. */
    public long beginIndex(int call) {
        return calls.beginIndex(call);
    }

    /** Place of the event that ended a call; of a complete event the same as {@link #beginIndex}. */
    public long endIndex(int call) {
        return calls.endIndex(call);
    }

    /** Returns the call that an event began or ended, by the event's place in the trace; {@link #NONE} when there is none. */
    public int callOfEvent(long eventIndex) {
        LongIntTable index = byEvent;
        if (index == null) {
            index = calls.byEvent();
            byEvent = index;
        }
        return index.get(eventIndex);
    }

    /** Returns a copy of the event that began a call; null unless details are kept and it has some. */
    public @Nullable TraceEvent beginEvent(int call) {
        return calls.begin(call);
    }

    /** Returns a copy of the event that ended a call, as {@link #beginEvent}; of a complete event null. */
    public @Nullable TraceEvent endEvent(int call) {
        return calls.end(call);
    }

    /**
     * Returns the arguments of a call: those of its begin, and over them those of its end. Of {@code params}, which is an object, the
     * members are put together in the same way; both is catapult's rule. Empty unless details are kept.
     */
    public Args args(int call) {
        TraceEvent begin = calls.begin(call);
        TraceEvent end = calls.end(call);
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
