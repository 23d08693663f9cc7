// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** A lambda that one traced method hands to another, which runs it. */
public final class LambdaHandOvers implements IntUnaryOperator {
    /** The number of hand-overs in an operation. */
    public static final int COUNT = 16;

    private final Object[] adders = {Lambdas.adder(3)};

    @Override
    public int applyAsInt(int seed) {
        return Lambdas.handOvers(adders, seed, COUNT);
    }
}
