// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Passes callbacks to the JDK, in calls that return, throw, and are made by constructors and by other callbacks. */
public final class Boundary {
    private static final int REFUSALS = 3_000;
    private static final Map<String, String> NAMES = new TreeMap<>();

    private Boundary() {}

    /** Makes one call of each kind. */
    public static void main(String[] args) throws Exception {
        System.out.println(sorted());
        System.out.println(submitted());
        System.out.println(caught());
        System.out.println(thrown());
        System.out.println(inACallback());
        System.out.println(manyRefused());
        Worker worker = new Worker("worker");
        worker.start();
        worker.join();
    }

    private static List<String> sorted() {
        List<String> words = new ArrayList<>(List.of("b", "a"));
        words.sort((one, other) -> one.compareTo(other));
        return words;
    }

    private static String submitted() throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            return pool.submit(() -> step("submitted")).get();
        } finally {
            pool.shutdown();
        }
    }

    private static String caught() {
        try {
            NAMES.computeIfAbsent("caught", Boundary::refuse);
        } catch (IllegalStateException expected) {
            return step("caught");
        }
        return "not refused";
    }

    private static String thrown() {
        try {
            throwing();
        } catch (IllegalStateException expected) {
            return step("thrown");
        }
        return "not refused";
    }

    private static void throwing() {
        NAMES.computeIfAbsent("thrown", Boundary::refuse);
    }

    private static String inACallback() {
        return Objects.requireNonNullElseGet(null, () -> {
            try {
                NAMES.computeIfAbsent("nested", Boundary::refuse);
            } catch (IllegalStateException expected) {
                return step("nested");
            }
            return "not refused";
        });
    }

    private static int manyRefused() {
        int refused = 0;
        for (int i = 0; i < REFUSALS; i++) {
            try {
                NAMES.computeIfPresent("many", (name, old) -> old);
                NAMES.computeIfAbsent("many", Boundary::refuse);
            } catch (IllegalStateException expected) {
                refused++;
            }
        }
        return use(new Supplier<Integer>() {
                    @Override
                    public Integer get() {
                        return Integer.valueOf(REFUSALS);
                    }
                })
                - refused;
    }

    private static int use(Supplier<Integer> supplier) {
        return supplier.get() + Integer.parseInt("0");
    }

    private static String refuse(String name) {
        throw new IllegalStateException(name.concat(" refused"));
    }

    private static String step(String name) {
        return name.concat(" step");
    }

    private static final class Worker extends Thread {
        Worker(String name) {
            super(() -> System.out.println(step(name)), name);
            setDaemon(false);
        }
    }
}
