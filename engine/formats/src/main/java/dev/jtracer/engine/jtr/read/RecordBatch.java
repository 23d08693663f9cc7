// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.pairing.CallRecords;

/**
 * Records to be passed to a {@link RecordSink} later: the calls of its methods in their order, those of
 * {@link RecordSink#records} in columns. Reused.
 */
final class RecordBatch {
    private static final int MOST_RECORDS = 8 * CallRecords.CAPACITY;
    private static final int MOST_STEPS = 4096;

    /* A step is a call of a sink's method: its code, and two arguments. */
    static final int THREAD = 0;
    static final int LINK = 1;
    static final int LOST = 2;
    private static final int RECORD = 3;
    private static final int RECORDS = 4;

    private final byte[] codes = new byte[MOST_STEPS];
    private final int[] ints = new int[MOST_STEPS];
    private final long[] longs = new long[MOST_STEPS];
    private int steps;

    private final int[] calls = new int[MOST_RECORDS];
    private final long[] nanos = new long[MOST_RECORDS];
    private int records;
    private long recordsSoFar;

    void record(int kind, long recordNanos, int methodId) {
        calls[records] = CallRecords.call(kind, methodId);
        nanos[records] = recordNanos;
        records++;
        add(RECORD, 0, 0);
    }

    void records(CallRecords block) {
        block.copyTo(calls, nanos, records);
        records += block.size();
        add(RECORDS, block.size(), 0);
    }

    /** Adds a call of the method for {@link #THREAD}, {@link #LINK} or {@link #LOST}. */
    void add(int code, int argument, long number) {
        codes[steps] = (byte) code;
        ints[steps] = argument;
        longs[steps] = number;
        steps++;
    }

    /** Returns whether there may be no room for a further step. */
    boolean isFull() {
        return steps == MOST_STEPS || records > MOST_RECORDS - CallRecords.CAPACITY;
    }

    /** Sets the number of records up to the end of this batch. */
    void recordsSoFar(long count) {
        recordsSoFar = count;
    }

    long recordsSoFar() {
        return recordsSoFar;
    }

    /** Passes all records on; those that are passed together by {@code block}, empty before and after. */
    void passTo(RecordSink sink, CallRecords block) {
        int record = 0;
        for (int i = 0; i < steps; i++) {
            switch (codes[i]) {
                case THREAD -> sink.thread(longs[i], ints[i] != 0);
                case RECORD -> {
                    int call = calls[record];
                    sink.record(CallRecords.kindOf(call), nanos[record], CallRecords.nameIndexOf(call));
                    record++;
                }
                case RECORDS -> {
                    block.addAll(calls, nanos, record, ints[i]);
                    record += ints[i];
                    sink.take(block);
                }
                case LINK -> sink.link(ints[i], longs[i]);
                default -> sink.lost(longs[i]);
            }
        }
    }

    void clear() {
        steps = 0;
        records = 0;
    }
}
