// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.LongIntTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The open spans of one track, innermost last. A stack in one array of primitives, which allocates nothing once it has grown
 * to the track's depth. Levels count from 0, the outermost.
 */
public sealed class OpenSpans permits TrackSpans {
    /* A level is a row of eight longs, a cache line. The first three columns are used here, the others by TrackSpans. */
    static final int ROW = 8;
    static final int FIRST_FREE_COLUMN = 3;
    static final int NAME_AND_FLAGS = 0;
    static final int START = 1;
    static final int CHILDREN = 2;
    // From this depth on, searching the stack for a name that is not open would cost more than counting all names.
    private static final int DEEP = 1024;

    // One level, because a million ids have a track each and most of them are shallow.
    long[] rows = new long[ROW];
    private int depth;
    /** Number of open spans by name, while the track is deep. */
    private @Nullable LongIntTable deepNames;

    /** Creates an empty stack. */
    public OpenSpans() {}

    /** Opens a span inside the innermost one. */
    public void push(int nameIndex, long startNanos, int flags) {
        int level = depth;
        int row = level * ROW;
        if (row == rows.length) {
            rows = Arrays.copyOf(rows, row * 2);
        }
        long[] rows = this.rows;
        rows[row + NAME_AND_FLAGS] = ((long) flags << 32) | nameIndex;
        rows[row + START] = startNanos;
        rows[row + CHILDREN] = 0;
        depth = level + 1;
        // Counting ends only below half the depth at which it begins, so spans in between are counted too.
        if (level >= DEEP || deepNames != null) {
            countDeep(nameIndex);
        }
    }

    /**
     * Closes the innermost span and charges its duration to the one around it.
     *
     * @return the self time of the span in nanoseconds, at least 0
     */
    public long close(long endNanos) {
        long[] rows = this.rows;
        int level = --depth;
        int row = level * ROW;
        long duration = endNanos - rows[row + START];
        if (level > 0) {
            rows[row - ROW + CHILDREN] += duration;
        }
        if (deepNames != null) {
            uncountDeep(deepNames, nameIndex(level));
        }
        return Math.max(0, duration - rows[row + CHILDREN]);
    }

    /** Returns the level of the innermost open span of a name, or -1. */
    public int nearest(int nameIndex) {
        int level = depth - 1;
        if (deepNames != null && deepNames.get(nameIndex) <= 0) {
            return -1;
        }
        while (level >= 0 && nameIndex(level) != nameIndex) {
            level--;
        }
        return level;
    }

    /** Returns the number of open spans. */
    public int depth() {
        return depth;
    }

    /** Sets the number of open spans, which a caller has pushed or closed in {@link #rows}. */
    void depth(int spans) {
        depth = spans;
    }

    /** Returns the depth up to which spans can be pushed and closed in {@link #rows} without further ado; 0 if they cannot be. */
    int plainDepth() {
        return deepNames == null ? Math.min(DEEP, rows.length / ROW) : 0;
    }

    public int nameIndex(int level) {
        return (int) rows[level * ROW + NAME_AND_FLAGS];
    }

    public long startNanos(int level) {
        return rows[level * ROW + START];
    }

    public int flags(int level) {
        return (int) (rows[level * ROW + NAME_AND_FLAGS] >> 32);
    }

    private void countDeep(int nameIndex) {
        LongIntTable names = deepNames;
        if (names == null) {
            names = new LongIntTable(DEEP);
            deepNames = names;
            for (int level = 0; level < depth - 1; level++) {
                addDeep(names, nameIndex(level));
            }
        }
        addDeep(names, nameIndex);
    }

    private static void addDeep(LongIntTable names, int nameIndex) {
        names.put(nameIndex, Math.max(0, names.get(nameIndex)) + 1);
    }

    private void uncountDeep(LongIntTable names, int nameIndex) {
        names.put(nameIndex, names.get(nameIndex) - 1);
        if (depth < DEEP / 2) {
            deepNames = null;
        }
    }
}
