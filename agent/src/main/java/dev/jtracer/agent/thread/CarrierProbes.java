// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Short virtual threads that show which carriers have come to run another one. */
final class CarrierProbes {
    /* The text of a virtual thread names its carrier: VirtualThread[#21]/runnable@ForkJoinPool-1-worker-1. The scheduler runs
     * virtual threads in the order in which they became ready, so a carrier whose threads block or yield comes to a probe. */
    private static final int PROBES = 2 * Runtime.getRuntime().availableProcessors();

    private final Set<String> carriers = ConcurrentHashMap.newKeySet();
    private final @Nullable Method startVirtualThread = startVirtualThread();

    /** Starts some probes, which end by themselves. */
    void start() {
        if (startVirtualThread != null) {
            try {
                for (int i = 0; i < PROBES; i++) {
                    startVirtualThread.invoke(null, (Runnable) this::noteCarrier);
                }
            } catch (ReflectiveOperationException | RuntimeException | Error noMemory) {
                // The carriers count as busy.
            }
        }
    }

    private void noteCarrier() {
        String text = Thread.currentThread().toString();
        carriers.add(text.substring(text.indexOf('@') + 1));
    }

    /** Returns whether a probe has run on a carrier. */
    boolean haveRunOn(Thread carrier) {
        return carriers.contains(carrier.getName());
    }

    private static @Nullable Method startVirtualThread() {
        try {
            return Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException beforeVirtualThreads) {
            return null;
        }
    }
}
