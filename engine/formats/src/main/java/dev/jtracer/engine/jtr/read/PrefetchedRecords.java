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
final class PrefetchedRecords implements RecordSink, PrefetchedBatches.Filling<RecordBatch> {
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
                progress.accept(batch.recordsSoFar());
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
        batch.recordsSoFar(records);
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
}
