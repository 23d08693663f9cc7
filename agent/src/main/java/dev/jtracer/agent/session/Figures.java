// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.engine.jtr.LostRecords;

/**
 * The counts of the recorder and of the drain.
 *
 * @param events records that were drained
 * @param lost records that were lost
 * @param droppedPoints lines of text and stalls that were dropped
 * @param callsChosen root calls in the sample, where {@code sample-calls=} chooses some of them; otherwise 0
 * @param callsDropped the other root calls
 */
record Figures(long events, LostRecords lost, long droppedPoints, long callsChosen, long callsDropped) {
    /** Returns the figures since an earlier moment. */
    Figures since(Figures before) {
        return new Figures(
                events - before.events,
                lost.since(before.lost),
                droppedPoints - before.droppedPoints,
                callsChosen - before.callsChosen,
                callsDropped - before.callsDropped);
    }
}
