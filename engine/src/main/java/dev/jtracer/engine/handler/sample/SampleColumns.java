// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Times and nodes of samples during collection. */
final class SampleColumns {
    private long[] tsNanos = new long[64];
    private int[] nodes = new int[64];
    private int size;

    void add(long nanos, int node) {
        if (size == nodes.length) {
            tsNanos = Arrays.copyOf(tsNanos, size * 2);
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        tsNanos[size] = nanos;
        nodes[size] = node;
        size++;
    }

    /** Sorts the samples by time. Samples of the same time keep their order. */
    void sort() {
        for (int i = 1; i < size; i++) {
            if (tsNanos[i] < tsNanos[i - 1]) {
                reorder();
                return;
            }
        }
    }

    private void reorder() {
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingLong(sample -> tsNanos[sample]))
                .mapToInt(Integer::intValue)
                .toArray();
        tsNanos = Arrays.stream(order).mapToLong(sample -> tsNanos[sample]).toArray();
        nodes = Arrays.stream(order).map(sample -> nodes[sample]).toArray();
    }

    long[] tsNanos() {
        return Arrays.copyOf(tsNanos, size);
    }

    int[] nodes() {
        return Arrays.copyOf(nodes, size);
    }
}
