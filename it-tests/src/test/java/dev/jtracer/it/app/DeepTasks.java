// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.atomic.AtomicInteger;

/** Calls of a library whose tasks fill the stack. */
public final class DeepTasks {
    private static final int TIMES = 20;
    private static final AtomicInteger CALLS = new AtomicInteger();

    private DeepTasks() {}

    public static void main(String[] args) {
        DeepTasksLibrary library = new DeepTasksLibrary();
        for (int i = 0; i < TIMES; i++) {
            overflow(library, i % 2 == 0);
        }
        System.out.println("calls " + CALLS);
    }

    private static void overflow(DeepTasksLibrary library, boolean forks) {
        library.overflow(forks);
    }

    static void before() {
        CALLS.incrementAndGet();
    }

    static void after() {
        CALLS.incrementAndGet();
    }
}
