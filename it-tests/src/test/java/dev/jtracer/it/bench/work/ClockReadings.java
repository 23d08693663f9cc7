// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Two clock readings at a time: the least that timing a call can cost. */
public final class ClockReadings implements IntUnaryOperator {
    /** How many pairs make an operation. */
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
