// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

/** Sums that stop at the largest number. Of numbers that are not negative, such a sum is the same in any order. */
final class Saturated {
    private Saturated() {}

    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
