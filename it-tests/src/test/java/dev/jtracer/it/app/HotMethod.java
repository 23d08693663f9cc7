// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** Computes for a second, most of the time in one method, for a sampler. */
public final class HotMethod {
    private static final long NANOS = 1_000_000_000;
    private static final int STEPS = 200_000;

    private static double result;

    private HotMethod() {}

    /** Computes. */
    public static void main(String[] args) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < NANOS) {
            result += hot(STEPS * 9) + cold(STEPS);
        }
        System.out.println(result);
    }

    private static double hot(int steps) {
        return sum(steps);
    }

    private static double cold(int steps) {
        return sum(steps);
    }

    private static double sum(int steps) {
        double sum = 0;
        for (int i = 1; i < steps; i++) {
            sum += Math.sqrt(i) / i;
        }
        return sum;
    }
}
