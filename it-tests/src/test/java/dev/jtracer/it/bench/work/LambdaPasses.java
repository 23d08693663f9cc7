// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** A lambda that one traced method passes to another, which runs it. */
public final class LambdaPasses implements IntUnaryOperator {
    /** The number of passes in an operation. */
    public static final int COUNT = 16;

    private final Object[] adders = {Lambdas.adder(3)};

    @Override
    public int applyAsInt(int seed) {
        return Lambdas.passes(adders, seed, COUNT);
    }
}
