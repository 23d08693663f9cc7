// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.density;

import dev.jtracer.engine.pairing.SpanBatch;
import java.util.Arrays;

/** The self times of a batch of calls, added up by name. Reused; allocates nothing once it has seen all names. */
final class SelfTimes {
    private long[] nanos = new long[64];
    /** Names in the order of their first call; possibly repeated while the sum is 0. */
    private int[] names = new int[64];

    private int size;

    /** A consumer of a name and the sum of its self times. */
    @FunctionalInterface
    interface Consumer {
        void accept(int nameIndex, long selfNanos);
    }

    void addAll(SpanBatch batch) {
        long[] sums = nanos;
        for (int i = 0, end = batch.size(); i < end; i++) {
            int name = batch.nameIndex(i);
            if (name >= sums.length) {
                sums = Arrays.copyOf(sums, Math.max(name + 1, sums.length * 2));
                nanos = sums;
            }
            long before = sums[name];
            if (before == 0) {
                addName(name);
            }
            sums[name] = before + batch.selfNanos(i);
        }
    }

    private void addName(int nameIndex) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
        }
        names[size++] = nameIndex;
    }

    /** Passes all sums on and removes them. */
    void drain(Consumer consumer) {
        for (int i = 0; i < size; i++) {
            int name = names[i];
            consumer.accept(name, nanos[name]);
            nanos[name] = 0;
        }
        size = 0;
    }
}
