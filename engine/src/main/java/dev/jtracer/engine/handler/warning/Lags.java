// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import java.util.List;

/**
 * When the whole JVM stood still, or was too slow to wake the tracer's clock in time. Immutable. Times are in nanoseconds.
 *
 * @param lags those that are kept, in the order in which they come
 * @param count all of them, with those that are not kept
 * @param maxNanos the longest
 * @param totalNanos their sum
 */
public record Lags(List<Lag> lags, long count, long maxNanos, long totalNanos) {
    public static final Lags EMPTY = new Lags(List.of(), 0, 0, 0);

    public Lags {
        lags = List.copyOf(lags);
    }

    /**
     * One lag.
     *
     * @param endNanos when it was over
     * @param nanos how long it was
     * @param eventIndex place of its event among the events of the trace
     */
    public record Lag(long endNanos, long nanos, long eventIndex) {
        public long startNanos() {
            return endNanos - nanos;
        }
    }
}
