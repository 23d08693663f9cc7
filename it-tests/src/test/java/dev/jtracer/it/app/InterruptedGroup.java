// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Interrupts every thread of a group, the tracer's threads included, and makes further calls. */
public final class InterruptedGroup {
    private static final int ROUNDS = 300;
    private static final int CALLS = 10_000;

    private InterruptedGroup() {}

    /** {@code args[0]}: own, the group that main runs in, or root, that of the JVM. */
    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (args[0].equals("root") && group.getParent() != null) {
            group = group.getParent();
        }
        // The first call has loaded all classes that the others need.
        long sum = work(CALLS);
        if (args[0].equals("root")) {
            group.interrupt();
            Thread.interrupted();
            System.out.println("interrupted still: " + stillInterrupted(group));
        } else {
            for (int round = 1; round < ROUNDS; round++) {
                group.interrupt();
                sum += work(CALLS);
            }
            System.out.println("interrupted " + Thread.interrupted() + " in a group of " + group.activeCount());
        }
        System.out.println("sum " + sum);
    }

    private static List<String> stillInterrupted(ThreadGroup group) throws InterruptedException {
        List<String> interrupted = interrupted(group);
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!interrupted.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(5);
            interrupted = interrupted(group);
        }
        return interrupted;
    }

    private static List<String> interrupted(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount() + 16];
        List<String> names = new ArrayList<>();
        for (int i = group.enumerate(threads) - 1; i >= 0; i--) {
            if (threads[i].isInterrupted() && threads[i].getName().startsWith("jtracer")) {
                names.add(threads[i].getName());
            }
        }
        return names;
    }

    private static long work(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += callee(i);
        }
        return sum;
    }

    private static long callee(int i) {
        return i * 3L - 1;
    }
}
