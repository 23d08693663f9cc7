// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** A factory of lambdas: the class that is traced where callbacks are measured. */
final class Lambdas {
    private Lambdas() {}

    static IntUnaryOperator adder(int summand) {
        return value -> value + summand;
    }

    /**
     * Fills an array, so that the cost of this call hides nothing of the creations. An array of callbacks would be
     * passed.
     */
    static void adders(Object[] adders) {
        for (int i = 0; i < adders.length; i++) {
            int summand = i;
            IntUnaryOperator adder = value -> value + summand;
            adders[i] = adder;
        }
    }

    /** Passes a callback several times, out of an array, so that it was passed to no call around this one. */
    static int passes(Object[] adders, int seed, int count) {
        IntUnaryOperator adder = (IntUnaryOperator) adders[0];
        int value = seed;
        for (int i = 0; i < count; i++) {
            value = run(adder, value);
        }
        return value;
    }

    private static int run(IntUnaryOperator callback, int value) {
        return callback.applyAsInt(value);
    }

    /** Passes a method reference. */
    static int references(int seed, int count) {
        int result = seed;
        for (int i = 0; i < count; i++) {
            result = Optional.of(result).map(Lambdas::next).get();
        }
        return result;
    }

    private static int next(int number) {
        return number + 1;
    }
}
