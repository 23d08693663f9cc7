// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * A callback that waited for its only run.
 *
 * @param name name of the callback as in the trace
 * @param passedTrack index of the track on which it was passed to a call
 * @param passedNanos begin of that call, as in the trace
 * @param runTrack index of the track on which it ran
 * @param runStartNanos begin of its run
 * @param runEndNanos end of its run
 * @param site pass site, {@code Class.method:line}; empty if it is not known
 */
public record SlowPass(
        String name,
        int passedTrack,
        long passedNanos,
        int runTrack,
        long runStartNanos,
        long runEndNanos,
        String site) {
    /** Returns the waiting time of the callback, never negative although clocks of two cores may differ slightly. */
    public long waitNanos() {
        return Math.max(0, runStartNanos - passedNanos);
    }

    /** Returns how long it ran. */
    public long runNanos() {
        return runEndNanos - runStartNanos;
    }

    /** Returns this pass with the tracks and times of another trace. */
    public SlowPass moved(IntUnaryOperator track, LongUnaryOperator time) {
        return new SlowPass(
                name,
                track.applyAsInt(passedTrack),
                time.applyAsLong(passedNanos),
                track.applyAsInt(runTrack),
                time.applyAsLong(runStartNanos),
                time.applyAsLong(runEndNanos),
                site);
    }
}
