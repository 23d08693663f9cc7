// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import org.jspecify.annotations.Nullable;

/**
 * A window of time, and why it was chosen.
 *
 * @param fromNanos its start, as in the trace
 * @param toNanos its end, later than the start
 * @param call the call that it surrounds; null if it was not chosen for a call
 */
public record TimelineWindow(
        long fromNanos, long toNanos, @Nullable FoundCall call) {
    private static final int MARGIN_PART = 30;

    public TimelineWindow {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException("a window from '" + fromNanos + "' to '" + toNanos
                    + "' has no length; give the earlier time first");
        }
    }

    /** Returns the window around a call, with a margin on both sides. */
    public static TimelineWindow around(FoundCall call) {
        TimelineWindow bare = between(call.startNanos(), call.endNanos());
        return new TimelineWindow(bare.fromNanos, bare.toNanos, call);
    }

    /** Returns the window of something that begins and ends at these times, with a margin on both sides. */
    public static TimelineWindow between(long startNanos, long endNanos) {
        long margin = Math.max(1, (endNanos - startNanos) / MARGIN_PART);
        return new TimelineWindow(startNanos - margin, endNanos + margin, null);
    }

    /** Returns the track of the call; -1 if the window was not chosen for one. */
    int track() {
        return call == null ? -1 : call.track();
    }

    public long nanos() {
        return toNanos - fromNanos;
    }

    /** Returns whether a time is in the window, its borders included. */
    public boolean contains(long nanos) {
        return fromNanos <= nanos && nanos <= toNanos;
    }

    /** Returns whether a span has a part in the window. */
    public boolean overlaps(long startNanos, long endNanos) {
        return startNanos <= toNanos && endNanos >= fromNanos;
    }

    /** Returns the time in the window that is nearest to another. */
    public long nearest(long nanos) {
        return Math.max(fromNanos, Math.min(toNanos, nanos));
    }

    /** Returns the length of the part of a span that is in the window. */
    long visibleNanos(long startNanos, long endNanos) {
        return nearest(endNanos) - nearest(startNanos);
    }
}
