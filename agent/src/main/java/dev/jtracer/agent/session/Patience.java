// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The decision when to abandon a conversion that delays the JVM's exit. */
final class Patience {
    /* The exit is not delayed for a file that will not be complete. But a conversion begins with cold code, on a
     * machine that may be busy: it is granted two seconds, and then judged by its highest rate over half a second. */
    private static final long GRANTED_NANOS = 2_000_000_000;
    private static final long WINDOW_NANOS = 500_000_000;

    /** Number of records below which a conversion takes less than a second, and is abandoned at the deadline only. */
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
     * @param sinceNanos start of its wait for traces
     * @param deadlineNanos time when a conversion must end
     */
    record Exit(long sinceNanos, long deadlineNanos) {}

    /** Starts to time a conversion of this number of records. */
    Patience(long records, LongSupplier clock) {
        this.clock = clock;
        isSmall = records < FEW_RECORDS;
        windowNanos = clock.getAsLong();
    }

    /** Updates the completed part of the conversion, 0 to 1. */
    void progress(double part) {
        done = part;
    }

    /** Returns whether to abandon the conversion; {@code exit} is null while the JVM does not exit. */
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
