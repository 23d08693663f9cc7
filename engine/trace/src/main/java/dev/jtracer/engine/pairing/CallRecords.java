// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/**
 * Begins and ends of calls on one track, in the order of the track and in columns: the input of
 * {@link SpanPairing#accept(CallRecords)}. One call for a thousand records costs less than an event for each of them.
 * Reused; not safe for use by several threads.
 */
public final class CallRecords {
    /** Number of records that have room. Both columns fit into the first-level cache, beside a {@link SpanBatch}. */
    public static final int CAPACITY = 1024;

    /** Kinds of records, as in a call's lowest bits. */
    public static final int BEGIN = 0;

    public static final int END = 1;
    /** The end of a call that ended by an exception. */
    public static final int END_BY_EXCEPTION = 2;

    /** Number of the bits of a kind, below the index of the name. */
    private static final int KIND_BITS = 2;

    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    final long[] nanos = new long[CAPACITY];
    /** Index of the name, and the kind in the lowest bits. */
    final int[] calls = new int[CAPACITY];

    int size;
    int track;
    int categoryIndex;
    long firstIndex;

    public CallRecords() {}

    /** Returns a kind and the index of a name in one number, as {@link #add(int, long)} takes it. */
    public static int call(int kind, int nameIndex) {
        return nameIndex << KIND_BITS | kind;
    }

    /** Returns the kind of a {@link #call}. */
    public static int kindOf(int call) {
        return call & KIND_MASK;
    }

    /** Returns the index of the name of a {@link #call}. */
    public static int nameIndexOf(int call) {
        return call >>> KIND_BITS;
    }

    public void track(int index) {
        track = index;
    }

    /**
     * Sets what the records have in common beyond their track, for handlers that need it, see
     * {@link PairingOptions#origins}. The records stand for events that follow each other in the trace.
     *
     * @param categoryIndex index of the category {@code java}
     * @param firstIndex index of the first record's event among the events of the trace
     */
    public void origin(int categoryIndex, long firstIndex) {
        this.categoryIndex = categoryIndex;
        this.firstIndex = firstIndex;
    }

    /** Adds a record. There must be room. */
    public void add(int kind, int nameIndex, long tsNanos) {
        add(call(kind, nameIndex), tsNanos);
    }

    /** Adds a record, given by its {@link #call}. There must be room. */
    public void add(int call, long tsNanos) {
        int at = size;
        nanos[at] = tsNanos;
        calls[at] = call;
        size = at + 1;
    }

    /** Adds a record unless it ends the call that the last one begins, which then goes too. */
    public void addUnpaired(int kind, int nameIndex, long tsNanos) {
        if (kind != BEGIN && size > 0 && calls[size - 1] == call(BEGIN, nameIndex)) {
            size--;
        } else {
            add(kind, nameIndex, tsNanos);
        }
    }

    /**
     * Copies all records to columns, from index {@code at} on.
     *
     * @param callsTo receives names and kinds, as {@link #add(int, long)} takes them
     */
    public void copyTo(int[] callsTo, long[] nanosTo, int at) {
        System.arraycopy(calls, 0, callsTo, at, size);
        System.arraycopy(nanos, 0, nanosTo, at, size);
    }

    /** Adds {@code count} records from columns as {@link #copyTo} fills them. There must be room. */
    public void addAll(int[] callsFrom, long[] nanosFrom, int at, int count) {
        System.arraycopy(callsFrom, at, calls, size, count);
        System.arraycopy(nanosFrom, at, nanos, size, count);
        size += count;
    }

    /**
     * Adds {@code count} records that are packed into one number each. There must be room.
     *
     * @param words the time since {@code baseNanos}, above the {@link #call} in the lowest {@code callBits} bits
     * @param from index of the first of these records
     */
    public void addPacked(long[] words, int from, int count, int callBits, long baseNanos) {
        int[] calls = this.calls;
        long[] nanos = this.nanos;
        int callMask = (1 << callBits) - 1;
        int to = size;
        for (int i = 0; i < count; i++) {
            long word = words[from + i];
            nanos[to + i] = baseNanos + (word >>> callBits);
            calls[to + i] = (int) word & callMask;
        }
        size = to + count;
    }

    /** Removes all records. */
    public void clear() {
        size = 0;
    }

    /** Returns how many records can be added. */
    public int room() {
        return CAPACITY - size;
    }

    public boolean isFull() {
        return size == CAPACITY;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    public int track() {
        return track;
    }

    public int kind(int record) {
        return kindOf(calls[record]);
    }

    public int nameIndex(int record) {
        return nameIndexOf(calls[record]);
    }

    public long tsNanos(int record) {
        return nanos[record];
    }

    public void rename(int record, int nameIndex) {
        calls[record] = call(kind(record), nameIndex);
    }

    /** Adds the same time, possibly negative, to all records. */
    public void shift(long byNanos) {
        long[] nanos = this.nanos;
        for (int i = 0, end = size; i < end; i++) {
            nanos[i] += byNanos;
        }
    }

    /** Returns the earliest time; there must be a record. */
    public long firstNanos() {
        long first = nanos[0];
        for (int i = 1; i < size; i++) {
            first = Math.min(first, nanos[i]);
        }
        return first;
    }

    /** Returns the latest time; there must be a record. */
    public long lastNanos() {
        long last = nanos[0];
        for (int i = 1; i < size; i++) {
            last = Math.max(last, nanos[i]);
        }
        return last;
    }
}
