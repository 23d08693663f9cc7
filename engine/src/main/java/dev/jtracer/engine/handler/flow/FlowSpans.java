// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.pairing.Span;
import java.util.Arrays;

/** Spans at which arrows may begin or end, in columns: 52 bytes each. */
final class FlowSpans {
    private int[] tracks = new int[64];
    private int[] nameIndexes = new int[64];
    private int[] categoryIndexes = new int[64];
    private int[] flags = new int[64];
    private int[] depths = new int[64];
    private long[] startNanos = new long[64];
    private long[] endNanos = new long[64];
    private long[] beginIndexes = new long[64];
    private long[] bindIds = new long[64];
    private int count;

    int add(Span span) {
        int row = count;
        if (row == tracks.length) {
            grow(row * 2);
        }
        tracks[row] = span.track();
        nameIndexes[row] = span.nameIndex();
        categoryIndexes[row] = span.categoryIndex();
        flags[row] = span.flags();
        depths[row] = span.depth();
        startNanos[row] = span.startNanos();
        endNanos[row] = span.endNanos();
        beginIndexes[row] = span.beginIndex();
        bindIds[row] = span.bindId();
        count++;
        return row;
    }

    private void grow(int capacity) {
        tracks = Arrays.copyOf(tracks, capacity);
        nameIndexes = Arrays.copyOf(nameIndexes, capacity);
        categoryIndexes = Arrays.copyOf(categoryIndexes, capacity);
        flags = Arrays.copyOf(flags, capacity);
        depths = Arrays.copyOf(depths, capacity);
        startNanos = Arrays.copyOf(startNanos, capacity);
        endNanos = Arrays.copyOf(endNanos, capacity);
        beginIndexes = Arrays.copyOf(beginIndexes, capacity);
        bindIds = Arrays.copyOf(bindIds, capacity);
    }

    int size() {
        return count;
    }

    int track(int row) {
        return tracks[row];
    }

    int nameIndex(int row) {
        return nameIndexes[row];
    }

    int categoryIndex(int row) {
        return categoryIndexes[row];
    }

    int flags(int row) {
        return flags[row];
    }

    int depth(int row) {
        return depths[row];
    }

    long startNanos(int row) {
        return startNanos[row];
    }

    long endNanos(int row) {
        return endNanos[row];
    }

    long beginIndex(int row) {
        return beginIndexes[row];
    }

    long bindId(int row) {
        return bindIds[row];
    }

    Flows.SpanRef ref(int row, StringTable names) {
        return new Flows.SpanRef(
                tracks[row], names.get(nameIndexes[row]), startNanos[row], endNanos[row], beginIndexes[row]);
    }
}
