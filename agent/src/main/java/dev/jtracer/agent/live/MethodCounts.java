// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;

/**
 * The finished calls of a method.
 *
 * @param calls number of calls
 * @param totalNanos sum of their durations, of recursive calls that of the outermost
 * @param selfNanos their time outside of inner traced calls
 * @param durations distribution of their durations
 */
public record MethodCounts(String name, long calls, long totalNanos, long selfNanos, Histogram durations) {
    static MethodCounts of(Functions.Row row) {
        return new MethodCounts(
                row.name(), row.calls().count(), row.outermostNanos(), row.selfNanos(), row.durations());
    }

    /** Returns the calls that finished after an earlier snapshot. */
    public MethodCounts since(MethodCounts earlier) {
        return new MethodCounts(
                name,
                calls - earlier.calls,
                totalNanos - earlier.totalNanos,
                selfNanos - earlier.selfNanos,
                durations.minus(earlier.durations));
    }
}
