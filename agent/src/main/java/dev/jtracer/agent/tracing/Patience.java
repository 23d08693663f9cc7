// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Decides when a conversion is given up that holds up the JVM's exit. */
final class Patience {
    /* Nobody is made to wait for a file that will not be whole. But a conversion begins with code that was never run, on
     * a machine that may be busy: it is left alone for two seconds, and then judged by the fastest it has been over half
     * a second. */
    private static final long GRANTED_NANOS = 2_000_000_000;
    private static final long WINDOW_NANOS = 500_000_000;

    /** A recording of fewer records, which takes less than a second, is given up at the deadline only. */
    private static final long FEW_RECORDS = 500_000;

    private final LongSupplier clock;
    private final boolean isSmall;
    private double done;
    private long windowNanos;
    private double windowDone;
    private double fastestPerNano;

    /**
     * The exit of the JVM.
     *
     * @param sinceNanos when it began to wait for traces
     * @param deadlineNanos when a conversion has to end
     */
    record Exit(long sinceNanos, long deadlineNanos) {}

    /**
     * Begins with a conversion.
     *
     * @param records how many there are to convert
     */
    Patience(long records, LongSupplier clock) {
        this.clock = clock;
        isSmall = records < FEW_RECORDS;
        windowNanos = clock.getAsLong();
    }

    /** Notes which part of the conversion is done, 0 to 1. */
    void progress(double part) {
        done = part;
    }

    /**
     * Whether to give up.
     *
     * @param exit null while the JVM does not exit
     */
    boolean isOver(@Nullable Exit exit) {
        long now = clock.getAsLong();
        if (now - windowNanos >= WINDOW_NANOS) {
            fastestPerNano = Math.max(fastestPerNano, (done - windowDone) / (now - windowNanos));
            windowNanos = now;
            windowDone = done;
        }
        if (exit == null) {
            return false;
        }
        long left = exit.deadlineNanos - now;
        return left < 0 || now - exit.sinceNanos > GRANTED_NANOS && willBeLate(left);
    }

    private boolean willBeLate(long leftNanos) {
        return !isSmall && fastestPerNano > 0 && (1 - done) / fastestPerNano > leftNanos;
    }
}
