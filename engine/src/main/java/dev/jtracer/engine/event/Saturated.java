// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * Sums that stop at the largest number, for times and counts that a damaged or hostile file makes as large as it likes. Such a
 * sum is the same in any order.
 */
public final class Saturated {
    private Saturated() {}

    /** Returns the sum of two numbers that are not negative. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
