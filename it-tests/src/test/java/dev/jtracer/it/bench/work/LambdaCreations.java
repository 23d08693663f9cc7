// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Capturing lambdas, created and kept for a moment. */
public final class LambdaCreations implements IntUnaryOperator {
    /** The number of creations in an operation. */
    public static final int COUNT = 16;

    private final Object[] adders = new Object[COUNT];

    @Override
    public int applyAsInt(int seed) {
        Lambdas.adders(adders);
        return seed + adders.length;
    }
}
