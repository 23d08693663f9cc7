// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A map from long keys to int values of 0 or more. Open addressing over two arrays: only growth allocates. Removal
 * moves the following entries up, so a table whose keys come and go needs no sweep. Not thread-safe.
 */
public final class LongIntTable {
    /** The result of a lookup for a key that is not in the table. */
    public static final int ABSENT = -1;

    private static final int MOST_BITS = 30;

    private final long factor = randomFactor();

    private int bits = 4;
    private long[] keys = new long[1 << bits];
    private int[] values = emptyValues(1 << bits);
    private int size;

    public LongIntTable() {}

    /**
     * Returns a factor that spreads successive keys evenly. Random, because with a known one a hostile file could
     * choose keys that all hash to the same slot. One in ten random odd numbers needs more than 2 probes a key and
     * one in a hundred more than 20, because as a part of 2 to the 64 it is nearly a ratio of small numbers.
     * A continued fraction of ones and twos never is (Hurwitz' theorem).
     */
    static long randomFactor() {
        double part = 0;
        for (int term = 0; term < 40; term++) {
            part = 1 / (1 + ThreadLocalRandom.current().nextInt(2) + part);
        }
        return (long) (part * Long.MAX_VALUE) << 1 | 1;
    }

    /** Returns the value of a key, or {@link #ABSENT}. */
    public int get(long key) {
        return values[slot(key)];
    }

    /** Sets the value of a key. */
    public void put(long key, int value) {
        if (value < 0) {
            throw new IllegalArgumentException("value '" + value + "' is negative");
        }
        int slot = slot(key);
        if (values[slot] == ABSENT) {
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
        if (size > values.length / 4 * 3) {
            grow();
        }
    }

    /** Removes a key. Returns its value, or {@link #ABSENT} if it was not in the table. */
    public int remove(long key) {
        int mask = values.length - 1;
        int hole = slot(key);
        int removed = values[hole];
        if (removed == ABSENT) {
            return ABSENT;
        }
        for (int slot = hole + 1 & mask; values[slot] != ABSENT; slot = slot + 1 & mask) {
            // An entry may move to the hole unless its home slot lies behind the hole.
            if ((slot - home(keys[slot]) & mask) >= (slot - hole & mask)) {
                keys[hole] = keys[slot];
                values[hole] = values[slot];
                hole = slot;
            }
        }
        values[hole] = ABSENT;
        size--;
        return removed;
    }

    public int size() {
        return size;
    }

    /** Returns the slot of the key, or the empty slot where it belongs. */
    private int slot(long key) {
        int mask = values.length - 1;
        int slot = home(key);
        while (values[slot] != ABSENT && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private int home(long key) {
        // The highest bits: the lower ones of a product do not depend on the higher ones of its factors.
        return (int) (key * factor >>> Long.SIZE - bits);
    }

    private void grow() {
        if (bits == MOST_BITS) {
            throw new IllegalStateException("more than " + size + " keys");
        }
        long[] oldKeys = keys;
        int[] oldValues = values;
        bits++;
        keys = new long[1 << bits];
        values = emptyValues(1 << bits);
        for (int i = 0; i < oldValues.length; i++) {
            if (oldValues[i] != ABSENT) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    /** Returns the values of this many empty slots. */
    static int[] emptyValues(int length) {
        int[] values = new int[length];
        Arrays.fill(values, ABSENT);
        return values;
    }
}
