// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Calls of one lambda. */
public final class LambdaCalls implements IntUnaryOperator {
    /** The number of calls in an operation. */
    public static final int COUNT = 16;

    private final IntUnaryOperator adder = Lambdas.adder(3);

    @Override
    public int applyAsInt(int seed) {
        int value = seed;
        for (int i = 0; i < COUNT; i++) {
            value = adder.applyAsInt(value);
        }
        return value;
    }
}
