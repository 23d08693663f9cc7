// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import java.util.List;

/**
 * The layout shifts of a page in bursts, with their scores. Immutable.
 *
 * @param clusters the bursts, in the order of time
 * @param afterInput shifts ignored because they followed an input of the user
 * @param withoutData shifts ignored because the event had no data
 */
public record LayoutShifts(List<Cluster> clusters, long afterInput, long withoutData) {
    /** From this score on a burst needs improvement. */
    public static final double NEEDS_IMPROVEMENT = 0.1;
    /** From this score on a burst is bad. */
    public static final double BAD = 0.25;

    public LayoutShifts {
        clusters = List.copyOf(clusters);
    }

    /**
     * A burst.
     *
     * @param shifts number of its shifts, at least one
     * @param score the sum of all its shifts
     * @param worstShift the largest of them
     * @param startNanos time of the first shift
     * @param durNanos from the first shift to a second after the last
     */
    public record Cluster(long shifts, double score, double worstShift, long startNanos, long durNanos) {}
}
