// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * Sums that stop at the largest number, for times and counts that may be arbitrarily large in a damaged or hostile
 * file. The sum is the same in any order.
 */
public final class Saturated {
    private Saturated() {}

    /** Returns the sum of two numbers that are not negative. */
    public static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
