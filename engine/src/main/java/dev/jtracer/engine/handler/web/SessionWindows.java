// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.ArrayList;
import java.util.List;

/**
 * The rule that groups points in time into windows, or bursts: a window ends after a gap or at a maximum length. The rule is
 * that of Chrome's layout shifts; it also fits bursts of errors, collections or slow calls.
 *
 * <p>A point exactly at the largest gap or the largest length still belongs to the window.
 *
 * @param maxGapNanos longest time between two successive points of a window, above 0
 * @param maxLengthNanos longest time between the first and the last point of a window, above 0
 */
public record SessionWindows(long maxGapNanos, long maxLengthNanos) {
    public SessionWindows {
        if (maxGapNanos <= 0 || maxLengthNanos <= 0) {
            throw new IllegalArgumentException("gap '" + maxGapNanos + "' and length '" + maxLengthNanos
                    + "' of a window must be above 0; they are in nanoseconds");
        }
    }

    /**
     * A burst.
     *
     * @param first index of its first point
     * @param count number of its points, at least 1
     * @param startNanos time of its first point
     * @param endNanos the time after which no point can belong to it, not before its last point
     */
    public record Window(int first, int count, long startNanos, long endNanos) {
        /** Returns the index of its last point. */
        public int last() {
            return first + count - 1;
        }
    }

    /**
     * Groups points into windows.
     *
     * @param tsNanos the points in the order of time
     * @param breakNanos times at which a window ends in any case, in their order; a point at one of these times is in the
     *     next window
     * @param endNanos the end of the trace, where an open window ends
     */
    public List<Window> of(long[] tsNanos, long[] breakNanos, long endNanos) {
        List<Window> windows = new ArrayList<>();
        int passedBreaks = 0;
        int first = 0;
        for (int i = 0; i < tsNanos.length; i++) {
            if (i > first) {
                long deadline = deadline(tsNanos[first], tsNanos[i - 1]);
                long nextBreak = passedBreaks < breakNanos.length ? breakNanos[passedBreaks] : Long.MAX_VALUE;
                if (tsNanos[i] > deadline || tsNanos[i] >= nextBreak) {
                    windows.add(new Window(first, i - first, tsNanos[first], Math.min(deadline, nextBreak)));
                    first = i;
                }
            }
            while (passedBreaks < breakNanos.length && breakNanos[passedBreaks] <= tsNanos[i]) {
                passedBreaks++;
            }
        }
        if (first < tsNanos.length) {
            long nextBreak = passedBreaks < breakNanos.length ? breakNanos[passedBreaks] : Long.MAX_VALUE;
            windows.add(lastWindow(tsNanos, first, Math.min(nextBreak, endNanos)));
        }
        return windows;
    }

    private Window lastWindow(long[] tsNanos, int first, long limit) {
        long last = tsNanos[tsNanos.length - 1];
        long end = Math.max(last, Math.min(deadline(tsNanos[first], last), limit));
        return new Window(first, tsNanos.length - first, tsNanos[first], end);
    }

    /** Returns the last time at which a point would belong to a window. */
    private long deadline(long first, long last) {
        return Math.min(sum(last, maxGapNanos), sum(first, maxLengthNanos));
    }

    private static long sum(long time, long positive) {
        long sum = time + positive;
        return sum < time ? Long.MAX_VALUE : sum;
    }
}
