// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.handler.totals.Histogram;

/**
 * Own times of some calls of a method: their durations without the traced calls made by them.
 *
 * @param nanos how often which own time occurred; not changed any more
 * @param totalNanos sum of the own times
 */
public record OwnTimes(Histogram nanos, long totalNanos) {
    private static final long CALLS_FOR_SLOWEST = 100;

    /** Number of calls. */
    public long calls() {
        return nanos.count();
    }

    /** Whether there are enough calls for a measure. */
    boolean has(Measure measure) {
        return measure == Measure.USUAL || calls() >= CALLS_FOR_SLOWEST;
    }

    /** Returns the logarithm of a measure of time. */
    double log(Measure measure) {
        if (measure == Measure.SLOWEST) {
            return log(nanos.percentile(99));
        }
        // A percentile alone moves in the steps of the histogram's buckets, 3 % each.
        double sum = 0;
        int count = 0;
        for (int percent = 10; percent <= 90; percent += 5) {
            sum += log(nanos.percentile(percent));
            count++;
        }
        return sum / count;
    }

    private static double log(long nanos) {
        return Math.log((double) Math.max(1, nanos));
    }

    OwnTimes plus(OwnTimes other) {
        return new OwnTimes(nanos.plus(other.nanos), Saturated.sum(totalNanos, other.totalNanos));
    }
}
