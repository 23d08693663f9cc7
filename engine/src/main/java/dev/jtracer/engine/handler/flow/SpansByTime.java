// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import java.util.Comparator;
import java.util.List;

/** The spans of one track in the order of their begins, an outer span before its inner spans. */
final class SpansByTime {
    static final int NONE = -1;

    private final FlowSpans spans;
    private final int[] rows;
    /** For each index in {@link #rows} that of the span around it. */
    private final int[] parents;
    /** For each index that of a span further out. The steps to the outermost span double in length. */
    private final int[] jumps;

    private final int[] depths;
    /** For each index the latest begin among the spans up to it that begin at the same time. */
    private final long[] latestBegins;

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
        this.jumps = new int[rows.length];
        this.depths = new int[rows.length];
        this.latestBegins = new long[rows.length];
        for (int place = 0; place < rows.length; place++) {
            int parent = place - 1;
            while (parent != NONE && spans.endNanos(rows[place]) > spans.endNanos(rows[parent])) {
                parent = parents[parent];
            }
            parents[place] = parent;
            link(place, parent);
            boolean together = place > 0 && spans.startNanos(rows[place - 1]) == spans.startNanos(rows[place]);
            long begin = spans.beginIndex(rows[place]);
            latestBegins[place] = together ? Math.max(latestBegins[place - 1], begin) : begin;
        }
    }

    private void link(int place, int parent) {
        if (parent == NONE) {
            jumps[place] = NONE;
            return;
        }
        depths[place] = depths[parent] + 1;
        int jump = jumps[parent];
        int beyond = jump == NONE ? NONE : jumps[jump];
        boolean equalSteps = beyond != NONE && depths[parent] - depths[jump] == depths[jump] - depths[beyond];
        jumps[place] = equalSteps ? beyond : parent;
    }

    /** Returns the innermost span that contains a time, its ends included; of two spans that meet there the later. */
    int around(long nanos) {
        int place = firstNotBefore(nanos + 1) - 1;
        // An outer span never ends earlier.
        while (place != NONE && spans.endNanos(rows[place]) < nanos) {
            int jump = jumps[place];
            place = jump != NONE && spans.endNanos(rows[jump]) < nanos ? jump : parents[place];
        }
        return place == NONE ? NONE : rows[place];
    }

    /** Returns the first span that begins after a time, or at that time with an event after {@code eventIndex}. */
    int next(long nanos, long eventIndex) {
        int low = firstNotBefore(nanos);
        int high = firstNotBefore(nanos + 1);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latestBegins[middle] <= eventIndex) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == rows.length ? NONE : rows[low];
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
