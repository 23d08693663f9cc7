// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.atomic.AtomicInteger;

/** Submits tasks to pools that reject, end or throw, and prints all that a program can see of it. */
public final class HostileTasks {
    private static final AtomicInteger WORK = new AtomicInteger();

    private HostileTasks() {}

    /** Argument: {@code cancel} and a number of tasks to be cancelled; none for the tasks of all other kinds. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            cancel(new HostileTasksLibrary.Cancelling(), Integer.parseInt(args[1]));
            return;
        }
        reject();
        shutDown();
        compare();
        failHooks();
        failFactory();
        ownThreads();
        System.out.println("work " + WORK.get());
    }

    private static void reject() throws Exception {
        HostileTasksLibrary.reject("abort");
        HostileTasksLibrary.reject("caller");
        HostileTasksLibrary.reject("discard");
        HostileTasksLibrary.reject("oldest");
        HostileTasksLibrary.reject("throw");
    }

    private static void shutDown() throws Exception {
        HostileTasksLibrary.shutDown();
    }

    private static void compare() throws Exception {
        HostileTasksLibrary.compare();
    }

    private static void failHooks() throws Exception {
        HostileTasksLibrary.failHooks();
    }

    private static void failFactory() {
        HostileTasksLibrary.failFactory();
    }

    private static void ownThreads() throws Exception {
        HostileTasksLibrary.ownThreads();
    }

    private static void cancel(HostileTasksLibrary.Cancelling library, int tasks) throws Exception {
        scheduleAndCancel(library, tasks / 10);
        long before = HostileTasksLibrary.usedBytes();
        scheduleAndCancel(library, tasks);
        long growth = HostileTasksLibrary.usedBytes() - before;
        finish(library);
        System.out.println(
                "work " + WORK.get() + ", heap " + (growth < 8 << 20 ? "has not grown" : "grew by " + growth));
    }

    private static void scheduleAndCancel(HostileTasksLibrary.Cancelling library, int tasks) {
        for (int i = 0; i < tasks; i++) {
            schedule(library);
        }
    }

    private static void schedule(HostileTasksLibrary.Cancelling library) {
        WORK.incrementAndGet();
        library.scheduleAndCancel();
    }

    private static void finish(HostileTasksLibrary.Cancelling library) throws Exception {
        library.finish();
    }

    static String work(String name) {
        WORK.incrementAndGet();
        return name + " in " + Thread.currentThread().getName();
    }
}
