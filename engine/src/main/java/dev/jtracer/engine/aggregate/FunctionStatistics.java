// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.List;
import java.util.Optional;

/**
 * Totals per function over any number of segments, the longest on average first.
 *
 * @param rows one per name
 * @param unmatchedBegins begins without an end, for example of calls still running at the end
 * @param unmatchedEnds ends of spans that were not open
 * @param missingSegments missing segments before the last one; spans end at these gaps, unfinished
 * @param timesBack cuts between segments at which the time of a track with open spans goes back. The durations of spans next
 *     to them may be wrong by that difference; all totals are exact if this is 0
 */
public record FunctionStatistics(
        List<Row> rows, long unmatchedBegins, long unmatchedEnds, long missingSegments, long timesBack) {
    public FunctionStatistics {
        rows = List.copyOf(rows);
    }

    /** Returns the totals of a function, if it was called. */
    public Optional<Row> find(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /**
     * Totals of one function. Times are in nanoseconds and come from finished calls only; without any, all are 0. Numbers
     * too large for a long stay at the largest long.
     *
     * @param name name as in the trace
     * @param count finished calls
     * @param minNanos duration of the shortest
     * @param maxNanos duration of the longest
     * @param totalNanos sum of the durations; a recursive call counts both within its caller and by itself
     * @param selfNanos time outside of inner traced calls
     * @param threw finished calls that ended by an exception
     * @param unfinished calls without a known begin or end; in none of the other numbers
     * @param durations distribution of the durations; a copy
     */
    public record Row(
            String name,
            long count,
            long minNanos,
            long maxNanos,
            long totalNanos,
            long selfNanos,
            long threw,
            long unfinished,
            Histogram durations) {
        /** Returns the average duration in nanoseconds, never below {@code minNanos}. */
        public double averageNanos() {
            return calls().averageNanos();
        }

        private Durations calls() {
            return new Durations(count, minNanos, maxNanos, totalNanos);
        }

        /**
         * Returns the duration that a percentage of the finished calls did not exceed, to within 1.6 %; between the shortest and the
         * longest.
         *
         * @param percent 0 to 100; 50 gives the median, 0 exactly the shortest, 100 exactly the longest
         */
        public long percentileNanos(double percent) {
            return calls().percentileNanos(durations, percent);
        }
    }
}
