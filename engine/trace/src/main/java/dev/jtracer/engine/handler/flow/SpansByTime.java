// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.handler.flow.Flows.SpanRef;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The spans of one track in the order of their begins, an outer span before its inner spans. */
final class SpansByTime {
    private static final int NONE = -1;

    private final SpanRef[] spans;
    /** For each index in {@link #spans} that of the span around it. */
    private final int[] parents;
    /** For each index that of a span further out. The steps to the outermost span double in length. */
    private final int[] jumps;

    private final int[] depths;
    /** For each index the latest begin among the spans up to it that begin at the same time. */
    private final long[] latestBegins;

    SpansByTime(List<SpanRef> ofTrack) {
        this.spans = ofTrack.stream()
                .sorted(Comparator.comparingLong(SpanRef::startNanos)
                        .thenComparing(
                                Comparator.comparingLong(SpanRef::endNanos).reversed())
                        .thenComparingLong(SpanRef::beginIndex))
                .toArray(SpanRef[]::new);
        this.parents = new int[spans.length];
        this.jumps = new int[spans.length];
        this.depths = new int[spans.length];
        this.latestBegins = new long[spans.length];
        for (int place = 0; place < spans.length; place++) {
            int parent = place - 1;
            while (parent != NONE && spans[place].endNanos() > spans[parent].endNanos()) {
                parent = parents[parent];
            }
            parents[place] = parent;
            link(place, parent);
            boolean together = place > 0 && spans[place - 1].startNanos() == spans[place].startNanos();
            long begin = spans[place].beginIndex();
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
    @Nullable
    SpanRef around(long nanos) {
        int place = firstNotBefore(nanos + 1) - 1;
        // An outer span never ends earlier.
        while (place != NONE && spans[place].endNanos() < nanos) {
            int jump = jumps[place];
            place = jump != NONE && spans[jump].endNanos() < nanos ? jump : parents[place];
        }
        return place == NONE ? null : spans[place];
    }

    /** Returns the first span that begins after a time, or at that time with an event after {@code eventIndex}. */
    @Nullable
    SpanRef next(long nanos, long eventIndex) {
        int next = first(firstNotBefore(nanos), firstNotBefore(nanos + 1), i -> latestBegins[i] > eventIndex);
        return next == spans.length ? null : spans[next];
    }

    private int firstNotBefore(long nanos) {
        return first(0, spans.length, i -> spans[i].startNanos() >= nanos);
    }

    /** Returns the first place in a range for which a condition holds, as it does for all behind; the end if none. */
    static int first(int from, int to, IntPredicate condition) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (condition.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
