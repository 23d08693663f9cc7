// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.time.Duration;
import java.util.Collection;

/**
 * A stretch of a trace's time.
 *
 * @param startNanos its start in nanoseconds
 * @param endNanos its end in nanoseconds, not before its start and at most 292 years after it
 */
public record TimeWindow(long startNanos, long endNanos) {
    private static final long LEAST_EXPANDED_NANOS = 1_000_000;

    public TimeWindow {
        if (endNanos < startNanos || endNanos - startNanos < 0) {
            throw new IllegalArgumentException("a window from '" + startNanos + "' to '" + endNanos
                    + "' has no length; give the earlier time first");
        }
    }

    /** Returns the smallest window that contains an event; for an event without duration a window without length. */
    public static TimeWindow of(TraceEvent event) {
        return new TimeWindow(event.tsNanos(), event.tsNanos() + event.durNanos());
    }

    /**
     * Returns the smallest window that contains all those given.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static TimeWindow around(Collection<TimeWindow> windows) {
        return windows.stream()
                .reduce(TimeWindow::combinedWith)
                .orElseThrow(() -> new IllegalArgumentException("no windows to combine; give at least one"));
    }

    public long lengthNanos() {
        return endNanos - startNanos;
    }

    public Duration length() {
        return Duration.ofNanos(lengthNanos());
    }

    /** Returns the smallest window that contains this one and another. */
    public TimeWindow combinedWith(TimeWindow other) {
        return new TimeWindow(Math.min(startNanos, other.startNanos), Math.max(endNanos, other.endNanos));
    }

    /**
     * This window made longer around its middle, to one millisecond at least, and cut to the part within the limits. As in
     * DevTools, what is beyond one limit is not made up for at the other.
     *
     * @param percent how much longer than now, at least 0; half of it goes to each side
     * @param limits what the result does not leave
     */
    public TimeWindow expanded(double percent, TimeWindow limits) {
        if (!(percent >= 0)) {
            throw new IllegalArgumentException("'" + percent + "' percent is no expansion; 0 is the smallest");
        }
        long middle = startNanos + lengthNanos() / 2;
        double wanted = lengthNanos() * (1 + percent / 100);
        long half = (long) (Math.max(wanted, LEAST_EXPANDED_NANOS) / 2);
        return new TimeWindow(limits.nearest(saturated(middle, -half)), limits.nearest(saturated(middle, half)));
    }

    private static long saturated(long nanos, long change) {
        long sum = nanos + change;
        if (change < 0) {
            return sum > nanos ? Long.MIN_VALUE : sum;
        }
        return sum < nanos ? Long.MAX_VALUE : sum;
    }

    /** Returns the time within this window that is nearest to another. */
    public long nearest(long nanos) {
        return Math.max(startNanos, Math.min(endNanos, nanos));
    }

    /** Whether a time is within; both ends are. */
    public boolean contains(long nanos) {
        return startNanos <= nanos && nanos <= endNanos;
    }

    /** Whether this and another window have at least one point in common; touching is enough. */
    public boolean overlaps(TimeWindow other) {
        return startNanos <= other.endNanos && other.startNanos <= endNanos;
    }

    /**
     * Whether something that lasts is to be seen in this window, as DevTools has it: it starts before this window ends or at
     * that moment, and ends after this window starts. So what has no duration is not seen at the very start.
     */
    public boolean shows(long fromNanos, long toNanos) {
        return fromNanos <= endNanos && startNanos < toNanos;
    }
}
