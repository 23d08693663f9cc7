// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** Loads a class on a thread that has been interrupted. */
public final class InterruptedLoading {
    private InterruptedLoading() {}

    /** Prints whether the thread is still interrupted. */
    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        System.out.println(Fresh.greeting("there"));
        System.out.println("interrupted " + Thread.interrupted());
        System.out.println(Fresh.greeting("again"));
    }

    private static final class Fresh {
        private Fresh() {}

        static String greeting(String whom) {
            return "hello ".concat(whom);
        }
    }
}
