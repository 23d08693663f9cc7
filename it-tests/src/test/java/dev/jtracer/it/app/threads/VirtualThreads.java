// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.threads;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Twenty virtual threads that leave their carrier in the middle of a call, again and again. Needs Java 21 or later;
 * on an older one it says so and ends.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.it.app.threads \
 *      -cp examples/target/examples.jar dev.jtracer.it.app.threads.VirtualThreads
 * </pre>
 *
 * Look at the rows {@code virtual threads}: each virtual thread keeps its own calls, whichever carrier ran them.
 */
public final class VirtualThreads {
    private static final int THREADS = 20;
    private static final int STEPS = 10;

    private VirtualThreads() {}

    /** Prints the number of steps that all threads took. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        if (Runtime.version().feature() < 21) {
            System.out.println("virtual threads need Java 21; this is an older one");
            return;
        }
        // By reflection, because this class is compiled for Java 17.
        Method startVirtualThread = Thread.class.getMethod("startVirtualThread", Runnable.class);
        AtomicLong steps = new AtomicLong();
        Runnable journey = () -> journey(steps);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add((Thread) startVirtualThread.invoke(null, journey));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(THREADS + " virtual threads took " + steps + " steps");
    }

    private static void journey(AtomicLong steps) {
        for (int i = 0; i < STEPS; i++) {
            step(steps);
        }
    }

    private static void step(AtomicLong steps) {
        steps.incrementAndGet();
        parkInMidCall();
        parkInMidCall();
    }

    private static void parkInMidCall() {
        // A virtual thread unmounts from its carrier here and may come back on another one.
        LockSupport.parkNanos(1);
        LockSupport.parkNanos(1);
    }
}
