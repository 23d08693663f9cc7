// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What recording lost or had to wait for, by cause. Counted off the fast path; read by anyone. */
public final class LossCounters {
    private static final AtomicLong NO_FREE_CHUNK = new AtomicLong();
    private static final AtomicLong WAITS = new AtomicLong();
    private static final AtomicLong WAITED_NANOS = new AtomicLong();
    private static final AtomicLong AT_STOP = new AtomicLong();
    private static final AtomicLong STACK_ENDS = new AtomicLong();
    private static final AtomicLong FAILURES = new AtomicLong();
    private static final AtomicLong UNTIED = new AtomicLong();
    private static final LongAdder RUNS_LEFT_OUT = new LongAdder();
    private static final AtomicLong UNWRAPPED = new AtomicLong();
    private static volatile String lastFailure = "";

    private LossCounters() {}

    /** Records thrown away because no chunk was free. */
    public static long noFreeChunk() {
        return NO_FREE_CHUNK.get();
    }

    /** Times that an application thread waited for a free chunk. */
    public static long waits() {
        return WAITS.get();
    }

    /** How long application threads waited for free chunks, summed up over all threads. */
    public static long waitedNanos() {
        return WAITED_NANOS.get();
    }

    /** Records of threads that were waiting for a chunk when the recording stopped. */
    public static long atStop() {
        return AT_STOP.get();
    }

    /** Records lost because a thread's stack ended inside the recorder. */
    public static long stackEnds() {
        return STACK_ENDS.get();
    }

    /** Records lost to any other exception inside the recorder. */
    public static long failures() {
        return FAILURES.get();
    }

    /** The class of the last such exception; empty if there was none. */
    public static String lastFailure() {
        return lastFailure;
    }

    /** Lambdas that were left as the JDK makes them, because making a wrapper failed; their runs are not recorded. */
    public static long unwrapped() {
        return UNWRAPPED.get();
    }

    /**
     * Callbacks that gave way to newer ones while their objects may have been in use. If an object was, its runs show as plain
     * calls until it is handed over again.
     */
    public static long untiedCallbacks() {
        return UNTIED.get();
    }

    /** Runs of callbacks that were not recorded, because so many of one passing had been as the user wants. */
    public static long runsLeftOut() {
        return RUNS_LEFT_OUT.sum();
    }

    /* Of several threads at once, as often as a comparator compares. */
    static void runLeftOut() {
        RUNS_LEFT_OUT.increment();
    }

    static void untied() {
        UNTIED.getAndIncrement();
    }

    static void unwrapped(Throwable failure) {
        UNWRAPPED.getAndIncrement();
        lastFailure = failure.getClass().getName();
    }

    static void lostForWantOfChunk() {
        (TracerSwitch.isOn() ? NO_FREE_CHUNK : AT_STOP).getAndIncrement();
    }

    static void waiting() {
        WAITS.getAndIncrement();
    }

    static void waitedFor(long nanos) {
        WAITED_NANOS.getAndAdd(nanos);
    }

    static void failed(Throwable failure) {
        try {
            if (failure instanceof StackOverflowError) {
                STACK_ENDS.getAndIncrement();
            } else {
                FAILURES.getAndIncrement();
                lastFailure = failure.getClass().getName();
            }
        } catch (StackOverflowError deeper) {
            // Not even room to count: the frame above is about to meet the same end.
        }
    }
}
