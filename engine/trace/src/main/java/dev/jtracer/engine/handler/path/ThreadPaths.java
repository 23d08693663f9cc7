// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanFlags;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * Self times by stack, a tree for each track, added up from calls that arrive when they end. Memory depends on the
 * number of different stacks, which is limited.
 *
 * <p>Calls beyond the limits of depth and duration are dropped together with the calls within them; their time counts
 * for the calls around them.
 */
public final class ThreadPaths {
    /** The frame of calls that are added up because there are too many different stacks. */
    public static final int OTHER = PathForest.OTHER;

    private final PathForest forest;
    private final int maxDepth;
    private final long minNanos;
    private final BitSet tracks = new BitSet();
    /** By track, the sums that wait for outer calls; null for a track without calls. */
    private final ByIndex<Sums> waiting = new ByIndex<>(track -> new Sums());

    /** By kind, the sums of all tracks; known after {@link #finish}. */
    private final long[] totals = new long[Sums.KINDS];

    private long tooShort;

    /** A consumer of stacks. */
    @FunctionalInterface
    public interface PathConsumer {
        /**
         * Takes a stack: the frames of the previous stacks down to {@code depth}, then {@code frame}.
         *
         * @param depth number of the frames around this one
         * @param frame frame, or {@link #OTHER}
         * @param selfNanos sum of the self times of all calls on this stack
         */
        void path(int depth, int frame, long selfNanos) throws IOException;
    }

    /**
     * Sums of one track by the depth of the calls in them. A call that ends takes those below it, because it decides
     * whether the calls within it are dropped with it.
     */
    private static final class Sums {
        static final int DROPPED_NANOS = 0;
        static final int TOO_DEEP = 1;
        static final int CALLS = 2;
        static final int PASSES = 3;
        static final int RUNS = 4;
        private static final int KINDS = 5;

        private long[] sums = new long[2 * KINDS];

        void add(int depth, int kind, long added) {
            int index = depth * KINDS + kind;
            if (index >= sums.length) {
                sums = Arrays.copyOf(sums, index * 2);
            }
            sums[index] += added;
        }

        long take(int depth, int kind) {
            int index = depth * KINDS + kind;
            if (index >= sums.length) {
                return 0;
            }
            long taken = sums[index];
            sums[index] = 0;
            return taken;
        }
    }

    /**
     * Creates trees without calls.
     *
     * @param mostPaths limit of different stacks; about 150 bytes each
     * @param maxDepth most calls of a stack
     * @param minNanos calls shorter than this are dropped, except passes and runs of callbacks
     */
    public ThreadPaths(int mostPaths, int maxDepth, long minNanos) {
        this.forest = new PathForest(mostPaths);
        this.maxDepth = maxDepth;
        this.minNanos = minNanos;
    }

    /**
     * Takes a call that ends, after the calls within it.
     *
     * @param depth level of the call, 0 for the outermost
     * @param flags {@link SpanFlags} of the call
     * @param nanos duration
     * @param selfNanos duration outside of the calls within it
     */
    public void end(int track, int depth, int frame, int flags, long nanos, long selfNanos) {
        tracks.set(track);
        Sums sums = waiting.made(track);
        if (depth >= maxDepth) {
            sums.add(maxDepth, Sums.DROPPED_NANOS, selfNanos);
            sums.add(maxDepth, Sums.TOO_DEEP, 1);
        } else if (nanos < minNanos && (flags & SpanFlags.OF_CALLBACK) == 0) {
            drop(track, sums, depth, selfNanos);
        } else {
            sums.add(depth, kind(flags), 1);
            for (int kind = Sums.TOO_DEEP; kind < Sums.KINDS; kind++) {
                sums.add(depth, kind, sums.take(depth + 1, kind));
            }
            forest.end(track, depth, frame, false, nanos, selfNanos + sums.take(depth + 1, Sums.DROPPED_NANOS));
        }
    }

    private static int kind(int flags) {
        return (flags & SpanFlags.PASS) != 0 ? Sums.PASSES : (flags & SpanFlags.CALLBACK) != 0 ? Sums.RUNS : Sums.CALLS;
    }

    private void drop(int track, Sums sums, int depth, long selfNanos) {
        PathNode deeper = new PathNode();
        forest.drop(track, depth + 1, deeper);
        tooShort++;
        for (int kind = Sums.TOO_DEEP; kind < Sums.KINDS; kind++) {
            tooShort += sums.take(depth + 1, kind);
        }
        long nanos = selfNanos + deeper.selfNanos + sums.take(depth + 1, Sums.DROPPED_NANOS);
        sums.add(depth, Sums.DROPPED_NANOS, nanos);
    }

    /** Ends the trees, after the last call. */
    public void finish() {
        for (Sums sums : waiting.values()) {
            for (int index = 0; index < sums.sums.length; index++) {
                totals[index % Sums.KINDS] += sums.sums[index];
            }
        }
    }

    /** Returns the tracks that have calls, in their order, with those whose calls were all dropped. */
    public IntStream tracks() {
        return tracks.stream();
    }

    /** Passes the stacks of a track to a consumer, each before those within it, in the order of their first use. */
    public void forEach(int track, PathConsumer consumer) throws IOException {
        Deque<PathNodes> levels = new ArrayDeque<>();
        int[] next = new int[16];
        levels.push(forest.ended(track));
        while (!levels.isEmpty()) {
            int depth = levels.size() - 1;
            PathNodes level = levels.element();
            if (next[depth] == level.size()) {
                levels.pop();
                continue;
            }
            PathNode node = level.get(next[depth]++);
            consumer.path(depth, node.nameIndex, node.selfNanos);
            if (node.children != null) {
                levels.push(node.children);
                next = depth + 1 < next.length ? next : Arrays.copyOf(next, next.length * 2);
                next[depth + 1] = 0;
            }
        }
    }

    /** Returns the number of calls of methods on the stacks; like the others, known after {@link #finish}. */
    public long calls() {
        return totals[Sums.CALLS];
    }

    /** Returns the number of passes of callbacks on the stacks. */
    public long passes() {
        return totals[Sums.PASSES];
    }

    /** Returns the number of runs of callbacks on the stacks. */
    public long runs() {
        return totals[Sums.RUNS];
    }

    /** Returns the number of calls dropped because of their depth. */
    public long tooDeep() {
        return totals[Sums.TOO_DEEP];
    }

    /** Returns the number of calls that were dropped because they, or calls around them, were too short. */
    public long tooShort() {
        return tooShort;
    }

    /** Returns the number of calls that are added up under {@link #OTHER}. */
    public long otherCalls() {
        return forest.dropped();
    }
}
