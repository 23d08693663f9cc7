// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.prefetch.PrefetchedBatches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * A thread that prefetches a few batches of decoded records for their sink, which stays on the caller's thread and
 * gets the same records in the same order.
 */
final class PrefetchedRecords implements RecordSink, PrefetchedBatches.Filling<PrefetchedRecords.RecordBatch> {
    private final RecordMerge merge;
    private final PrefetchedBatches<RecordBatch> batches;
    private long records;

    /** @param files what is read, for messages */
    PrefetchedRecords(RecordMerge merge, List<Path> files) {
        this.merge = merge;
        String source = String.valueOf(files.get(files.size() - 1).getFileName());
        this.batches = new PrefetchedBatches<>(source, RecordBatch::new, RecordBatch::clear, this);
    }

    /**
     * Does the same as {@link RecordMerge#readAll}. The thread has ended when this returns or throws. Unless all
     * records have been passed, the files must not be read any more: on the command line, the interrupt that ends the
     * thread closes the channel that it reads.
     */
    boolean readAll(RecordSink sink, LongConsumer progress, BooleanSupplier cancelled) throws IOException {
        CallRecords block = new CallRecords();
        try (PrefetchedBatches<RecordBatch> running = batches) {
            running.start();
            for (RecordBatch batch = running.next(); batch != null; batch = running.next()) {
                if (cancelled.getAsBoolean()) {
                    return false;
                }
                batch.passTo(sink, block);
                progress.accept(batch.recordsSoFar);
            }
        }
        return true;
    }

    @Override
    public void fill() throws IOException {
        merge.readAll(this, done -> records = done, () -> false);
    }

    @Override
    public void prepare(RecordBatch batch) {
        batch.recordsSoFar = records;
    }

    private void add(int code, int argument, long number) {
        batches.filling().add(code, argument, number);
        handIfFull();
    }

    private void handIfFull() {
        if (batches.filling().isFull()) {
            batches.publish();
        }
    }

    @Override
    public void thread(long threadId, boolean virtual) {
        add(RecordBatch.THREAD, virtual ? 1 : 0, threadId);
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        batches.filling().record(kind, nanos, methodId);
        handIfFull();
    }

    @Override
    public void records(CallRecords calls) {
        batches.filling().records(calls);
        handIfFull();
    }

    @Override
    public void link(int code, long number) {
        add(RecordBatch.LINK, code, number);
    }

    @Override
    public void lost(long count) {
        add(RecordBatch.LOST, 0, count);
    }

    /**
     * Records to be passed to a {@link RecordSink} later: the calls of its methods in their order, those of
     * {@link RecordSink#records} in columns. Reused.
     */
    static final class RecordBatch {
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
        /** The number of records up to the end of this batch. */
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
}
