// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.task;

import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** The recognition of the pool that runs virtual threads. */
final class PoolOfCarriers {
    /* The JDK runs virtual threads in a ForkJoinPool. Its tasks continue a virtual thread, and are passed while
     * one is being mounted or unmounted. */
    private static final @Nullable Class<?> CARRIER = find();

    private PoolOfCarriers() {}

    static void initialize() {
        isCarrier(Thread.currentThread());
    }

    /** Returns whether a pool runs virtual threads: its threads are made by a lambda of the JDK's. */
    static boolean is(ForkJoinPool pool) {
        return CARRIER != null && pool.getFactory().getClass().getName().startsWith("java.lang.");
    }

    /** Returns whether a thread carries virtual threads. */
    static boolean isCarrier(Thread thread) {
        return CARRIER != null && CARRIER.isInstance(thread);
    }

    private static @Nullable Class<?> find() {
        try {
            return Class.forName("jdk.internal.misc.CarrierThread", false, null);
        } catch (ClassNotFoundException beforeVirtualThreads) {
            return null;
        }
    }
}
