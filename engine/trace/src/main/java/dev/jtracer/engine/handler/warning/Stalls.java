// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import java.util.List;

/**
 * The times at which the whole JVM was stopped, or too slow to wake the tracer's clock in time. Immutable. Times are
 * in nanoseconds.
 *
 * @param stalls the stalls retained, in the order of arrival
 * @param count number of all stalls, with those not retained
 * @param maxNanos the longest
 * @param totalNanos their sum
 */
public record Stalls(List<Stall> stalls, long count, long maxNanos, long totalNanos) {
    public static final Stalls EMPTY = new Stalls(List.of(), 0, 0, 0);

    public Stalls {
        stalls = List.copyOf(stalls);
    }

    /**
     * One stall.
     *
     * @param endNanos its end
     * @param nanos its duration
     */
    public record Stall(long endNanos, long nanos) {
        public long startNanos() {
            return endNanos - nanos;
        }
    }
}
