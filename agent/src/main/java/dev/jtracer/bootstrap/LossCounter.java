// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.names.VirtualNames;
import dev.jtracer.bootstrap.sample.SampleFigures;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counters of lost records and of waits, by cause. Incremented off the fast path; readable from any thread. */
@SuppressWarnings("ImmutableEnumChecker") // they count
public enum LossCounter {
    /** Records discarded because no chunk was free. */
    NO_FREE_CHUNK,
    /** Waits of application threads for a free chunk. */
    WAITS,
    /** Time for which application threads have waited for free chunks, as a sum over all threads. */
    WAITED_NANOS,
    /** Records lost by threads that were waiting for a chunk when the recording stopped. */
    AT_STOP,
    /** Records lost because a thread's stack ended inside the recorder. */
    STACK_ENDS,
    /** Records lost to any other exception inside the recorder. */
    FAILURES,
    /**
     * Callbacks evicted by newer ones while their objects may have been in use. If an object was in use, its runs
     * show as plain calls until it is passed again.
     */
    UNLINKED,
    /** Callback runs not recorded because their pass had reached the user's limit. */
    RUNS_DROPPED(new LongAdder()),
    /** Tasks that another task has passed after the calls within it: for any request, so they have no cause. */
    CAUSES_UNKNOWN(new LongAdder()),
    /** Lambdas left as the JDK makes them, because making a wrapper failed. Their runs are not recorded. */
    UNWRAPPED,
    /**
     * Requests, statements, arguments and results recorded without their text, because the table of texts was full or
     * the text unknown.
     */
    TEXTS_DROPPED;

    private static volatile String lastFailure = "";

    private final AtomicLong count = new AtomicLong();
    /** Counts instead where several threads do so at once, as often as a comparator compares. */
    private final @Nullable LongAdder contended;

    LossCounter() {
        this(null);
    }

    LossCounter(@Nullable LongAdder contended) {
        this.contended = contended;
    }

    public long count() {
        return contended == null ? count.get() : contended.sum();
    }

    public void increment() {
        add(1);
    }

    void add(long more) {
        if (contended == null) {
            count.getAndAdd(more);
        } else {
            contended.add(more);
        }
    }

    /**
     * Returns the class name of the last exception that {@link #FAILURES} or {@link #UNWRAPPED} counted; empty if
     * there was none.
     */
    public static String lastFailure() {
        return lastFailure;
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
        for (LossCounter counter : values()) {
            counter.count.set(0);
            if (counter.contended != null) {
                counter.contended.reset();
            }
        }
        VirtualNames.clearDropped();
        lastFailure = "";
    }

    /** Counts a lambda that is left as the JDK makes it. */
    public static void unwrapped(Throwable failure) {
        UNWRAPPED.increment();
        lastFailure = failure.getClass().getName();
    }

    static void lostForWantOfChunk() {
        (TracerSwitch.isOn() ? NO_FREE_CHUNK : AT_STOP).increment();
    }

    static void failed(Throwable failure) {
        try {
            if (failure instanceof StackOverflowError) {
                STACK_ENDS.count.getAndIncrement();
            } else {
                FAILURES.count.getAndIncrement();
                lastFailure = failure.getClass().getName();
            }
        } catch (StackOverflowError deeper) {
            // No room even to count: the caller's frame is about to overflow as well.
        }
    }
}
