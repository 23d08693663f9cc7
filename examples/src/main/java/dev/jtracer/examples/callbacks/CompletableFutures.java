// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.callbacks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A chain of futures: two sources on a pool, combined, mapped, and a failure that is handled.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.examples.callbacks \
 *      -cp examples/target/examples.jar dev.jtracer.examples.callbacks.CompletableFutures
 * </pre>
 *
 * Look at the order of {@code price}, {@code rate} and {@code convert}, and at {@code divide}, which throws.
 */
public final class CompletableFutures {
    private CompletableFutures() {}

    /** Prints the two results. */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(task, "source"));
        try {
            System.out.println(convertedPrice(pool).join());
            System.out.println(handledFailure(pool).join());
        } finally {
            pool.shutdown();
        }
    }

    private static CompletableFuture<String> convertedPrice(ExecutorService pool) {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> price("book"), pool);
        CompletableFuture<Integer> rate = CompletableFuture.supplyAsync(() -> rate("EUR"), pool);
        return price.thenCombine(rate, CompletableFutures::convert).thenApply(cents -> "price: " + cents + " cents");
    }

    private static CompletableFuture<String> handledFailure(ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> divide(1, 0), pool)
                .thenApply(quotient -> "quotient: " + quotient)
                .exceptionally(failure -> "handled: " + failure.getCause().getMessage());
    }

    private static int price(String article) {
        return 100 * article.length();
    }

    private static int rate(String currency) {
        return 89 + currency.length();
    }

    private static int convert(int price, int rate) {
        return price * rate / 100;
    }

    private static int divide(int dividend, int divisor) {
        return dividend / divisor;
    }
}
