// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes calls on three threads for some time, among them deep ones that last, and callbacks that run later. Prints
 * how many calls of each method there were.
 */
public final class LongRunning {
    /** Depth of the calls that last. */
    public static final int DEPTH = 200;

    private static final int THREADS = 3;
    private static final AtomicLong SHORT = new AtomicLong();
    private static final AtomicLong DEEP = new AtomicLong();
    private static final AtomicLong LATER = new AtomicLong();

    private LongRunning() {}

    /** {@code args[0]}: for how many milliseconds. */
    public static void main(String[] args) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[0]));
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> callUntil(end, timer), "caller-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        timer.shutdown();
        if (!timer.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new AssertionError("the callbacks did not end");
        }
        System.out.println("brief " + SHORT + " deep " + DEEP + " later " + LATER);
    }

    private static void callUntil(long end, ScheduledExecutorService timer) {
        for (int i = 0; System.nanoTime() - end < 0; i++) {
            for (int j = 0; j < 100; j++) {
                brief(j);
            }
            if (i % 20 == 0) {
                deep(DEPTH);
                Future<?> unused = later(timer);
            }
        }
    }

    private static long brief(int value) {
        SHORT.incrementAndGet();
        return value * 31L;
    }

    private static void deep(int left) {
        DEEP.incrementAndGet();
        if (left > 1) {
            deep(left - 1);
        } else {
            pause();
        }
    }

    private static Future<?> later(ScheduledExecutorService timer) {
        return timer.schedule(LATER::incrementAndGet, 60, TimeUnit.MILLISECONDS);
    }

    private static void pause() {
        try {
            Thread.sleep(30);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
