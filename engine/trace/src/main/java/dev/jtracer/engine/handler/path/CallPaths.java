// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.handler.totals.Waits;
import java.util.List;

/**
 * The calls of a trace, added up by their callers. Immutable.
 *
 * @param roots root calls of all threads, those with the longest total time first
 * @param slowest root calls that took longest, the longest first; of equals the earlier one first
 * @param leftOut calls that are counted under {@link CallPath#OTHER}, because there are too many different paths
 */
public record CallPaths(List<CallPath> roots, List<RootCall> slowest, long leftOut) {
    public CallPaths {
        roots = List.copyOf(roots);
        slowest = List.copyOf(slowest);
    }

    /** Returns these paths, with what the slowest calls waited for. */
    public CallPaths with(Waits waits) {
        return new CallPaths(
                roots, slowest.stream().map(call -> call.with(waits)).toList(), leftOut);
    }
}
