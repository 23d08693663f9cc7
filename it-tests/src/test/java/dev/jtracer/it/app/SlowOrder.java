// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/**
 * Twenty orders on two threads, each of which waits for its price from another thread; of one the price comes from a
 * slow table. Prints the nanoseconds that this order waited, and that the table took.
 */
public final class SlowOrder {
    private static final int ORDERS = 20;
    private static final int SLOW = 13;

    private SlowOrder() {}

    /** Serves the orders. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService http = Executors.newFixedThreadPool(2, named("http"));
        ExecutorService pricing = Executors.newFixedThreadPool(2, named("pricing"));
        List<Future<?>> orders = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            int number = i;
            orders.add(http.submit(() -> handle(number, pricing)));
        }
        for (Future<?> order : orders) {
            order.get();
        }
        http.shutdown();
        pricing.shutdown();
    }

    private static ThreadFactory named(String name) {
        return task -> new Thread(task, name);
    }

    private static void handle(int number, ExecutorService pricing) {
        CompletableFuture<Integer> price =
                CompletableFuture.supplyAsync(() -> number, pricing).thenApplyAsync(SlowOrder::rate, pricing);
        long start = System.nanoTime();
        price.join();
        if (number == SLOW) {
            System.out.println("waited " + (System.nanoTime() - start));
        }
    }

    private static int rate(int number) {
        return number == SLOW ? LegacyTable.rate() : 1;
    }

    private static final class LegacyTable {
        static int rate() {
            long start = System.nanoTime();
            int rate = 2;
            while (System.nanoTime() - start < 300_000_000) {
                rate = 3;
            }
            System.out.println("table " + (System.nanoTime() - start));
            return rate;
        }
    }
}
