// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Calls; one of sixteen is a root call. */
public final class NestedSteps implements IntUnaryOperator {
    /** The number of calls in an operation. */
    public static final int COUNT = 16;

    @Override
    public int applyAsInt(int seed) {
        return Steps.fifteen(seed);
    }
}
