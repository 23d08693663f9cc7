// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Two clock readings at a time: the minimum cost of timing a call. */
public final class ClockReadings implements IntUnaryOperator {
    /** The number of pairs in an operation. */
    public static final int COUNT = 16;

    @Override
    public int applyAsInt(int seed) {
        long nanos = 0;
        for (int i = 0; i < COUNT; i++) {
            long start = System.nanoTime();
            nanos += System.nanoTime() - start;
        }
        return (int) nanos;
    }
}
