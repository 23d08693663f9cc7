// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.handler.meta.Browser.Navigation;
import dev.jtracer.engine.handler.web.LayoutShifts.ScoreWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sum of the shifts of one burst, and the times at which its score became worse. */
final class ScoreSteps {
    private final long startNanos;
    private final long endNanos;
    private final List<LayoutShifts.LayoutShift> shifts = new ArrayList<>();
    private double score;
    private long improvementNanos;
    private long badNanos;

    ScoreSteps(long startNanos, long endNanos) {
        this.startNanos = startNanos;
        this.endNanos = endNanos;
        this.improvementNanos = endNanos;
        this.badNanos = endNanos;
    }

    void add(long eventIndex, long tsNanos, String frame, double delta) {
        double before = score;
        score += delta;
        shifts.add(new LayoutShifts.LayoutShift(eventIndex, tsNanos, frame, delta, score));
        if (before < LayoutShifts.NEEDS_IMPROVEMENT && score >= LayoutShifts.NEEDS_IMPROVEMENT) {
            improvementNanos = tsNanos;
        }
        if (before < LayoutShifts.BAD && score >= LayoutShifts.BAD) {
            badNanos = tsNanos;
        }
    }

    LayoutShifts.Cluster cluster(@Nullable Navigation navigation) {
        long lastNanos = shifts.get(shifts.size() - 1).tsNanos();
        return new LayoutShifts.Cluster(
                shifts,
                startNanos,
                endNanos,
                lastNanos - startNanos + LayoutShifts.WINDOWS.maxGapNanos(),
                new ScoreWindow(startNanos, improvementNanos),
                // A large shift can take the score from good to bad at once.
                window(
                        score >= LayoutShifts.NEEDS_IMPROVEMENT && improvementNanos < badNanos,
                        improvementNanos,
                        badNanos),
                window(score >= LayoutShifts.BAD, badNanos, endNanos),
                navigation);
    }

    private static @Nullable ScoreWindow window(boolean reached, long startNanos, long endNanos) {
        return reached ? new ScoreWindow(startNanos, endNanos) : null;
    }
}
