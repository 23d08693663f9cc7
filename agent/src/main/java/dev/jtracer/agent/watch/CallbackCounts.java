// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.watch;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Histogram;

/**
 * The passings and runs of a callback.
 *
 * @param passings number of times it was handed to a call
 * @param runs number of finished runs
 * @param pending passings without a run at the end of the time
 * @param waits distribution of the time from a passing to its first run
 */
public record CallbackCounts(String name, long passings, long runs, long pending, Histogram waits) {
    static CallbackCounts of(Callbacks.Row row) {
        return new CallbackCounts(row.name(), row.passings(), row.run().count(), row.pending(), row.handOffs());
    }

    /** Returns the passings and runs after an earlier snapshot; {@code pending} stays. */
    public CallbackCounts since(CallbackCounts earlier) {
        return new CallbackCounts(
                name, passings - earlier.passings, runs - earlier.runs, pending, waits.minus(earlier.waits));
    }
}
