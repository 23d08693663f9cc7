// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import java.util.Comparator;
import java.util.List;

/** The spans of one track in the order in which they begin, an outer one before those within it. */
final class SpansByTime {
    static final int NONE = -1;

    private final FlowSpans spans;
    private final int[] rows;
    /** By place in {@link #rows}, the place of the span around it. */
    private final int[] parents;

    SpansByTime(FlowSpans spans, List<Integer> rowsOfTrack) {
        this.spans = spans;
        this.rows = rowsOfTrack.stream()
                .sorted(Comparator.<Integer>comparingLong(spans::startNanos)
                        .thenComparing(Comparator.<Integer>comparingLong(spans::endNanos)
                                .reversed())
                        .thenComparingLong(spans::beginIndex))
                .mapToInt(row -> row)
                .toArray();
        this.parents = new int[rows.length];
        for (int place = 0; place < rows.length; place++) {
            int parent = place - 1;
            while (parent != NONE && spans.endNanos(rows[place]) > spans.endNanos(rows[parent])) {
                parent = parents[parent];
            }
            parents[place] = parent;
        }
    }

    /** The innermost span that a time lies in, its ends included; of two that meet there the one that begins. */
    int around(long nanos) {
        int place = firstNotBefore(nanos + 1) - 1;
        while (place != NONE && spans.endNanos(rows[place]) < nanos) {
            place = parents[place];
        }
        return place == NONE ? NONE : rows[place];
    }

    /** The first span that begins after a time, or at it with an event behind {@code eventIndex}. */
    int next(long nanos, long eventIndex) {
        for (int place = firstNotBefore(nanos); place < rows.length; place++) {
            if (spans.startNanos(rows[place]) > nanos || spans.beginIndex(rows[place]) > eventIndex) {
                return rows[place];
            }
        }
        return NONE;
    }

    private int firstNotBefore(long nanos) {
        int low = 0;
        int high = rows.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.startNanos(rows[middle]) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
