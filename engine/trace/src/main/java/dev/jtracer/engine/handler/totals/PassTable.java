// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.LongIntTable;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A bounded table of rows of longs, found by a key. A row waits until it is settled, or is early: added before its
 * time to wait. {@link #evict} removes the rows above the limit of each kind: the least recently settled, the oldest
 * early ones, and the oldest waiting ones that are not spared.
 */
abstract class PassTable {
    /* Rows are in one array: two cache lines a row, no objects. Three circular lists link them, with rows 0 to 2 as
     * their heads. The table of keys holds the keys themselves, because most rows have left the cache when their
     * neighbours are searched. Nothing is allocated once the limits are reached.
     *
     * No other method evicts: an eviction calls listeners, and the compiler would put all of their code into each
     * method that adds or moves a row, and into their callers: 5,000 bytecodes in each of ten methods that it
     * compiled at a Spring start. */
    static final int NONE = LongIntTable.ABSENT;
    /** Columns of a row; column 0 is the key. */
    static final int COLUMNS = 16;

    static final int WAITING = 0;
    static final int SETTLED = 1;
    static final int EARLY = 2;
    private static final int HEADS = 3;
    /** Limit of rows that are spared for each one evicted, so that an eviction costs little if no row should go. */
    private static final int MOST_SPARED = 8;

    private final int[] limits;
    private final int[] counts = new int[HEADS];
    private final LongIntTable rowsByKey = new LongIntTable();
    private long[] values = new long[64 * COLUMNS];
    private int[] next = new int[64];
    private int[] previous = new int[64];
    private byte[] listOf = new byte[64];
    private int used = HEADS;
    private int free = NONE;

    /**
     * Creates an empty table.
     *
     * @param mostWaiting limit of waiting rows, above 0
     * @param mostSettled limit of settled rows, and of early ones, above 0
     */
    PassTable(int mostWaiting, int mostSettled) {
        this.limits = new int[] {mostWaiting, mostSettled, mostSettled};
        for (int list = 0; list < HEADS; list++) {
            next[list] = list;
            previous[list] = list;
        }
    }

    /** Returns the row of a key, or {@link #NONE}. */
    int find(long key) {
        return rowsByKey.get(key);
    }

    /**
     * Adds a row for a key that has none; its other columns are 0.
     *
     * @param list {@link #WAITING}, {@link #SETTLED} or {@link #EARLY}
     */
    int add(long key, int list) {
        int row = free;
        if (row != NONE) {
            free = next[row];
        } else {
            if (used == next.length) {
                grow();
            }
            row = used++;
        }
        int at = row * COLUMNS;
        Arrays.fill(values, at, at + COLUMNS, 0);
        values[at] = key;
        rowsByKey.put(key, row);
        append(row, list);
        return row;
    }

    /** Moves a row behind all settled rows, so that it is evicted last. */
    void settle(int row) {
        unlink(row);
        append(row, SETTLED);
    }

    /** Makes a row wait, behind all other waiting rows. Does nothing if it waits already. */
    void await(int row) {
        if (isWaiting(row)) {
            return;
        }
        unlink(row);
        append(row, WAITING);
    }

    boolean isWaiting(int row) {
        return listOf[row] == WAITING;
    }

    long get(int row, int column) {
        return values[row * COLUMNS + column];
    }

    void set(int row, int column, long value) {
        values[row * COLUMNS + column] = value;
    }

    void forEach(IntConsumer action) {
        for (int list = 0; list < HEADS; list++) {
            for (int row = next[list]; row != list; row = next[row]) {
                action.accept(row);
            }
        }
    }

    /** Returns whether a waiting row is to outlive the waiting rows behind it. */
    abstract boolean isSpared(int row);

    /** Takes a row before its eviction, while its columns can be read. */
    abstract void leaves(int row);

    /** Evicts the rows above the limits. */
    void evict() {
        for (int list = 0; list < HEADS; list++) {
            while (counts[list] > limits[list]) {
                for (int i = 0; list == WAITING && i < MOST_SPARED && isSpared(next[WAITING]); i++) {
                    int row = next[WAITING];
                    unlink(row);
                    append(row, WAITING);
                }
                remove(next[list]);
            }
        }
    }

    private void remove(int row) {
        leaves(row);
        unlink(row);
        rowsByKey.remove(get(row, 0));
        next[row] = free;
        free = row;
    }

    private void append(int row, int list) {
        int last = previous[list];
        next[last] = row;
        previous[row] = last;
        next[row] = list;
        previous[list] = row;
        listOf[row] = (byte) list;
        counts[list]++;
    }

    private void unlink(int row) {
        next[previous[row]] = next[row];
        previous[next[row]] = previous[row];
        counts[listOf[row]]--;
    }

    private void grow() {
        int capacity = used * 2;
        values = Arrays.copyOf(values, capacity * COLUMNS);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
        listOf = Arrays.copyOf(listOf, capacity);
    }
}
