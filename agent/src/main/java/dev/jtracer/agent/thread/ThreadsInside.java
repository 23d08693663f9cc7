// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.thread;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** A check of which threads are inside the recorder, by their stacks. */
public final class ThreadsInside {
    /* The recorder stores by address, so its memory may be unmapped only when no thread can still store. A thread enters the
     * recorder through a method of this package that reads the switch, and stays within the package until it has stored. With
     * the switch off, a thread that was seen outside once never stores again, because entry point, check and store are all
     * frames of this package and a stack is taken at a safepoint.
     *
     * Stacks of virtual threads are not to be had. Their carrier's stack ends in the continuation that it runs; a carrier
     * that is seen without one runs no virtual thread, and none is unmounted inside the recorder. */
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";

    private static final long PAUSE_NANOS = 5_000_000;

    private final String packagePrefix;

    /** @param packagePrefix the recorder's package, with a dot at its end */
    public ThreadsInside(String packagePrefix) {
        this.packagePrefix = packagePrefix;
    }

    /** Waits until each thread was seen outside once. Returns the number of threads that were not, at the deadline. */
    public int awaitLeft(long deadline) {
        Set<Thread> unseen = null;
        while (true) {
            Set<Thread> inside = inside();
            if (unseen == null) {
                unseen = inside;
            } else {
                unseen.retainAll(inside);
            }
            if (unseen.isEmpty() || System.nanoTime() - deadline > 0) {
                return unseen.size();
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
            Thread.interrupted();
        }
    }

    private Set<Thread> inside() {
        Set<Thread> inside = new HashSet<>();
        for (Map.Entry<Thread, StackTraceElement[]> thread :
                Thread.getAllStackTraces().entrySet()) {
            if (isInside(thread.getValue())) {
                inside.add(thread.getKey());
            }
        }
        return inside;
    }

    boolean isInside(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String className = frame.getClassName();
            if (className.equals(CONTINUATION)) {
                return true;
            }
            if (className.startsWith(packagePrefix) && className.indexOf('.', packagePrefix.length()) < 0) {
                return true;
            }
        }
        return false;
    }
}
