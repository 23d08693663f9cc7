// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.names.VirtualNames;
import dev.jtracer.bootstrap.sample.SampleFigures;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counters of lost records and of waits, by cause. Incremented off the fast path; readable from any thread. */
public final class LossCounters {
    private static final AtomicLong NO_FREE_CHUNK = new AtomicLong();
    private static final AtomicLong WAITS = new AtomicLong();
    private static final AtomicLong WAITED_NANOS = new AtomicLong();
    private static final AtomicLong AT_STOP = new AtomicLong();
    private static final AtomicLong STACK_ENDS = new AtomicLong();
    private static final AtomicLong FAILURES = new AtomicLong();
    private static final AtomicLong UNLINKED = new AtomicLong();
    private static final LongAdder RUNS_DROPPED = new LongAdder();
    private static final LongAdder CAUSES_UNKNOWN = new LongAdder();
    private static final AtomicLong UNWRAPPED = new AtomicLong();
    private static final AtomicLong TEXTS_DROPPED = new AtomicLong();
    private static volatile String lastFailure = "";

    private LossCounters() {}

    /** Returns the number of records discarded because no chunk was free. */
    public static long noFreeChunk() {
        return NO_FREE_CHUNK.get();
    }

    /** Returns how often an application thread has waited for a free chunk. */
    public static long waits() {
        return WAITS.get();
    }

    /** Returns how long application threads have waited for free chunks, as a sum over all threads. */
    public static long waitedNanos() {
        return WAITED_NANOS.get();
    }

    /** Returns the number of records lost by threads that were waiting for a chunk when the recording stopped. */
    public static long atStop() {
        return AT_STOP.get();
    }

    /** Returns the number of records lost because a thread's stack ended inside the recorder. */
    public static long stackEnds() {
        return STACK_ENDS.get();
    }

    /** Returns the number of records lost to any other exception inside the recorder. */
    public static long failures() {
        return FAILURES.get();
    }

    /**
     * Returns the class name of the last exception that {@link #failures} or {@link #unwrapped} counted; empty if
     * there was none.
     */
    public static String lastFailure() {
        return lastFailure;
    }

    /**
     * Returns the number of lambdas left as the JDK makes them, because making a wrapper failed. Their runs are not
     * recorded.
     */
    public static long unwrapped() {
        return UNWRAPPED.get();
    }

    /**
     * Returns the number of callbacks evicted by newer ones while their objects may have been in use. If an object
     * was in use, its runs show as plain calls until it is passed again.
     */
    public static long unlinkedCallbacks() {
        return UNLINKED.get();
    }

    /** Returns the number of callback runs not recorded because their pass had reached the user's limit. */
    public static long runsDropped() {
        return RUNS_DROPPED.sum();
    }

    /**
     * Returns the number of tasks that another task has passed after the calls within it: for any request, so
     * they have no cause.
     */
    public static long causesUnknown() {
        return CAUSES_UNKNOWN.sum();
    }

    /**
     * Returns the number of requests, statements, arguments and results recorded without their text, because the
     * table of texts was full or the text unknown.
     */
    public static long textsDropped() {
        return TEXTS_DROPPED.get();
    }

    /** Counts a call that is recorded without its text. */
    public static void textDropped() {
        TEXTS_DROPPED.getAndIncrement();
    }

    /**
     * Returns the number of virtual threads whose own name was not retained, because the recording has the most it
     * may have. A thread counts again if it records after thousands of others.
     */
    public static long threadNamesDropped() {
        return VirtualNames.dropped();
    }

    /** Returns the number of root calls that are not recorded because {@code sample-calls=} has chosen others. */
    public static long callsDropped() {
        return SampleFigures.dropped();
    }

    /** Returns the number of root calls that {@code sample-calls=} has chosen. */
    public static long callsChosen() {
        return SampleFigures.chosen();
    }

    /** Sets all counters to 0. */
    static void clear() {
        for (AtomicLong counter : new AtomicLong[] {
            NO_FREE_CHUNK, WAITS, WAITED_NANOS, AT_STOP, STACK_ENDS, FAILURES, UNLINKED, UNWRAPPED, TEXTS_DROPPED
        }) {
            counter.set(0);
        }
        RUNS_DROPPED.reset();
        CAUSES_UNKNOWN.reset();
        VirtualNames.clearDropped();
        lastFailure = "";
    }

    /* Several threads call this at once, as often as a comparator compares. */
    static void runDropped() {
        RUNS_DROPPED.increment();
    }

    static void causeUnknown() {
        CAUSES_UNKNOWN.increment();
    }

    public static void unlinked() {
        UNLINKED.getAndIncrement();
    }

    /** Counts a lambda that is left as the JDK makes it. */
    public static void unwrapped(Throwable failure) {
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
            // No room even to count: the caller's frame is about to overflow as well.
        }
    }
}
