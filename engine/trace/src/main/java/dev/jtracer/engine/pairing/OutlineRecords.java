// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.Arrays;

/** Records of a block of an {@link Outline}, in their order. Reused; not safe for use by several threads. */
public final class OutlineRecords {
    /* Call and kind, with the code in the upper half; time; number. */
    private static final int COLUMNS = 3;

    private final long[] values;
    private int size;

    /** Creates a list with room for a number of records. */
    public OutlineRecords(int capacity) {
        this.values = new long[capacity * COLUMNS];
    }

    private OutlineRecords(long[] values, int size) {
        this.values = values;
        this.size = size;
    }

    /** Returns a copy, which has no room for more. */
    OutlineRecords copy() {
        return new OutlineRecords(Arrays.copyOf(values, size * COLUMNS), size);
    }

    /** Removes all records. */
    public void clear() {
        size = 0;
    }

    /**
     * Adds a record. There must be room.
     *
     * @param call name and kind, as {@link CallRecords#add(int, long)} takes them
     * @param code code whose meaning is the source's
     * @param number number whose meaning is the source's
     */
    public void add(int call, long tsNanos, int code, long number) {
        int at = size * COLUMNS;
        values[at] = (long) code << 32 | call;
        values[at + 1] = tsNanos;
        values[at + 2] = number;
        size++;
    }

    /** Removes the last record, of at least one. */
    public void removeLast() {
        size--;
    }

    public int size() {
        return size;
    }

    /** Returns name and kind of a record, as {@link CallRecords#add(int, long)} takes them. */
    public int call(int record) {
        return (int) values[record * COLUMNS];
    }

    /** Returns a record's code, whose meaning is the source's. */
    public int code(int record) {
        return (int) (values[record * COLUMNS] >>> 32);
    }

    public long tsNanos(int record) {
        return values[record * COLUMNS + 1];
    }

    /** Returns a record's number, whose meaning is the source's. */
    public long number(int record) {
        return values[record * COLUMNS + 2];
    }
}
