// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Saturated;
import java.util.List;
import java.util.Optional;

/**
 * Totals per function, ordered by average duration, longest first, then by first event, latest first. Immutable.
 *
 * @param rows one per name
 * @param unmatchedEnds ends of calls that were not open, for example of calls from before the recording
 * @param dropped pending calls that were evicted because too many later ones waited for a callback
 */
public record Functions(List<Row> rows, long unmatchedEnds, long dropped) {
    public static final Functions EMPTY = new Functions(List.of());

    /** Creates totals without unmatched ends. */
    public Functions(List<Row> rows) {
        this(rows, 0, 0);
    }

    public Functions {
        rows = List.copyOf(rows);
    }

    /** Returns the totals of a function, if it was called. */
    public Optional<Row> find(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /**
     * Totals of one function. Times are in nanoseconds and come from finished calls only; without any, all are 0. A
     * call that received callbacks is finished when at least one of them has run, and lasts until its own end or that
     * of their last run, whichever is later; any other call lasts until its own end. Sums stop at the largest long.
     *
     * @param name name as in the trace
     * @param finished durations of the finished calls: a recursive call counts both within its caller and by itself
     * @param nestedNanos the part of {@code calls} in calls that have another call of the same function around them
     *     on their track
     * @param openNanos known time of the unfinished calls that have none around them
     * @param selfNanos time between begin and end of the calls outside of inner traced calls and runs of callbacks;
     *     includes pending calls
     * @param threw calls that ended by an exception; includes pending calls
     * @param unfinished calls without a known begin or end; in none of the other numbers
     * @param pending calls that have ended and received callbacks, but without a run so far; not in {@code finished}
     * @param callbackRuns finished runs of callbacks that the finished calls received, also through further calls
     * @param calls durations from begin to end of all calls that have ended, with or without callbacks
     * @param durations distribution of {@code calls}
     */
    public record Row(
            String name,
            Durations finished,
            long nestedNanos,
            long openNanos,
            long selfNanos,
            long threw,
            long unfinished,
            long pending,
            long callbackRuns,
            Durations calls,
            Histogram durations) {
        /**
         * Returns the duration that a percentage of {@link #calls} did not exceed, to within 1.6 %; between the
         * shortest and the longest.
         *
         * @param percent 0 to 100; 50 gives the median
         */
        public long percentileNanos(double percent) {
            return calls.percentileNanos(durations, percent);
        }

        /** Returns the sum of two totals of the same name. */
        public Row plus(Row other) {
            return new Row(
                    name,
                    finished.plus(other.finished),
                    Saturated.sum(nestedNanos, other.nestedNanos),
                    Saturated.sum(openNanos, other.openNanos),
                    Saturated.sum(selfNanos, other.selfNanos),
                    threw + other.threw,
                    unfinished + other.unfinished,
                    pending + other.pending,
                    callbackRuns + other.callbackRuns,
                    calls.plus(other.calls),
                    durations.plus(other.durations));
        }

        /**
         * Returns the total to be shown: the time of {@link #calls} that have no call of the function around them, so
         * that time counts once however deep a recursion is. An unfinished call of a recursion counts as far as it is
         * known: otherwise the finished calls within it would be in no total.
         */
        public long outermostNanos() {
            return nestedNanos == 0
                    ? calls.totalNanos()
                    : Saturated.sum(Math.max(0, calls.totalNanos() - nestedNanos), openNanos);
        }
    }
}
