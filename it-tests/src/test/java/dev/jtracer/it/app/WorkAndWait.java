// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Calls that work, wait and do both, each on a thread of its own. Prints the CPU time of each body. */
public final class WorkAndWait {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long MILLIS = 1_000_000;

    private WorkAndWait() {}

    public static void main(String[] args) throws InterruptedException {
        THREADS.getCurrentThreadCpuTime();
        sleep(200); // from then on the tracer reads
        run("work", WorkAndWait::work);
        run("pause", WorkAndWait::pause);
        run("workAndPause", WorkAndWait::workAndPause);
    }

    private static void run(String name, Runnable call) throws InterruptedException {
        Thread thread = new Thread(call, name);
        thread.start();
        thread.join();
    }

    private static void work() {
        long before = THREADS.getCurrentThreadCpuTime();
        use(400);
        print("work", before);
    }

    private static void pause() {
        long before = THREADS.getCurrentThreadCpuTime();
        sleep(1_000);
        print("pause", before);
    }

    private static void workAndPause() {
        long before = THREADS.getCurrentThreadCpuTime();
        use(200);
        sleep(300);
        use(200);
        print("workAndPause", before);
    }

    private static void use(long millis) {
        long end = THREADS.getCurrentThreadCpuTime() + millis * MILLIS;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void print(String name, long before) {
        System.out.println(name + "=" + (THREADS.getCurrentThreadCpuTime() - before));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
