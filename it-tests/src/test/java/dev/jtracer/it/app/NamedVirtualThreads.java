// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads with names of their own, and one without. Needs Java 21 or later. */
public final class NamedVirtualThreads {
    private static volatile boolean ends = true;

    private NamedVirtualThreads() {}

    /**
     * Arguments: the number of named threads, and {@code stay} if all go on calling until a line of input has come.
     */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException, IOException {
        ends = args.length == 1;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            threads.add(start("order-" + i + "-of-customer"));
        }
        threads.add(start(""));
        if (!ends) {
            System.out.println("ready");
            System.in.read();
            ends = true;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }

    // By reflection, because this class is compiled for Java 17.
    private static Thread start(String name) throws ReflectiveOperationException {
        Class<?> type = Class.forName("java.lang.Thread$Builder");
        Method starting = type.getMethod("start", Runnable.class);
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        try {
            if (!name.isEmpty()) {
                type.getMethod("name", String.class).invoke(builder, name);
            }
            Runnable task = NamedVirtualThreads::work;
            return (Thread) starting.invoke(builder, task);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void work() {
        do {
            call();
            // A virtual thread leaves its carrier here.
            LockSupport.parkNanos(1_000_000);
            call();
        } while (!ends);
    }

    private static int call() {
        return Thread.currentThread().isInterrupted() ? 1 : 0;
    }
}
