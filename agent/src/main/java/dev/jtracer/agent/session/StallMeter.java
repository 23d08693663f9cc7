// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.thread.CpuTime;
import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.locks.LockSupport;

/** Detector of stalls of the whole JVM, as in garbage collections and other safepoints, and of a lack of cores. */
public final class StallMeter implements Runnable {
    /* A thread sleeps for a few milliseconds at a time and measures how late it wakes up, as jHiccup does. The result
     * shows which long calls of a trace the application did not cause. Where Linux says that the thread could have
     * run and waited for a core, other threads may have run meanwhile: that is no stall of theirs. */
    private static final long PERIOD_NANOS = 5_000_000;
    /* The waits for a core are read when the thread is late, and now and then: small ones add up. */
    private static final long LITTLE_NANOS = 500_000;
    private static final int ROUNDS = 10;
    private static final long UNKNOWN = -1;

    private final long thresholdNanos;
    private final Listener listener;
    private final TracerThreads threads;
    private final Thread thread;
    private volatile boolean running;
    private long queuedNanos = UNKNOWN;
    private int rounds;

    /** The receiver of delays. */
    public interface Listener {
        /** Takes a delay, during which the JVM stood still or the thread mostly waited for a core. */
        void late(long nanos, boolean forLackOfCores);
    }

    /** Creates a meter that is off, and reports delays that exceed the threshold. */
    public StallMeter(TracerThreads threads, long thresholdNanos, Listener listener) {
        this.thresholdNanos = thresholdNanos;
        this.listener = listener;
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
            queuedNanos = UNKNOWN;
        } else {
            long before = System.nanoTime();
            LockSupport.parkNanos(this, PERIOD_NANOS);
            long late = System.nanoTime() - before - PERIOD_NANOS;
            long queuedBefore = queuedNanos;
            if (late > LITTLE_NANOS || ++rounds % ROUNDS == 0) {
                queuedNanos = CpuTime.queuedNanosOfThisThread();
            }
            if (running && late > thresholdNanos) {
                listener.late(late, queuedBefore != UNKNOWN && queuedNanos - queuedBefore > late / 2);
            }
        }
        // With the interrupt flag set, every pause would return at once.
        Thread.interrupted();
    }
}
