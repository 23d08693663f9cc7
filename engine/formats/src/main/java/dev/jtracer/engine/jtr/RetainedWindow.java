// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/**
 * A window of time around slow calls, in nanoseconds since the recording's start.
 *
 * @param fromNanos its start, before 0 if the recording starts within the window
 * @param toNanos its end
 * @param calls slow calls within it, without those that contain a slow call
 * @param longest name of the longest slow call within it
 * @param longestNanos duration of that call
 */
public record RetainedWindow(long fromNanos, long toNanos, long calls, String longest, long longestNanos) {
    /** Returns whether the window has a moment in common with a stretch of time, both ends included. */
    public boolean overlaps(long firstNanos, long lastNanos) {
        return firstNanos <= toNanos && lastNanos >= fromNanos;
    }

    /** Returns the window from the earlier start to the later end, with the calls of both. */
    RetainedWindow and(RetainedWindow other) {
        RetainedWindow longer = other.longestNanos > longestNanos ? other : this;
        return new RetainedWindow(
                Math.min(fromNanos, other.fromNanos),
                Math.max(toNanos, other.toNanos),
                calls + other.calls,
                longer.longest,
                longer.longestNanos);
    }
}
