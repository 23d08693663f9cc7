// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import java.util.List;

/**
 * The times at which the whole JVM was stopped, or too slow to wake the tracer's clock in time. Immutable. Times are in
 * nanoseconds.
 *
 * @param lags the lags kept, in the order of arrival
 * @param count number of all lags, with those not kept
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
     * @param endNanos its end
     * @param nanos its duration
     */
    public record Lag(long endNanos, long nanos) {
        public long startNanos() {
            return endNanos - nanos;
        }
    }
}
