// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.prefetch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Batches that a second thread fills a little ahead of their consumer. They are reused: the memory is that of
 * {@value #BATCHES} batches, whatever the number passed.
 *
 * <p>{@link #filling}, {@link #publish} and {@link #waitFor} are for the thread that fills, the other methods for the
 * consumer's thread.
 *
 * @param <B> a batch
 */
public final class PrefetchedBatches<B> implements AutoCloseable {
    private static final int MOST_PREFETCHED = 4;
    /* Besides these, one batch is being filled and one consumed. The consumer takes a batch only when it has finished
     * the one before, which can then be filled again. */
    private static final int BATCHES = MOST_PREFETCHED + 2;
    private static final int END = -1;

    private final String source;
    private final List<B> ring = new ArrayList<>();
    private final Consumer<? super B> clearing;
    /** The indexes of the batches to be consumed, then {@link #END}. */
    private final BlockingQueue<Integer> filled = new ArrayBlockingQueue<>(MOST_PREFETCHED);

    private final Thread thread;
    private final Filling<? super B> filling;
    private int at;
    private volatile boolean stopped;
    private @Nullable Throwable failure;

    /**
     * The work of the second thread.
     *
     * @param <B> a batch
     */
    @FunctionalInterface
    public interface Filling<B> {
        /**
         * Fills batches and passes them, except the last one, which is passed when this returns or throws. The
         * consumer gets an exception after all batches.
         */
        void fill() throws IOException;

        /** Prepares the batch that is passed next. */
        default void prepare(B batch) {}
    }

    /**
     * Creates the batches. The thread does not run yet.
     *
     * @param source what is read, for messages and the name of the thread
     * @param batches creates an empty batch
     * @param clearing empties a batch that is filled again
     */
    public PrefetchedBatches(
            String source, Supplier<? extends B> batches, Consumer<? super B> clearing, Filling<? super B> filling) {
        this.source = source;
        this.clearing = clearing;
        this.filling = filling;
        for (int i = 0; i < BATCHES; i++) {
            ring.add(batches.get());
        }
        this.thread = new Thread(this::fill, "import of " + source);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void fill() {
        try {
            keepFailureOf(filling);
            keepFailureOf(this::publish);
            filled.put(END);
        } catch (Stopped | InterruptedException e) {
            // Nothing waits for the batches or the end any more.
        }
    }

    private void keepFailureOf(Filling<?> work) {
        try {
            work.fill();
        } catch (Stopped e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Returns the batch to be filled. */
    public B filling() {
        return ring.get(at);
    }

    /** Publishes the batch that has been filled, waits while too many are prefetched, and empties the next one. */
    public void publish() {
        requireRunning();
        filling.prepare(filling());
        try {
            filled.put(at);
        } catch (InterruptedException e) {
            throw new Stopped();
        }
        at = (at + 1) % BATCHES;
        clearing.accept(filling());
    }

    /** Returns whether no further batch is consumed, so that {@link #publish} fails. */
    public boolean isStopped() {
        return stopped;
    }

    /** Acquires a permit that the consumer releases. */
    public void waitFor(Semaphore permit) {
        requireRunning();
        try {
            permit.acquire();
        } catch (InterruptedException e) {
            throw new Stopped();
        }
    }

    /* A wait after the end would last for ever: the interrupt that ended the wait before has been consumed. */
    private void requireRunning() {
        if (stopped) {
            throw new Stopped();
        }
    }

    /**
     * Returns the next batch, valid until the next call of this method; null at the end.
     *
     * @throws IOException if the filling threw it, after all batches before it, or if the caller is interrupted
     */
    public @Nullable B next() throws IOException {
        int next;
        try {
            next = filled.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while importing '" + source + "'", e);
        }
        if (next != END) {
            return ring.get(next);
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
        return null;
    }

    /** Ends the filling, whether it is complete or not. The thread has ended when this returns. */
    @Override
    public void close() {
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

    /** The end of a filling whose batches are no longer needed. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super(null, null, false, false);
        }
    }
}
