// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The open spans of one track, innermost last. A stack in arrays of primitives, which allocates nothing once it has
 * grown to the track's depth, unless that is uncommon. Levels count from 0, the outermost.
 */
public sealed class OpenSpans permits TrackSpans {
    /* A level is a row of eight longs, a cache line. The first four columns are used here, others by TrackSpans. */
    static final int ROW = 8;
    static final int FIRST_FREE_COLUMN = 4;
    static final int NAME_AND_FLAGS = 0;
    static final int START = 1;
    static final int CHILDREN = 2;
    /* The outermost span of each name is in a list of those whose names have the same hash. The upper half of this
     * column is the next one of the list, or 0; negative for a span inside another of its name, which is in no list.
     * A span is identified by the end of its row. The lower half is TrackSpans'. */
    static final int LINK = 3;
    private static final long NESTED = -1L << Integer.SIZE;

    /* From this depth on, the levels are in blocks, with the columns that are needed and no others: a recursion of a
     * million levels is traced on the heap of its application. */
    private static final int DEEP = 1024;

    // One level, because a million ids have a track each and most of them are shallow.
    long[] rows = new long[ROW];
    /** The first link of each list. Four lists a level, up to a depth, so that a list hardly has a second span. */
    int[] heads = new int[4];

    private final List<long[]> deepRows = new ArrayList<>(0);
    private final int deepColumns;
    private int depth;

    public OpenSpans() {
        this(FIRST_FREE_COLUMN);
    }

    /** @param columns number of the first columns that are used */
    OpenSpans(int columns) {
        deepColumns = columns;
    }

    /** Opens a span inside the innermost one. */
    public void push(int nameIndex, long startNanos, int flags) {
        int level = depth;
        makeRoom(level);
        long[] rows = rows(level);
        int row = row(level);
        rows[row + NAME_AND_FLAGS] = ((long) flags << 32) | nameIndex;
        rows[row + START] = startNanos;
        rows[row + CHILDREN] = 0;
        if (level < DEEP) {
            link(rows, heads, row, nameIndex);
        } else {
            linkDeep(rows, row, nameIndex);
        }
        depth = level + 1;
    }

    private void makeRoom(int level) {
        if (level < DEEP) {
            if (level * ROW == rows.length) {
                grow();
            }
        } else if (level / DEEP > deepRows.size()) {
            deepRows.add(new long[DEEP * deepColumns]);
        }
    }

    private void grow() {
        rows = Arrays.copyOf(rows, rows.length * 2);
        heads = new int[heads.length * 2];
        for (int row = 0, end = depth * ROW; row < end; row += ROW) {
            int free = (int) rows[row + LINK];
            link(rows, heads, row, (int) rows[row + NAME_AND_FLAGS]);
            rows[row + LINK] |= free;
        }
    }

    /** Returns the array that has a level's row. */
    long[] rows(int level) {
        return level < DEEP ? rows : deepRows.get(level / DEEP - 1);
    }

    /** Returns where in {@link #rows(int)} a level's row begins. */
    int row(int level) {
        return level < DEEP ? level * ROW : level % DEEP * deepColumns;
    }

    /** Links the row of a span that begins, all levels being in {@link #rows}. */
    static void link(long[] rows, int[] heads, int row, int nameIndex) {
        int hash = nameIndex & heads.length - 1;
        int first = heads[hash];
        int link = first;
        while (link != 0 && (int) rows[link - ROW + NAME_AND_FLAGS] != nameIndex) {
            link = (int) (rows[link - ROW + LINK] >> Integer.SIZE);
        }
        if (link != 0) {
            rows[row + LINK] = NESTED;
        } else {
            heads[hash] = row + ROW;
            rows[row + LINK] = (long) first << Integer.SIZE;
        }
    }

    private void linkDeep(long[] rows, int row, int nameIndex) {
        int hash = nameIndex & heads.length - 1;
        if (outermost(nameIndex) >= 0) {
            rows[row + LINK] = NESTED;
        } else {
            rows[row + LINK] = (long) heads[hash] << Integer.SIZE;
            heads[hash] = (depth + 1) * ROW;
        }
    }

    /** Unlinks the row of the innermost span, which ends. Returns whether a span of its name is around it. */
    static boolean unlink(long[] rows, int[] heads, int row, int nameIndex) {
        long link = rows[row + LINK];
        if (link < 0) {
            return true;
        }
        heads[nameIndex & heads.length - 1] = (int) (link >> Integer.SIZE);
        return false;
    }

    /** Returns the level of the outermost open span of a name, or -1. */
    private int outermost(int nameIndex) {
        int link = heads[nameIndex & heads.length - 1];
        while (link != 0) {
            int level = link / ROW - 1;
            if (nameIndex(level) == nameIndex) {
                return level;
            }
            link = (int) (rows(level)[row(level) + LINK] >> Integer.SIZE);
        }
        return -1;
    }

    /**
     * Closes the innermost span and charges its duration to the one around it.
     *
     * @return the self time of the span in nanoseconds, at least 0
     */
    public long close(long endNanos) {
        int level = --depth;
        long[] rows = rows(level);
        int row = row(level);
        long duration = endNanos - rows[row + START];
        if (level > 0) {
            rows(level - 1)[row(level - 1) + CHILDREN] += duration;
        }
        unlink(rows, heads, row, (int) rows[row + NAME_AND_FLAGS]);
        if (level >= DEEP && level % DEEP == 0) {
            // The block itself stays, because the depth may go up and down here.
            deepRows.subList(level / DEEP, deepRows.size()).clear();
        }
        return Math.max(0, duration - rows[row + CHILDREN]);
    }

    /** Charges the time of spans that were never pushed to the innermost one. */
    void charge(long nanos) {
        rows(depth - 1)[row(depth - 1) + CHILDREN] += nanos;
    }

    /** Removes the innermost span without closing it. Returns what is charged to it. */
    long drop() {
        long charged = rows(depth - 1)[row(depth - 1) + CHILDREN];
        close(startNanos(depth - 1));
        return charged;
    }

    /** Returns whether a span of the same name is open around the innermost one. */
    boolean isNested() {
        return rows(depth - 1)[row(depth - 1) + LINK] < 0;
    }

    /** Returns the level of the innermost open span of a name, or -1. */
    public int nearest(int nameIndex) {
        int outermost = outermost(nameIndex);
        int level = outermost < 0 ? outermost : depth - 1;
        while (level > outermost && nameIndex(level) != nameIndex) {
            level--;
        }
        return level;
    }

    public int depth() {
        return depth;
    }

    /** Sets the number of open spans, which a caller has pushed or closed in {@link #rows}. */
    void depth(int spans) {
        depth = spans;
    }

    public int nameIndex(int level) {
        return (int) rows(level)[row(level) + NAME_AND_FLAGS];
    }

    public long startNanos(int level) {
        return rows(level)[row(level) + START];
    }

    /** Returns the number of the pass that a run repeats; 0 for any other span, and where it is not kept. */
    public long bindId(int level) {
        return 0;
    }

    public int flags(int level) {
        return (int) (rows(level)[row(level) + NAME_AND_FLAGS] >> 32);
    }
}
