// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.TraceEvent;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Keeps complete events, which may come in any order, and finds out how they nest. */
final class CompleteSpans {
    private int[] tracks = new int[16];
    private int[] nameIndexes = new int[16];
    private int[] categoryIndexes = new int[16];
    private int[] flags = new int[16];
    private long[] startNanos = new long[16];
    private long[] durNanos = new long[16];
    private long[] threadNanos = new long[16];
    private long[] threadDurNanos = new long[16];
    private long[] bindIds = new long[16];
    private long[] indexes = new long[16];
    private final boolean keepDetails;
    private @Nullable TraceEvent[] kept = new TraceEvent[0];
    private int count;

    CompleteSpans(boolean keepDetails) {
        this.keepDetails = keepDetails;
    }

    void add(TraceEvent event) {
        int i = count;
        if (i == tracks.length) {
            grow();
        }
        tracks[i] = event.track();
        nameIndexes[i] = event.nameIndex();
        categoryIndexes[i] = event.categoryIndex();
        flags[i] = event.flags();
        startNanos[i] = event.tsNanos();
        durNanos[i] = event.durNanos();
        threadNanos[i] = event.threadNanos();
        threadDurNanos[i] = event.threadDurNanos();
        bindIds[i] = event.bindId();
        indexes[i] = event.index();
        if (keepDetails && event.hasDetails()) {
            if (i >= kept.length) {
                kept = Arrays.copyOf(kept, tracks.length);
            }
            kept[i] = event.copy();
        }
        count = i + 1;
    }

    private void grow() {
        int capacity = count * 2;
        tracks = Arrays.copyOf(tracks, capacity);
        nameIndexes = Arrays.copyOf(nameIndexes, capacity);
        flags = Arrays.copyOf(flags, capacity);
        startNanos = Arrays.copyOf(startNanos, capacity);
        durNanos = Arrays.copyOf(durNanos, capacity);
        categoryIndexes = Arrays.copyOf(categoryIndexes, capacity);
        threadNanos = Arrays.copyOf(threadNanos, capacity);
        threadDurNanos = Arrays.copyOf(threadDurNanos, capacity);
        bindIds = Arrays.copyOf(bindIds, capacity);
        indexes = Arrays.copyOf(indexes, capacity);
    }

    /**
     * Reports all spans, track by track, an inner one before the one around it. One that ends after the span in which it
     * begins keeps its duration, but only the part within counts there.
     *
     * @return how many spans overlap another in that way
     */
    long forEach(Span span, SpanSink sink) {
        OpenSpans open = new OpenSpans();
        int[] levels = new int[16];
        long overlaps = 0;
        int track = -1;
        for (int i : inNestingOrder()) {
            boolean sameTrack = tracks[i] == track;
            while (open.depth() > 0 && !(sameTrack && startNanos[i] < end(levels[open.depth() - 1]))) {
                close(open, levels, span, sink);
            }
            track = tracks[i];
            int depth = open.depth();
            if (depth == levels.length) {
                levels = Arrays.copyOf(levels, depth * 2);
            }
            if (depth > 0 && end(i) > end(levels[depth - 1])) {
                overlaps++;
            }
            levels[depth] = i;
            open.push(nameIndexes[i], startNanos[i], flags[i]);
        }
        while (open.depth() > 0) {
            close(open, levels, span, sink);
        }
        return overlaps;
    }

    private void close(OpenSpans open, int[] levels, Span span, SpanSink sink) {
        int level = open.depth() - 1;
        int i = levels[level];
        long endWithinParent = level == 0 ? end(i) : Math.min(end(i), end(levels[level - 1]));
        long selfNanos = open.close(endWithinParent);
        span.track = tracks[i];
        span.nameIndex = nameIndexes[i];
        span.categoryIndex = categoryIndexes[i];
        span.depth = level;
        span.flags = flags[i];
        span.startNanos = startNanos[i];
        span.endNanos = end(i);
        span.selfNanos = selfNanos;
        span.threadNanos = threadNanos[i];
        span.threadDurNanos = threadDurNanos[i];
        span.bindId = bindIds[i];
        span.beginIndex = indexes[i];
        span.endIndex = indexes[i];
        span.begin = i < kept.length ? kept[i] : null;
        span.end = null;
        sink.span(span);
    }

    private long end(int i) {
        return startNanos[i] + durNanos[i];
    }

    private Integer[] inNestingOrder() {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        // Stable: what begins and ends together keeps its order, the first around the second.
        Arrays.sort(
                order,
                Comparator.<Integer>comparingInt(i -> tracks[i])
                        .thenComparingLong(i -> startNanos[i])
                        .thenComparingLong(i -> -durNanos[i]));
        return order;
    }
}
