// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

/**
 * The latest passings, by their numbers. Passings are numbered one after the other, so a table that is indexed by the last bits of the
 * number has the latest ones, and a passing costs three stores.
 */
final class RecentPassings {
    private static final int KEY = 0;
    private static final int NANOS = 1;
    private static final int TRACK_AND_DEPTH = 2;
    private static final int COLUMNS = 3;
    private static final int NO_ROW = -1;

    private final int mask;
    private long[] rows = {};
    private boolean isAnyReplaced;

    /** Creates an empty table; 24 bytes for each of the {@code most} passings, a power of two, from the first one on. */
    RecentPassings(int most) {
        this.mask = most - 1;
    }

    /**
     * Adds a passing.
     *
     * @param key its number, made unique over processes, not 0
     */
    void add(long key, long nanos, int track, int depth) {
        if (rows.length == 0) {
            rows = new long[(mask + 1) * COLUMNS];
        }
        int row = row(key);
        if (rows[row + KEY] == key) {
            return; // repeats the number of another passing
        }
        isAnyReplaced |= rows[row + KEY] != 0;
        rows[row + KEY] = key;
        rows[row + NANOS] = nanos;
        rows[row + TRACK_AND_DEPTH] = (long) track << 32 | depth;
    }

    /** Returns the row of a passing, negative if it is not here. */
    int find(long key) {
        return rows.length > 0 && rows[row(key) + KEY] == key ? row(key) : NO_ROW;
    }

    private int row(long key) {
        return ((int) key & mask) * COLUMNS;
    }

    /** Returns whether passings have been replaced by later ones. */
    boolean isAnyReplaced() {
        return isAnyReplaced;
    }

    long nanos(int row) {
        return rows[row + NANOS];
    }

    int track(int row) {
        return (int) (rows[row + TRACK_AND_DEPTH] >>> 32);
    }

    int depth(int row) {
        return (int) rows[row + TRACK_AND_DEPTH];
    }
}
