// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.prefetch.PrefetchedBatches;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A thread that prefetches a few batches of events for their consumer, which stays on the caller's thread and gets
 * the same events in the same order. Memory is bounded by the number of batches; of events with large details, one is
 * prefetched at a time.
 */
final class PrefetchedEvents implements EventConsumer, PrefetchedBatches.Filling<EventBatch> {
    private final EventConsumer consumer;
    /** The consumer, if it takes calls in columns; else null. */
    private final @Nullable CallConsumer calls;

    private final ReadDetails details;
    private final int java;
    private final Reading reading;
    private final PrefetchedBatches<EventBatch> batches;
    private final Semaphore largeEvents = new Semaphore(1);
    private boolean complete;

    /**
     * @param source name for messages
     * @param reading passes its events to {@link #accept}
     */
    PrefetchedEvents(String source, EventAssembler assembler, EventConsumer consumer, Reading reading) {
        this.consumer = consumer;
        this.calls = consumer instanceof CallConsumer taker && taker.takesCalls() ? taker : null;
        this.details = assembler.details;
        this.java = assembler.java;
        this.reading = reading;
        this.batches = new PrefetchedBatches<>(
                source, () -> new EventBatch(assembler.event, assembler.details), EventBatch::clear, this);
    }

    /** A reading of events. */
    interface Reading {
        /** Reads to the end. Returns whether the trace is complete. */
        boolean read() throws IOException;
    }

    /**
     * Executes the reading on a thread of its own, and calls the consumer with its events. The thread has ended when
     * this returns or throws.
     */
    boolean run() throws IOException {
        try (PrefetchedBatches<EventBatch> running = batches) {
            running.start();
            CallRecords records = new CallRecords();
            for (EventBatch batch = running.next(); batch != null; batch = running.next()) {
                pass(batch, records);
                if (consumer.isDone()) {
                    return true;
                }
                if (batch.hasManyDetails()) {
                    batch.clear();
                    largeEvents.release();
                }
            }
        }
        return complete;
    }

    private void pass(EventBatch batch, CallRecords records) {
        if (calls != null) {
            batch.forEach(calls, records, java);
        } else {
            batch.forEach(consumer);
        }
    }

    @Override
    public void fill() throws IOException {
        complete = reading.read();
    }

    @Override
    public void prepare(EventBatch batch) {
        if (batch.hasManyDetails()) {
            batches.waitFor(largeEvents);
        }
    }

    @Override
    public void accept(TraceEvent event) {
        EventBatch batch = batches.filling();
        if (calls != null && isPlainCall(event)) {
            batch.addCall(event);
        } else {
            batch.add(event, details);
        }
        if (batch.isFull()) {
            batches.publish();
        }
    }

    /** Returns whether an event is the begin or the end of a call without further data, for which a record stands. */
    private boolean isPlainCall(TraceEvent event) {
        return (event.phase() == Phase.ASYNC_BEGIN || event.phase() == Phase.ASYNC_END)
                && event.categoryIndex() == java
                && event.flags() == SpanFlags.NONE
                && event.idKind() == IdKind.LOCAL
                && event.bindId() == 0
                && !event.hasDetails();
    }
}
