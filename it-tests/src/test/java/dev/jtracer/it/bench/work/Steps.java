// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

/** Short methods, as root calls and within one. */
final class Steps {
    private Steps() {}

    static int step(int value) {
        return value * 31 + (value >>> 7);
    }

    /** Makes 15 calls. */
    static int fifteen(int seed) {
        int value = seed;
        for (int i = 0; i < 15; i++) {
            value = step(value);
        }
        return value;
    }
}
