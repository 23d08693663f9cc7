// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.callbacks;

import java.util.concurrent.locks.LockSupport;

/** The last steps of a {@link PriceRequest}. */
final class Till {
    private Till() {}

    static int addTax(int cents) {
        LockSupport.parkNanos(1_600_000);
        return cents * 119 / 100;
    }

    static void print(String answer) {
        LockSupport.parkNanos(1_900_000);
        System.out.println(answer);
    }
}
