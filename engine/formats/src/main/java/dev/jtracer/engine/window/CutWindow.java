// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import java.util.ArrayList;
import java.util.List;

/**
 * A window of time that is cut out of a trace. What begins at its end belongs to the next window, so that of adjacent
 * windows each call begins in exactly one.
 *
 * @param fromNanos its start, {@link #OPEN_START} for the start of the trace
 * @param toNanos its end, {@link #OPEN_END} for the end of the trace
 */
public record CutWindow(long fromNanos, long toNanos) {
    /** The start of a window that begins with the trace. */
    public static final long OPEN_START = Long.MIN_VALUE;

    /** The end of a window that ends with the trace. */
    public static final long OPEN_END = Long.MAX_VALUE;

    public CutWindow {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException("a window from '" + fromNanos + "' to '" + toNanos
                    + "' has no length; give the earlier time first");
        }
    }

    /**
     * Returns adjacent windows of one length that cover a trace. The first has an open start and the last an open
     * end.
     *
     * @param startNanos start of the trace
     * @param endNanos end of the trace
     * @param lengthNanos length of each window, at least 1
     */
    public static List<CutWindow> every(long lengthNanos, long startNanos, long endNanos) {
        List<CutWindow> windows = new ArrayList<>();
        long from = OPEN_START;
        for (long to = startNanos + lengthNanos; to < endNanos && to > startNanos; to += lengthNanos) {
            windows.add(new CutWindow(from, to));
            from = to;
        }
        windows.add(new CutWindow(from, OPEN_END));
        return windows;
    }

    /** Returns whether something without a length at this time is in the window. */
    boolean contains(long nanos) {
        return fromNanos <= nanos && nanos < toNanos;
    }

    /** Returns the time in the window, its end included, that is nearest to another. */
    long nearest(long nanos) {
        return Math.max(fromNanos, Math.min(toNanos, nanos));
    }
}
