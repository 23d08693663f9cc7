// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.TraceEvent;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that reads events a few batches ahead of their consumer, which stays on the caller's thread and gets the same
 * events in the same order. Memory is bounded by the number of batches; of events with large details, one is ahead at a time.
 */
final class ReadAhead implements Consumer<ReadEvent> {
    private static final int BATCHES_AHEAD = 4;

    private final String source;
    private final Consumer<? super TraceEvent> consumer;
    private final BlockingQueue<EventBatch> filled = new ArrayBlockingQueue<>(BATCHES_AHEAD);
    /* One batch more is filled, and one is consumed. A batch is used again when it has certainly been consumed: the consumer
     * takes the next one only afterwards. */
    private final EventBatch[] ring = new EventBatch[BATCHES_AHEAD + 2];
    private final Semaphore largeEvents = new Semaphore(1);
    private int filling;
    private volatile boolean stopped;
    private boolean complete;
    private @Nullable Throwable failure;

    /**
     * Creates a reader.
     *
     * @param source name for messages
     * @param model an event over the trace's tables
     */
    ReadAhead(String source, ReadEvent model, Consumer<? super TraceEvent> consumer) {
        this.source = source;
        this.consumer = consumer;
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new EventBatch(model::another);
        }
    }

    /** A reading that passes its events to {@link #accept}. */
    interface Reading {
        /** Reads to the end. Returns whether the trace is complete. */
        boolean read() throws IOException;
    }

    /**
     * Executes a reading on a thread of its own, and calls the consumer with its events. The thread has ended when this
     * returns or throws.
     */
    boolean run(Reading reading) throws IOException {
        Thread thread = new Thread(() -> produce(reading), "import of " + source);
        thread.setDaemon(true);
        thread.start();
        try {
            consume();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while importing '" + source + "'", e);
        } finally {
            stop(thread);
        }
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return complete;
    }

    private void consume() throws InterruptedException {
        boolean more = true;
        while (more) {
            EventBatch batch = filled.take();
            batch.forEach(consumer);
            more = !batch.isLast();
            if (batch.hasManyDetails()) {
                batch.clear();
                largeEvents.release();
            }
        }
    }

    private void produce(Reading reading) {
        try {
            complete = reading.read();
        } catch (Stopped e) {
            return;
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
        ring[filling].markLast();
        try {
            hand();
        } catch (Stopped e) {
            // Nothing waits for the end any more.
        }
    }

    @Override
    public void accept(ReadEvent event) {
        EventBatch batch = ring[filling];
        batch.add(event);
        if (batch.isFull()) {
            hand();
        }
    }

    private void hand() {
        EventBatch batch = ring[filling];
        try {
            if (stopped) {
                throw new Stopped();
            }
            if (batch.hasManyDetails()) {
                largeEvents.acquire();
            }
            filled.put(batch);
        } catch (InterruptedException e) {
            throw new Stopped();
        }
        filling = (filling + 1) % ring.length;
        ring[filling].clear();
    }

    private void stop(Thread thread) {
        stopped = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of a thread whose events are no longer needed. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }
}
