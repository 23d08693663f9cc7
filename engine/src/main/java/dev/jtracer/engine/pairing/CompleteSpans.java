// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.TraceEvent;
import java.util.Arrays;
import java.util.Comparator;

/** Keeps complete events, which may come in any order, and finds out how they nest. */
final class CompleteSpans {
    private int[] tracks = new int[16];
    private int[] nameIndexes = new int[16];
    private byte[] flags = new byte[16];
    private long[] startNanos = new long[16];
    private long[] durNanos = new long[16];
    private int count;

    void add(TraceEvent event) {
        int i = count;
        if (i == tracks.length) {
            grow();
        }
        tracks[i] = event.track();
        nameIndexes[i] = event.nameIndex();
        flags[i] = (byte) event.flags();
        startNanos[i] = event.tsNanos();
        durNanos[i] = event.durNanos();
        count = i + 1;
    }

    private void grow() {
        int capacity = count * 2;
        tracks = Arrays.copyOf(tracks, capacity);
        nameIndexes = Arrays.copyOf(nameIndexes, capacity);
        flags = Arrays.copyOf(flags, capacity);
        startNanos = Arrays.copyOf(startNanos, capacity);
        durNanos = Arrays.copyOf(durNanos, capacity);
    }

    /**
     * Reports all spans, track by track, an inner one before the one around it. One that ends after the span in which it
     * begins keeps its duration, but only the part within counts there.
     *
     * @return how many spans overlap another in that way
     */
    long forEach(SpanSink sink) {
        OpenSpans open = new OpenSpans();
        int[] indexes = new int[16];
        long overlaps = 0;
        int track = -1;
        for (int i : inNestingOrder()) {
            boolean sameTrack = tracks[i] == track;
            while (open.depth() > 0 && !(sameTrack && startNanos[i] < end(indexes[open.depth() - 1]))) {
                close(open, indexes, sink);
            }
            track = tracks[i];
            int depth = open.depth();
            if (depth == indexes.length) {
                indexes = Arrays.copyOf(indexes, depth * 2);
            }
            if (depth > 0 && end(i) > end(indexes[depth - 1])) {
                overlaps++;
            }
            indexes[depth] = i;
            open.push(nameIndexes[i], startNanos[i], flags[i]);
        }
        while (open.depth() > 0) {
            close(open, indexes, sink);
        }
        return overlaps;
    }

    private void close(OpenSpans open, int[] indexes, SpanSink sink) {
        int level = open.depth() - 1;
        int i = indexes[level];
        long endWithinParent = level == 0 ? end(i) : Math.min(end(i), end(indexes[level - 1]));
        long selfNanos = open.close(endWithinParent);
        sink.span(tracks[i], nameIndexes[i], startNanos[i], end(i), selfNanos, level, flags[i]);
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
