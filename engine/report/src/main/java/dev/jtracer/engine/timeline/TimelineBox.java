// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.SpanFlags;

/**
 * A call in a row, or several short ones, one after the other, that are drawn as one.
 *
 * @param level level in its row, 0 for the outermost
 * @param startNanos when the first began, which may be before the window
 * @param endNanos when the last ended, which may be after the window
 * @param name name of the call; of several, of the longest
 * @param calls number of calls
 * @param busyNanos sum of the durations
 * @param longestNanos duration of the longest
 * @param flags {@link SpanFlags} of all calls together
 */
public record TimelineBox(
        int level,
        long startNanos,
        long endNanos,
        String name,
        long calls,
        long busyNanos,
        long longestNanos,
        int flags) {
    private static final int SHOWN_FLAGS = SpanFlags.THREW | SpanFlags.UNFINISHED | SpanFlags.CALLBACK;

    /** Returns the box of one call. */
    static TimelineBox of(int level, long startNanos, long endNanos, String name, int flags) {
        long nanos = endNanos - startNanos;
        return new TimelineBox(level, startNanos, endNanos, name, 1, nanos, nanos, flags & SHOWN_FLAGS);
    }

    /** Returns whether this box is several calls. */
    public boolean isRun() {
        return calls > 1;
    }

    public boolean threw() {
        return (flags & SpanFlags.THREW) != 0;
    }

    public boolean unfinished() {
        return (flags & SpanFlags.UNFINISHED) != 0;
    }

    public long nanos() {
        return endNanos - startNanos;
    }

    /** Returns this box and a neighbour as one. */
    TimelineBox plus(TimelineBox other) {
        boolean longer = longestNanos >= other.longestNanos;
        return new TimelineBox(
                level,
                Math.min(startNanos, other.startNanos),
                Math.max(endNanos, other.endNanos),
                longer ? name : other.name,
                calls + other.calls,
                busyNanos + other.busyNanos,
                Math.max(longestNanos, other.longestNanos),
                flags | other.flags);
    }

    /** Returns this box on another level. */
    TimelineBox onLevel(int other) {
        return new TimelineBox(other, startNanos, endNanos, name, calls, busyNanos, longestNanos, flags);
    }
}
