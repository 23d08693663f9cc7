// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;

/**
 * Serves 200 fast requests of 2,000 steps each, and as many slow ones between them as its argument says. Before and
 * after each slow request, nothing runs for half a second, but for one call just before it. Prints whether the
 * machine made one of the fast ones slow. Then waits for a line of input.
 */
public final class FewSlowRequests {
    private static final int FAST = 200;
    private static final int STEPS = 2_000;
    private static final int MILLIS = 500;

    private static final long STALL_NANOS = 300_000_000;

    private static long sum;
    private static long slowestNanos;

    private FewSlowRequests() {}

    /** Serves all requests, one after the other. */
    public static void main(String[] args) throws InterruptedException, IOException {
        int slow = Integer.parseInt(args[0]);
        for (int i = 0; i < FAST; i++) {
            long start = System.nanoTime();
            fast();
            slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
            if ((i + 1) % (FAST / (slow + 1)) == 0 && i / (FAST / (slow + 1)) < slow) {
                Thread.sleep(MILLIS);
                before();
                slow();
                Thread.sleep(MILLIS);
            }
        }
        System.out.println(slowestNanos > STALL_NANOS ? "served, stalled " + sum : "served " + sum);
        System.in.read();
    }

    private static void fast() {
        for (int i = 0; i < STEPS; i++) {
            step(i);
        }
    }

    private static void step(int i) {
        sum += half(i * 10L);
    }

    private static long half(long value) {
        return value >> 1;
    }

    private static void before() {
        sum += half(3) + half(5);
    }

    private static void slow() throws InterruptedException {
        sum += half(7) + half(9);
        waiting();
        sum += half(7) + half(9);
    }

    private static void waiting() throws InterruptedException {
        Thread.sleep(MILLIS);
        sum += half(7) + half(9);
    }
}
