// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import org.jspecify.annotations.Nullable;

/** Times that events carry in their arguments, in nanoseconds. A missing one is 0; one too large is the largest there is. */
public final class TraceUnits {
    private TraceUnits() {}

    /** Microseconds, the unit of Chrome's time stamps. */
    public static long microsToNanos(@Nullable Number micros) {
        return nanos(micros, 1_000);
    }

    /** Milliseconds, the unit of the stages of a network request. */
    public static long millisToNanos(@Nullable Number millis) {
        return nanos(millis, 1_000_000);
    }

    /** Seconds, the unit in which Chrome says when a network request began and ended. */
    public static long secondsToNanos(@Nullable Number seconds) {
        return nanos(seconds, 1_000_000_000);
    }

    private static long nanos(@Nullable Number time, long nanosPerUnit) {
        if (time == null) {
            return 0;
        }
        // A double has too few digits for nanoseconds of today, so whole numbers stay whole.
        if (time instanceof Long whole && Math.abs(whole) <= Long.MAX_VALUE / nanosPerUnit && whole != Long.MIN_VALUE) {
            return whole * nanosPerUnit;
        }
        return Math.round(time.doubleValue() * nanosPerUnit);
    }
}
