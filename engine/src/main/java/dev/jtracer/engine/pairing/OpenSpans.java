// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.Arrays;

/**
 * The spans of one track that have begun and not ended, innermost last. A stack in primitive columns: nothing is
 * allocated once it has grown to the track's depth. Levels count from 0, the outermost.
 */
public final class OpenSpans {
    // Small, because a million virtual threads have a track each and most of them are shallow.
    private static final int INITIAL_CAPACITY = 4;

    private int[] nameIndexes = new int[INITIAL_CAPACITY];
    private int[] flags = new int[INITIAL_CAPACITY];
    private long[] startNanos = new long[INITIAL_CAPACITY];
    private long[] childNanos = new long[INITIAL_CAPACITY];
    private int depth;

    /** An empty stack. */
    public OpenSpans() {}

    /** Opens a span inside the innermost one. */
    public void push(int nameIndex, long startNanos, int flags) {
        int level = depth;
        if (level == nameIndexes.length) {
            grow();
        }
        nameIndexes[level] = nameIndex;
        this.flags[level] = flags;
        this.startNanos[level] = startNanos;
        childNanos[level] = 0;
        depth = level + 1;
    }

    /**
     * Closes the innermost span and charges its duration to the one around it.
     *
     * @return the nanoseconds that the span spent outside of the spans within it, at least 0
     */
    public long close(long endNanos) {
        int level = --depth;
        long duration = endNanos - startNanos[level];
        if (level > 0) {
            childNanos[level - 1] += duration;
        }
        return Math.max(0, duration - childNanos[level]);
    }

    /** The level of the innermost open span of a name, or -1. */
    public int nearest(int nameIndex) {
        int level = depth - 1;
        while (level >= 0 && nameIndexes[level] != nameIndex) {
            level--;
        }
        return level;
    }

    /** How many spans are open. */
    public int depth() {
        return depth;
    }

    public int nameIndex(int level) {
        return nameIndexes[level];
    }

    public long startNanos(int level) {
        return startNanos[level];
    }

    public int flags(int level) {
        return flags[level];
    }

    private void grow() {
        int capacity = depth * 2;
        nameIndexes = Arrays.copyOf(nameIndexes, capacity);
        flags = Arrays.copyOf(flags, capacity);
        startNanos = Arrays.copyOf(startNanos, capacity);
        childNanos = Arrays.copyOf(childNanos, capacity);
    }
}
