// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** A method reference without captures that a traced method passes to the JDK, which runs it. */
public final class ReferencePasses implements IntUnaryOperator {
    /** The number of passes in an operation. */
    public static final int COUNT = 16;

    @Override
    public int applyAsInt(int seed) {
        return Lambdas.references(seed, COUNT);
    }
}
