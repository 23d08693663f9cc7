// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.function.IntUnaryOperator;

/** Runs a callback again and again that it passes to nobody. */
public final class HeldCallback {
    private HeldCallback() {}

    /** Runs it as often as {@code args[0]} says. */
    public static void main(String[] args) {
        int runs = Integer.parseInt(args[0]);
        IntUnaryOperator held = value -> value + 1;
        int sum = 0;
        for (int i = 0; i < runs; i++) {
            sum = held.applyAsInt(sum);
        }
        System.out.println("sum " + sum);
    }
}
