// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import java.util.List;
import java.util.Optional;

/**
 * Totals per function, the slowest on average first; of two with the same average the one seen later first. Immutable.
 *
 * @param rows one per name
 * @param unmatchedEnds ends of calls that were not open, such as calls from before the recording
 */
public record Functions(List<Row> rows, long unmatchedEnds) {
    public static final Functions EMPTY = new Functions(List.of());

    /** Totals of calls that all began. */
    public Functions(List<Row> rows) {
        this(rows, 0);
    }

    public Functions {
        rows = List.copyOf(rows);
    }

    /** The totals of a function, if it was called. */
    public Optional<Row> find(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /**
     * Totals of one function. Times are in nanoseconds and come from finished calls only; all are 0 without any.
     *
     * @param name name as in the trace
     * @param count finished calls
     * @param minNanos duration of the shortest
     * @param maxNanos duration of the longest
     * @param totalNanos sum of the durations; a recursive call counts within its caller and for itself
     * @param selfNanos time outside of the traced calls made by it
     * @param threw finished calls that were left by an exception
     * @param unfinished calls of which not both ends are known; in none of the other numbers
     */
    public record Row(
            String name,
            long count,
            long minNanos,
            long maxNanos,
            long totalNanos,
            long selfNanos,
            long threw,
            long unfinished) {
        /** Average duration in nanoseconds, never below {@code minNanos}. */
        public double averageNanos() {
            return count == 0 ? 0 : Math.max((double) minNanos, (double) totalNanos / count);
        }
    }
}
