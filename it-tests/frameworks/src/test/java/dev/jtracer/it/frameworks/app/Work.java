// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * What the applications do for a request. Every method that has the number of its request counts its calls, so that
 * the trace can be compared.
 */
public final class Work {
    private static final AtomicLong CALLS = new AtomicLong();
    private static final Phaser OPEN = new Phaser(1);

    private Work() {}

    /** Counts a call of a method that has the number of its request. */
    public static void called() {
        CALLS.incrementAndGet();
    }

    /** Does a part of a request, for some microseconds or until the thread gets another turn. */
    public static String work(int rid) {
        called();
        step(rid);
        if (rid % 2 == 0) {
            LockSupport.parkNanos(50_000);
        } else {
            Thread.yield();
        }
        step(rid);
        return "done";
    }

    /** Does a short part of a request. */
    @SuppressWarnings("UnusedVariable") // the trace has it
    public static void step(int rid) {
        called();
    }

    /** Takes note of a part of a request that may go on after its answer. */
    public static void begins() {
        OPEN.register();
    }

    /** Ends that part. */
    public static void ends() {
        OPEN.arriveAndDeregister();
    }

    /** Waits for all parts, prints the number of calls and ends the JVM. */
    public static void exit() {
        OPEN.arriveAndAwaitAdvance();
        System.out.println("\ncalls " + CALLS.get());
        System.exit(0);
    }
}
