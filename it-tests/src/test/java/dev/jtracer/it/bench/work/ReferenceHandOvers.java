// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** A method reference without captures that a traced method hands to the JDK, which runs it. */
public final class ReferenceHandOvers implements IntUnaryOperator {
    /** The number of hand-overs in an operation. */
    public static final int COUNT = 16;

    @Override
    public int applyAsInt(int seed) {
        return Lambdas.references(seed, COUNT);
    }
}
