// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A check of which threads are inside the recorder, by their stacks. */
public final class ThreadsInside {
    /* The recorder stores by address, so its memory may be unmapped only when no thread can still store. A thread
     * enters the recorder through a method of this package that reads the switch, and stays within the package until
     * it has stored. With the switch off, a thread that was seen outside once never stores again, because entry
     * point, check and store are all frames of this package and a stack is taken at a safepoint.
     *
     * Stacks of virtual threads are not to be had, and their carrier's stack ends in the continuation that it runs. A
     * carrier that is seen without one, or that has run a probe, has unmounted its virtual thread since the switch is
     * off, and none is unmounted inside the recorder. */
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";

    private static final long PAUSE_NANOS = 5_000_000;

    private final String packagePrefix;
    private final CarrierProbes probes = new CarrierProbes();

    /** @param packagePrefix the recorder's package, with a dot at its end */
    public ThreadsInside(String packagePrefix) {
        this.packagePrefix = packagePrefix;
    }

    /** Waits until each thread was outside once. Returns the number of threads that were not by the deadline. */
    public int awaitLeft(long deadline) {
        Set<Thread> recording = null;
        Set<Thread> carrying = new HashSet<>();
        while (true) {
            Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
            if (recording == null) {
                recording = new HashSet<>(stacks.keySet());
                carrying = new HashSet<>(stacks.keySet());
            }
            recording.removeIf(thread -> !isInside(stacks.get(thread)));
            carrying.removeIf(thread -> !isCarrying(stacks.get(thread)) || probes.haveRunOn(thread));
            int left = recording.size() + carrying.size();
            if (left == 0 || System.nanoTime() - deadline > 0) {
                return left;
            }
            if (!carrying.isEmpty()) {
                probes.start();
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
            Thread.interrupted();
        }
    }

    /** Returns whether a thread with this stack, null if it has ended, is inside the recorder. */
    boolean isInside(StackTraceElement @Nullable [] stack) {
        return has(stack, name -> name.startsWith(packagePrefix) && name.indexOf('.', packagePrefix.length()) < 0);
    }

    /** Returns whether a thread with this stack, null if it has ended, runs a virtual thread. */
    static boolean isCarrying(StackTraceElement @Nullable [] stack) {
        return has(stack, CONTINUATION::equals);
    }

    private static boolean has(StackTraceElement @Nullable [] stack, Predicate<String> className) {
        if (stack != null) {
            for (StackTraceElement frame : stack) {
                if (className.test(frame.getClassName())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Short virtual threads that show which carriers have come to run another one. */
    private static final class CarrierProbes {
        /* The text of a virtual thread names its carrier: VirtualThread[#21]/runnable@ForkJoinPool-1-worker-1. The
         * scheduler runs virtual threads in the order in which they became ready, so a carrier whose threads block or
         * yield comes to a probe. */
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
}
