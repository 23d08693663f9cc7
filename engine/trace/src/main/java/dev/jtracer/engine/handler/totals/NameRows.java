// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Saturated;
import java.util.Arrays;

/**
 * A row of longs for each name of a trace, all in one array, so that the counts of one name share cache lines. Keeps
 * the order of first use of the names. Durations take four columns: count, shortest, longest, sum.
 */
final class NameRows {
    /** Columns of durations. */
    static final int DURATIONS = 4;

    private static final int INITIAL_ROWS = 64;

    private final int columns;
    /** Column of a name's position in the order of first use, from 1; 0 for a name not used yet. */
    private final int position;

    private long[] values;
    private int used;

    /**
     * Creates a table without rows.
     *
     * @param columns columns of a row; the last one is used here
     */
    NameRows(int columns) {
        this.columns = columns;
        this.position = columns - 1;
        this.values = new long[INITIAL_ROWS * columns];
    }

    /** Returns the row of a name, the offset of its columns, and records the name's first use. */
    int of(int nameIndex) {
        int row = nameIndex * columns;
        if (row >= values.length) {
            values = Arrays.copyOf(values, Math.max(row + columns, values.length * 2));
        }
        if (values[row + position] == 0) {
            values[row + position] = ++used;
        }
        return row;
    }

    long get(int at) {
        return values[at];
    }

    /** Adds a number that is not negative. */
    void add(int at, long more) {
        values[at] = Saturated.sum(values[at], more);
    }

    /** Adds a duration, which is not negative, to the durations that begin at a column. */
    void addDuration(int at, long nanos) {
        long[] values = this.values;
        values[at + 1] = values[at] == 0 ? nanos : Math.min(values[at + 1], nanos);
        values[at + 2] = Math.max(values[at + 2], nanos);
        values[at + 3] = Saturated.sum(values[at + 3], nanos);
        values[at]++;
    }

    /** Returns the durations that begin at a column. */
    Durations durations(int at) {
        return new Durations(values[at], values[at + 1], values[at + 2], values[at + 3]);
    }

    /** Returns the rows of all names used, in reverse order of first use. */
    int[] lastUsedFirst() {
        int[] order = new int[used];
        for (int row = 0; row < values.length; row += columns) {
            int number = (int) values[row + position];
            if (number > 0) {
                order[used - number] = row;
            }
        }
        return order;
    }

    int nameIndex(int row) {
        return row / columns;
    }

    NameRows copy() {
        NameRows copy = new NameRows(columns);
        copy.values = values.clone();
        copy.used = used;
        return copy;
    }
}
