// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Calls that are all root calls. */
public final class RootSteps implements IntUnaryOperator {
    /** The number of calls in an operation. */
    public static final int COUNT = 16;

    @Override
    public int applyAsInt(int seed) {
        int value = seed;
        for (int i = 0; i < COUNT; i++) {
            value = Steps.step(value);
        }
        return value;
    }
}
