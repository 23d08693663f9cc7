// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Saturated;

/**
 * Durations of one kind, in nanoseconds; all are 0 without any.
 *
 * @param count number of durations
 * @param minNanos the shortest
 * @param maxNanos the longest
 * @param totalNanos their sum; {@link Long#MAX_VALUE} if it is larger
 */
public record Durations(long count, long minNanos, long maxNanos, long totalNanos) {
    public static final Durations NONE = new Durations(0, 0, 0, 0);

    /** Returns the average in nanoseconds, never below {@code minNanos}. */
    public double averageNanos() {
        return count == 0 ? 0 : Math.max((double) minNanos, (double) totalNanos / count);
    }

    /**
     * Returns the duration that a percentage of the durations did not exceed, to within 1.6 %; between the shortest
     * and the longest.
     *
     * @param distribution of these durations
     * @param percent 0 to 100; 50 gives the median, 0 exactly the shortest, 100 exactly the longest
     */
    public long percentileNanos(Histogram distribution, double percent) {
        if (percent == 0) {
            return minNanos;
        }
        if (Math.ceil(count * (percent * 10) / 1_000) >= count) {
            return maxNanos; // as the p99 of fifty
        }
        return Math.max(minNanos, Math.min(maxNanos, distribution.percentile(percent)));
    }

    /** Returns these durations and others. */
    public Durations plus(Durations other) {
        if (count == 0 || other.count == 0) {
            return count == 0 ? other : this;
        }
        return new Durations(
                count + other.count,
                Math.min(minNanos, other.minNanos),
                Math.max(maxNanos, other.maxNanos),
                Saturated.sum(totalNanos, other.totalNanos));
    }
}
