// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.event.SpanFlags;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
    /** By track, the dropped calls whose outer calls have not ended; null for a track without. */
    private @Nullable DroppedCalls[] dropped = new DroppedCalls[16];

    private long calls;
    private long tooDeep;
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

    /** Dropped calls of one track, by their depth: their self times, and how many were too deep. */
    private static final class DroppedCalls {
        long[] nanos = new long[8];
        long[] deep = new long[8];

        void add(int depth, long addedNanos, long addedDeep) {
            if (depth >= nanos.length) {
                nanos = Arrays.copyOf(nanos, depth * 2);
                deep = Arrays.copyOf(deep, depth * 2);
            }
            nanos[depth] += addedNanos;
            deep[depth] += addedDeep;
        }

        long takeNanos(int depth) {
            long taken = depth < nanos.length ? nanos[depth] : 0;
            if (taken != 0) {
                nanos[depth] = 0;
            }
            return taken;
        }

        long takeDeep(int depth) {
            long taken = depth < deep.length ? deep[depth] : 0;
            if (taken != 0) {
                deep[depth] = 0;
            }
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
        if (depth >= maxDepth) {
            dropped(track).add(maxDepth, selfNanos, 1);
        } else if (nanos < minNanos && (flags & SpanFlags.OF_CALLBACK) == 0) {
            drop(track, depth, selfNanos);
        } else {
            calls++;
            DroppedCalls within = track < dropped.length ? dropped[track] : null;
            long withinNanos = 0;
            if (within != null) {
                withinNanos = within.takeNanos(depth + 1);
                long deep = within.takeDeep(depth + 1);
                if (deep > 0) {
                    within.add(depth, 0, deep);
                }
            }
            forest.end(track, depth, frame, false, nanos, selfNanos + withinNanos);
        }
    }

    private void drop(int track, int depth, long selfNanos) {
        DroppedCalls within = dropped(track);
        PathNode deeper = new PathNode();
        forest.drop(track, depth + 1, deeper);
        calls -= deeper.calls;
        tooShort += 1 + deeper.calls + within.takeDeep(depth + 1);
        within.add(depth, selfNanos + deeper.selfNanos + within.takeNanos(depth + 1), 0);
    }

    private DroppedCalls dropped(int track) {
        if (track >= dropped.length) {
            dropped = Arrays.copyOf(dropped, Math.max(track + 1, dropped.length * 2));
        }
        DroppedCalls found = dropped[track];
        if (found == null) {
            found = new DroppedCalls();
            dropped[track] = found;
        }
        return found;
    }

    /** Ends the trees, after the last call. */
    public void finish() {
        for (DroppedCalls within : dropped) {
            if (within != null) {
                tooDeep += Arrays.stream(within.deep).sum();
            }
        }
    }

    /** Returns the tracks that have calls, in their order, with those whose calls were all dropped. */
    public IntStream tracks() {
        return tracks.stream();
    }

    /**
     * Passes the stacks of a track to a consumer, each before the stacks within it, in the order of their first use.
     */
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

    /** Returns the number of calls that are on the stacks. */
    public long calls() {
        return calls;
    }

    /** Returns the number of calls dropped because of their depth; known after {@link #finish}. */
    public long tooDeep() {
        return tooDeep;
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
