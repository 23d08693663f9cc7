// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.List;

/**
 * One method before and after.
 *
 * @param name name as in the trace
 * @param judged whether the method has a large enough share of the time, in enough recordings, to be judged
 * @param factor own time of a usual call after, divided by that before; NaN if the method is not judged
 * @param detectable the smallest factor that would have been no noise; NaN if the method is not judged
 * @param changes changes that are no noise; empty if there are none or the method is not judged
 */
public record MethodComparison(
        String name,
        MethodSide before,
        MethodSide after,
        boolean judged,
        double factor,
        double detectable,
        List<Change> changes) {
    public MethodComparison {
        changes = List.copyOf(changes);
    }

    /** Whether it has changed beyond noise. */
    public boolean changed() {
        return !changes.isEmpty();
    }

    /** Own time in a recording after, less that before. */
    public double selfDifferenceNanos() {
        return after.selfNanos() - before.selfNanos();
    }
}
