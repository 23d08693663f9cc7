// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

/**
 * A callback that waited for its first run.
 *
 * @param name name of the callback as in the trace
 * @param passedTrack index of the track on which it was handed to a call
 * @param passedNanos when that call began, as in the trace
 * @param runTrack index of the track on which it ran
 * @param runStartNanos when its run began
 * @param runEndNanos when its run ended
 * @param ambiguous whether another passing may have caused the run as well
 */
public record SlowHandOff(
        String name,
        int passedTrack,
        long passedNanos,
        int runTrack,
        long runStartNanos,
        long runEndNanos,
        boolean ambiguous) {
    /** Returns how long the callback waited; clocks of two cores may differ by a little, and it is never negative. */
    public long waitNanos() {
        return Math.max(0, runStartNanos - passedNanos);
    }
}
