// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A library with pools whose threads run from the start. It calls methods of {@link QueuedTasks} by reflection. */
final class QueuedTasksLibrary {
    private static final int THREADS = 2;
    /** A pool that receives a Runnable, one that receives a future, a scheduled one, and a fork/join pool. */
    private static final int TASKS = 4;

    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task, "library"));
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "timer"));
    private final ForkJoinPool forks = new ForkJoinPool(1);
    private final Semaphore held = new Semaphore(0);
    private final Semaphore done = new Semaphore(0);
    private final AtomicInteger failures = new AtomicInteger();
    private final List<Future<?>> futures = new ArrayList<>();
    private boolean isHeld;
    private int expected;
    private int sum;

    QueuedTasksLibrary() {
        pool.prestartAllCoreThreads();
        timer.prestartAllCoreThreads();
        forks.submit(() -> {}).join();
    }

    void hold() throws InterruptedException {
        Semaphore holding = new Semaphore(0);
        Runnable hold = () -> {
            holding.release();
            held.acquireUninterruptibly();
        };
        for (int i = 0; i < THREADS; i++) {
            pool.execute(hold);
        }
        timer.execute(hold);
        forks.execute(hold);
        holding.acquire(THREADS + 2);
        isHeld = true;
    }

    void later(String method) {
        Runnable work = () -> {
            call(method);
            done.release();
        };
        pool.execute(work);
        Future<?> submitted = pool.submit(work);
        Future<?> scheduled = timer.schedule(work, 1, TimeUnit.MILLISECONDS);
        Future<?> forked = CompletableFuture.runAsync(work, forks);
        futures.addAll(List.of(submitted, scheduled, forked));
        expected += TASKS;
    }

    void release() throws InterruptedException {
        if (isHeld) {
            held.release(THREADS + 2);
            isHeld = false;
        }
        done.acquire(expected);
        futures.clear();
        expected = 0;
    }

    private void call(String method) {
        try {
            int result = (int) QueuedTasks.class.getDeclaredMethod(method).invoke(null);
            synchronized (this) {
                sum += result;
            }
        } catch (ReflectiveOperationException e) {
            failures.incrementAndGet();
        }
    }

    void end() throws InterruptedException {
        int threads = pool.getPoolSize() + timer.getPoolSize();
        pool.shutdown();
        timer.shutdown();
        forks.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)
                || !timer.awaitTermination(1, TimeUnit.MINUTES)
                || !forks.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new AssertionError("the pools did not end");
        }
        System.out.println("sum " + sum + ", " + failures + " failures, " + threads + " threads");
    }
}
