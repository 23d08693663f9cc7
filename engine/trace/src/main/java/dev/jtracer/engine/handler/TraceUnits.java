// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import org.jspecify.annotations.Nullable;

/** Conversion of times in arguments to nanoseconds. A missing time is 0; too large a time is the largest long. */
public final class TraceUnits {
    private TraceUnits() {}

    /** Converts microseconds, the unit of Chrome's time stamps. */
    public static long microsToNanos(@Nullable Number micros) {
        return nanos(micros, 1_000);
    }

    /** Converts milliseconds, the unit of the stages of a network request. */
    public static long millisToNanos(@Nullable Number millis) {
        return nanos(millis, 1_000_000);
    }

    /** Converts seconds, the unit of the begin and end of a network request in Chrome. */
    public static long secondsToNanos(@Nullable Number seconds) {
        return nanos(seconds, 1_000_000_000);
    }

    private static long nanos(@Nullable Number time, long nanosPerUnit) {
        if (time == null) {
            return 0;
        }
        // A double has too few digits for today's date in nanoseconds, so whole numbers stay long.
        if (time instanceof Long whole && Math.abs(whole) <= Long.MAX_VALUE / nanosPerUnit && whole != Long.MIN_VALUE) {
            return whole * nanosPerUnit;
        }
        return Math.round(time.doubleValue() * nanosPerUnit);
    }
}
