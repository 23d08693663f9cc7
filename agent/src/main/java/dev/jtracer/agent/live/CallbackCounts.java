// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Fallbacks;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.handler.totals.PassSites;

/**
 * The passes and runs of a callback.
 *
 * @param passes number of times it was passed to a call
 * @param runs number of finished runs
 * @param pending passes that certainly have no run at the end of the time
 * @param waits distribution of the time from a pass to its run, if that is the only one
 * @param site pass site, {@code Class.method:line}; empty if it is not known
 * @param unclear passes that may have a run or not
 */
public record CallbackCounts(
        String name, long passes, long runs, long pending, Histogram waits, String site, long unclear) {
    static CallbackCounts of(Callbacks.Row row) {
        return new CallbackCounts(
                row.name(), row.passes(), row.run().count(), row.pending(), row.runDelays(), row.site(), row.unclear());
    }

    /** Returns the name behind its site. */
    public String label() {
        return PassSites.label(site, name);
    }

    /** Returns the part of {@link #pending} that may still run. */
    public long notRunYet() {
        return Fallbacks.include(name) ? 0 : pending;
    }

    /** Returns the passes and runs after an earlier snapshot; {@code pending} and {@code unclear} stay. */
    public CallbackCounts since(CallbackCounts earlier) {
        return new CallbackCounts(
                name, passes - earlier.passes, runs - earlier.runs, pending, waits.minus(earlier.waits), site, unclear);
    }
}
