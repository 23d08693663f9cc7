// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;

/**
 * A library, not included, with one executor, whose single thread does the tasks of a batch once all have been passed
 * over.
 */
public final class SubmittedBatchesLibrary implements AutoCloseable {
    /* Otherwise the figures would be those of a thread that is parked and woken, whose time varies by several times
     * what a task takes. Virtual threads are started by a virtual thread: their only carrier is busy with that one
     * until it waits. */
    private final ExecutorService executor;
    private final boolean isAsync;
    private final boolean isVirtual;
    private final Semaphore gate = new Semaphore(0);
    private CountDownLatch done = new CountDownLatch(0);

    /** Creates an executor for {@code pool}, {@code supplyAsync} or {@code virtual}. */
    public SubmittedBatchesLibrary(String kind) throws ReflectiveOperationException {
        isAsync = kind.equals("supplyAsync");
        isVirtual = kind.equals("virtual");
        executor = isVirtual ? virtualThreads() : isAsync ? new ForkJoinPool(1) : Executors.newFixedThreadPool(1);
    }

    // By reflection, because this class is compiled for Java 17.
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    /** Begins a batch: the thread waits until {@link #finish}. */
    public void begin(int tasks) {
        done = new CountDownLatch(tasks);
        if (!isVirtual) {
            executor.execute(gate::acquireUninterruptibly);
        }
    }

    /** Submits one task. */
    @SuppressWarnings("FutureReturnValueIgnored") // the latch is awaited
    public void later(int value) {
        Task task = new Task(value, done);
        if (isAsync) {
            CompletableFuture.supplyAsync(task::value, executor);
        } else {
            executor.execute(task);
        }
    }

    /** Ends a batch: all its tasks are done. */
    public void finish() throws InterruptedException {
        gate.release();
        done.await();
    }

    /** Runs the batches on a virtual thread where the tasks are virtual threads. */
    public void drive(Runnable batches) throws InterruptedException {
        if (!isVirtual) {
            batches.run();
            return;
        }
        CountDownLatch ended = new CountDownLatch(1);
        executor.execute(() -> {
            batches.run();
            ended.countDown();
        });
        ended.await();
    }

    @Override
    public void close() {
        executor.shutdown();
    }

    private static final class Task implements Runnable {
        private final int number;
        private final CountDownLatch done;

        Task(int number, CountDownLatch done) {
            this.number = number;
            this.done = done;
        }

        @Override
        public void run() {
            value();
        }

        int value() {
            int result = SubmittedBatches.work(number);
            done.countDown();
            return result;
        }
    }
}
