// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** Runs many threads that only call methods, for ever, while {@code main} makes some calls of its own. */
public final class BusyThreads {
    private static final int CALLS = 100_000;

    private BusyThreads() {}

    /** {@code args[0]}: the number of threads. */
    public static void main(String[] args) {
        int threads = Integer.parseInt(args[0]);
        for (int i = 0; i < threads; i++) {
            new Thread(BusyThreads::callForEver, "busy-" + i).start();
        }
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum = call(sum);
        }
        System.out.println("main has made " + CALLS + " calls");
    }

    private static void callForEver() {
        int sum = 0;
        while (sum >= 0) {
            sum = call(sum);
        }
    }

    private static int call(int sum) {
        return sum + 1 & 0xffff;
    }
}
