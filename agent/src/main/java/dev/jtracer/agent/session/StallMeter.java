// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Detector of stalls of the whole JVM: garbage collections, safepoints, an overloaded machine. */
public final class StallMeter implements Runnable {
    /* A thread sleeps for a few milliseconds at a time and measures how late it wakes up, as jHiccup does. The result
     * shows which long calls of a trace the application did not cause. */
    private static final long PERIOD_NANOS = 5_000_000;

    private final long thresholdNanos;
    private final LongConsumer onStall;
    private final TracerThreads threads;
    private final Thread thread;
    private volatile boolean running;

    /** Creates a meter that is off. {@code onStall} receives the delay in nanoseconds if it exceeds the threshold. */
    public StallMeter(TracerThreads threads, long thresholdNanos, LongConsumer onStall) {
        this.thresholdNanos = thresholdNanos;
        this.onStall = onStall;
        this.threads = threads;
        this.thread = threads.create("jtracer-stall", this);
    }

    /** Turns the meter on; its thread is started with the first call. */
    public synchronized void start() {
        running = true;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        LockSupport.unpark(thread);
    }

    /** Turns the meter off; its thread waits. */
    public void stop() {
        running = false;
    }

    @Override
    public void run() {
        while (!threads.areEnding()) {
            try {
                measure();
            } catch (Throwable outOfMemory) {
                // A full heap is itself a cause of stalls; the next stall is measured again.
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
                onStall.accept(late);
            }
        }
        // With the interrupt flag set, every pause would return at once.
        Thread.interrupted();
    }
}
