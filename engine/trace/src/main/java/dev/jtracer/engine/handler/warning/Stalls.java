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
     * Returns for how much of a time a process stalled; 0 also if unknown, because some were not retained.
     */
    public long within(long pid, long fromNanos, long toNanos) {
        long sum = 0;
        if (stalls.size() == count) {
            for (Stall stall : stalls) {
                long begin = Math.max(fromNanos, stall.startNanos());
                long end = Math.min(toNanos, stall.endNanos);
                sum += stall.pid == pid ? Math.max(0, end - begin) : 0;
            }
        }
        return Math.min(sum, toNanos - fromNanos);
    }

    /**
     * One stall.
     *
     * @param pid number of its process
     * @param endNanos its end
     * @param nanos its duration
     */
    public record Stall(long pid, long endNanos, long nanos) {
        public long startNanos() {
            return endNanos - nanos;
        }
    }
}
