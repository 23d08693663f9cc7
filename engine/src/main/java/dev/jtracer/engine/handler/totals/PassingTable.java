// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntConsumer;

/**
 * A bounded table of rows of longs, found by a key. A row waits until it is settled. Of the waiting rows the
 * oldest leaves first, of the settled ones the one that has been settled again the longest time ago.
 */
final class PassingTable {
    /* Rows are in one array, so that a row is two cache lines and none is an object. Two circular lists go through them,
     * with rows 0 and 1 as their heads. Keys are found by open addressing; taking one out moves those behind it up, so that
     * a table that rows stream through never has to be swept. Slots hold their keys: most rows have left the cache by the
     * time their neighbours are looked for. Nothing is allocated once the limits are reached. */
    static final int NONE = -1;
    /** Columns of a row; column 0 is the key. */
    static final int COLUMNS = 16;

    private static final int WAITING = 0;
    private static final int SETTLED = 1;
    private static final int HEADS = 2;
    private static final byte GONE = -1;

    /** Random: with a known factor, a hostile file could choose numbers that all have the same home slot. */
    private final long factor = ThreadLocalRandom.current().nextLong() | 1;

    private final int[] limits;
    private final int[] counts = new int[HEADS];
    private final IntConsumer leaving;
    private long[] values = new long[64 * COLUMNS];
    private int[] next = new int[64];
    private int[] previous = new int[64];
    private byte[] listOf = new byte[64];
    private int slotBits = 8;
    private int[] slots = new int[1 << slotBits];
    private long[] slotKeys = new long[1 << slotBits];
    private int used = HEADS;
    private int free = NONE;

    /**
     * Creates an empty table.
     *
     * @param mostWaiting rows that wait at most, above 0
     * @param mostSettled rows that are kept at most after they were settled, above 0
     * @param leaving called for each row that leaves, while its columns can still be read
     */
    PassingTable(int mostWaiting, int mostSettled, IntConsumer leaving) {
        this.limits = new int[] {mostWaiting, mostSettled};
        this.leaving = leaving;
        Arrays.fill(slots, NONE);
        next[SETTLED] = SETTLED;
        previous[SETTLED] = SETTLED;
    }

    /** Returns the row of a key, or {@link #NONE}. */
    int find(long key) {
        return slots[slotOf(key)];
    }

    /** Adds a waiting row for a key that has none; its other columns are 0. */
    int addWaiting(long key) {
        return add(key, WAITING);
    }

    /** Adds a settled row for a key that has none; its other columns are 0. */
    int addSettled(long key) {
        return add(key, SETTLED);
    }

    private int add(long key, int list) {
        if (counts[list] >= limits[list]) {
            remove(next[list]);
        }
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
        put(key, row);
        append(row, list);
        return row;
    }

    /** Moves a row behind all settled ones, from where it leaves last. Does nothing if it has just left. */
    void settle(int row) {
        if (listOf[row] == GONE) {
            return;
        }
        unlink(row);
        append(row, SETTLED);
        if (counts[SETTLED] > limits[SETTLED]) {
            remove(next[SETTLED]);
        }
    }

    /** Makes a settled row wait, behind all others that do. Does nothing if it waits already. */
    void await(int row) {
        if (listOf[row] != SETTLED) {
            return;
        }
        unlink(row);
        append(row, WAITING);
        if (counts[WAITING] > limits[WAITING]) {
            remove(next[WAITING]);
        }
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

    private void remove(int row) {
        leaving.accept(row);
        unlink(row);
        free(slotOf(get(row, 0)));
        next[row] = free;
        free = row;
        listOf[row] = GONE;
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

    private int slotOf(long key) {
        int mask = slots.length - 1;
        int slot = home(key);
        while (slots[slot] != NONE && slotKeys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void put(long key, int row) {
        int slot = slotOf(key);
        slots[slot] = row;
        slotKeys[slot] = key;
    }

    private int home(long key) {
        // The highest bits: the lower ones of a product say nothing of the higher ones of its factors.
        return (int) ((key * factor) >>> (Long.SIZE - slotBits));
    }

    private void free(int freed) {
        int mask = slots.length - 1;
        int hole = freed;
        for (int slot = (hole + 1) & mask; slots[slot] != NONE; slot = (slot + 1) & mask) {
            int distance = (slot - home(slotKeys[slot])) & mask;
            if (distance >= ((slot - hole) & mask)) {
                slots[hole] = slots[slot];
                slotKeys[hole] = slotKeys[slot];
                hole = slot;
            }
        }
        slots[hole] = NONE;
    }

    private void grow() {
        int capacity = used * 2;
        values = Arrays.copyOf(values, capacity * COLUMNS);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
        listOf = Arrays.copyOf(listOf, capacity);
        slotBits = Integer.SIZE - Integer.numberOfLeadingZeros(capacity * 4 - 1);
        slots = new int[1 << slotBits];
        slotKeys = new long[slots.length];
        Arrays.fill(slots, NONE);
        for (int list = 0; list < HEADS; list++) {
            for (int row = next[list]; row != list; row = next[row]) {
                put(get(row, 0), row);
            }
        }
    }
}
