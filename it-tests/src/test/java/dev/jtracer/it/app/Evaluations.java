// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Evaluates a method reference that captures nothing. Commands from standard input:
 *
 * <ul>
 *   <li>{@code evaluate}: prints how many objects three evaluations make of a task for an executor, and how many of them differ
 *   <li>{@code million}: passes a method reference a million times, and prints the sum of the results
 * </ul>
 */
public final class Evaluations {
    private static final int TIMES = 3;
    private static final int MANY = 1_000_000;

    private Evaluations() {}

    public static void main(String[] args) throws IOException {
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "evaluate" -> System.out.println("evaluated " + evaluate());
                case "million" -> System.out.println("passed " + million());
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    private static String evaluate() {
        Set<Runnable> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Runnable> different = new HashSet<>();
        Executor executor = task -> {
            objects.add(task);
            different.add(task);
            task.run();
        };
        for (int i = 0; i < TIMES; i++) {
            executor.execute(Evaluations::nothing);
        }
        return objects.size() + " " + different.size();
    }

    private static void nothing() {}

    private static long million() {
        long sum = 0;
        for (int i = 0; i < MANY; i++) {
            sum += CompletableFuture.completedFuture(1)
                    .thenApply(Evaluations::same)
                    .join();
        }
        return sum;
    }

    private static int same(int number) {
        return number;
    }
}
