// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import java.util.List;

/**
 * The calls of each thread as a tree, in the order in which they began. A call is a node number; there is no object per
 * call. Immutable.
 */
public final class CallTrees {
    /** Stands where there is no call. */
    public static final int NONE = -1;

    /** No thread. */
    public static final CallTrees EMPTY = new CallTrees(new StringTable(), new CallColumns(), List.of());

    private final StringTable names;
    private final CallColumns calls;
    private final List<ThreadCalls> threads;

    CallTrees(StringTable names, CallColumns calls, List<ThreadCalls> threads) {
        this.names = names;
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
     */
    public record ThreadCalls(int track, long pid, long tid, String name, int firstRoot, int calls, int maxDepth) {}

    /** The threads with at least one call, in the order of their tracks. */
    public List<ThreadCalls> threads() {
        return threads;
    }

    /** The first call made by a call, or {@link #NONE}. */
    public int firstChild(int call) {
        return calls.firstChild(call);
    }

    /** The next call made by the same call, or {@link #NONE}. */
    public int nextSibling(int call) {
        return calls.nextSibling(call);
    }

    /** The name of the function called. */
    public String name(int call) {
        return names.get(calls.nameIndex(call));
    }

    /** Index of the name of the function called, in {@link #names}. */
    public int nameIndex(int call) {
        return calls.nameIndex(call);
    }

    /** The names by their indexes. */
    public StringTable names() {
        return names;
    }

    /** The {@link SpanFlags} of a call. */
    public int flags(int call) {
        return calls.flags(call);
    }

    public long startNanos(int call) {
        return calls.startNanos(call);
    }

    public long endNanos(int call) {
        return calls.endNanos(call);
    }

    /** Nanoseconds outside of the calls made by a call. */
    public long selfNanos(int call) {
        return calls.selfNanos(call);
    }

    /** Level of a call on its thread, 0 for one that no other call made. */
    public int depth(int call) {
        return calls.depth(call);
    }

    /** Whether a call was left by an exception. */
    public boolean threw(int call) {
        return (calls.flags(call) & SpanFlags.THREW) != 0;
    }

    /** Whether not both ends of a call are known. */
    public boolean unfinished(int call) {
        return (calls.flags(call) & SpanFlags.UNFINISHED) != 0;
    }
}
