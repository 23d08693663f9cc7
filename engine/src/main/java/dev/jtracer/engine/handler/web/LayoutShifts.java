// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.handler.meta.Browser.Navigation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The layout shifts of a page in bursts, with their scores. Immutable.
 *
 * @param clusters the bursts, in the order of time
 * @param scoreRecords the score over time: a step at each shift, and back to 0 where a burst's window ends
 * @param sessionMaxScore the largest score of a burst, which is the page's cumulative layout shift; 0 without bursts
 * @param worstCluster number of the burst with that score, from 1; 0 without bursts
 * @param afterInput shifts ignored because they followed an input of the user
 * @param withoutData shifts ignored because the event had no data
 */
public record LayoutShifts(
        List<Cluster> clusters,
        List<ScoreRecord> scoreRecords,
        double sessionMaxScore,
        int worstCluster,
        long afterInput,
        long withoutData) {
    /** The limits of a burst's gaps and length; Chrome's values. */
    public static final SessionWindows WINDOWS = new SessionWindows(1_000_000_000L, 5_000_000_000L);
    /** From this score on a burst needs improvement. */
    public static final double NEEDS_IMPROVEMENT = 0.1;
    /** From this score on a burst is bad. */
    public static final double BAD = 0.25;

    /** The shifts of a page without any. */
    public static final LayoutShifts EMPTY = new LayoutShifts(List.of(), List.of(), 0, 0, 0, 0);

    public LayoutShifts {
        clusters = List.copyOf(clusters);
        scoreRecords = List.copyOf(scoreRecords);
    }

    /**
     * A shift.
     *
     * @param eventIndex index of its event in the trace
     * @param frame id of its frame; empty if not known
     * @param delta its contribution to the score
     * @param cumulative the score of its burst, this shift included
     */
    public record LayoutShift(long eventIndex, long tsNanos, String frame, double delta, double cumulative) {}

    /**
     * The score from a time on.
     *
     * @param score the score of the current burst, 0 outside of bursts
     */
    public record ScoreRecord(long tsNanos, double score) {}

    /**
     * A part of a burst's window; empty when both times are equal.
     *
     * @param startNanos its first nanosecond
     * @param endNanos the first nanosecond after it
     */
    public record ScoreWindow(long startNanos, long endNanos) {}

    /**
     * A burst.
     *
     * @param shifts its shifts in the order of time, at least one
     * @param startNanos time of the first shift
     * @param endNanos the end of its window, after which no shift can belong to it
     * @param durNanos from the first shift to a second after the last
     * @param good until its score reached {@link #NEEDS_IMPROVEMENT}
     * @param needsImprovement from there until it reached {@link #BAD}; null if it did not get there
     * @param bad from there on; null if it did not get there
     * @param navigation the navigation of the page before it; null if the trace has none
     */
    public record Cluster(
            List<LayoutShift> shifts,
            long startNanos,
            long endNanos,
            long durNanos,
            ScoreWindow good,
            @Nullable ScoreWindow needsImprovement,
            @Nullable ScoreWindow bad,
            @Nullable Navigation navigation) {
        public Cluster {
            shifts = List.copyOf(shifts);
        }

        /** Returns the sum of all its shifts. */
        public double score() {
            return shifts.get(shifts.size() - 1).cumulative();
        }

        /** Returns the largest shift, the first of several. */
        public LayoutShift worstShift() {
            LayoutShift worst = shifts.get(0);
            for (LayoutShift shift : shifts) {
                worst = shift.delta() > worst.delta() ? shift : worst;
            }
            return worst;
        }
    }

    /** Returns the burst with the largest score. */
    public Optional<Cluster> worst() {
        return worstCluster == 0 ? Optional.empty() : Optional.of(clusters.get(worstCluster - 1));
    }
}
