// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.List;

/**
 * The figures of one method in one recording. They count finished calls only; a call lasts from its begin to its end.
 *
 * @param name name as in the trace; overloads are one method
 * @param totalNanos sum of the durations, of a recursion that of the root calls, with the known time of unfinished
 *     ones
 * @param shortestNanos duration of the shortest call
 * @param longestNanos duration of the longest call
 * @param durations how often which duration occurred; not changed any more
 * @param own own times of all calls
 * @param blocks the same in the order in which the calls ended, in a few blocks of about equally many calls
 */
public record MethodSample(
        String name,
        long totalNanos,
        long shortestNanos,
        long longestNanos,
        Histogram durations,
        OwnTimes own,
        List<OwnTimes> blocks) {
    public MethodSample {
        blocks = List.copyOf(blocks);
    }

    /**
     * Creates a sample whose blocks are all its calls.
     *
     * @throws java.util.NoSuchElementException if there is no block
     */
    public MethodSample(
            String name,
            long totalNanos,
            long shortestNanos,
            long longestNanos,
            Histogram durations,
            List<OwnTimes> blocks) {
        this(
                name,
                totalNanos,
                shortestNanos,
                longestNanos,
                durations,
                blocks.stream().reduce(OwnTimes::plus).orElseThrow(),
                blocks);
    }

    /** Returns the duration that a percentage of the calls did not exceed, as a report shows it. */
    long percentile(double percent) {
        return new Durations(calls(), shortestNanos, longestNanos, totalNanos).percentileNanos(durations, percent);
    }

    /** Number of finished calls. */
    public long calls() {
        return durations.count();
    }
}
