// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

/**
 * A window of time, as in the trace.
 *
 * @param fromNanos its start
 * @param toNanos its end, not before its start
 */
public record TimeWindow(long fromNanos, long toNanos) {
    public TimeWindow {
        if (fromNanos > toNanos) {
            throw new IllegalArgumentException("a window ends at '" + toNanos + "', before '" + fromNanos + "'");
        }
    }

    /** Returns whether a span is in the window for some time, or touches it. */
    public boolean overlaps(long startNanos, long endNanos) {
        return startNanos <= toNanos && endNanos >= fromNanos;
    }

    public boolean contains(long nanos) {
        return nanos >= fromNanos && nanos <= toNanos;
    }
}
