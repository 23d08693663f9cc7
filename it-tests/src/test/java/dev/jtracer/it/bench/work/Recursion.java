// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** A recursion of ten calls, with nothing in the innermost: it measures only the cost of calls. */
public final class Recursion implements IntUnaryOperator {
    private static final int DEPTH = 10;

    @Override
    public int applyAsInt(int seed) {
        return descend(DEPTH, seed);
    }

    private static int descend(int levels, int seed) {
        return levels == 1 ? seed : descend(levels - 1, seed) + 1;
    }
}
