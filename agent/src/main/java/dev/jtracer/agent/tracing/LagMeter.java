// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Notices when nothing in the JVM ran for a while: garbage collections, safepoints, a machine that is too busy. */
final class LagMeter {
    /* A thread that asks to be woken every few milliseconds and looks how late it was, as jHiccup does. It says which
     * long calls of a trace were not the application's doing. */
    private static final long PERIOD_NANOS = 5_000_000;

    private final long thresholdNanos;
    private final LongConsumer onLag;
    private final Thread thread;
    private volatile boolean running;

    /** A meter that is off. Told to {@code onLag}: how many nanoseconds too late, if more than the threshold. */
    LagMeter(TracerThreads threads, long thresholdNanos, LongConsumer onLag) {
        this.thresholdNanos = thresholdNanos;
        this.onLag = onLag;
        this.thread = threads.create("jtracer-lag", this::run);
    }

    synchronized void start() {
        running = true;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        LockSupport.unpark(thread);
    }

    void stop() {
        running = false;
    }

    private void run() {
        while (true) {
            try {
                measure();
            } catch (Throwable outOfMemory) {
                // A full heap is what makes the JVM stand still; the next stall is measured again.
            }
        }
    }

    private void measure() {
        if (!running) {
            LockSupport.park(this);
        } else {
            long before = System.nanoTime();
            LockSupport.parkNanos(this, PERIOD_NANOS);
            long late = System.nanoTime() - before - PERIOD_NANOS;
            if (running && late > thresholdNanos) {
                onLag.accept(late);
            }
        }
        // With the flag set, no pause would be one.
        Thread.interrupted();
    }
}
