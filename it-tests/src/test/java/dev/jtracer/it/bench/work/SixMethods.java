// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/**
 * Eleven calls of six small methods of different shapes, in an order that depends on the numbers: a branch predictor
 * that knows the next call of a recursion does not know it here.
 */
public final class SixMethods implements IntUnaryOperator {
    private final int[] cells = new int[64];
    private long state = 7;

    @Override
    public int applyAsInt(int seed) {
        int result = 0;
        for (int i = 0; i < 5; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L + seed;
            int number = (int) (state >>> 33);
            result += (number & 1) == 0 ? store(number) : combined(number);
        }
        return result;
    }

    private int store(int number) {
        cells[number & 63] = scaled(number);
        return cells[number >> 6 & 63];
    }

    private static int scaled(int number) {
        return number * 31 >> 3;
    }

    private int combined(int number) {
        return (number & 2) == 0 ? scaled(number) : bits(number) + sum(number & 63);
    }

    private static int bits(int number) {
        int bits = 0;
        for (int rest = number & 15; rest != 0; rest >>= 1) {
            bits += rest & 1;
        }
        return bits;
    }

    private int sum(int from) {
        return cells[from] + cells[from ^ 1];
    }
}
