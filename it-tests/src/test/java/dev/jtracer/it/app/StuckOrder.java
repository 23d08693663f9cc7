// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An order that waits for its price, which another thread finds only when it has read a line. */
public final class StuckOrder {
    private StuckOrder() {}

    /** Handles the order. */
    public static void main(String[] args) throws ExecutionException, InterruptedException {
        ExecutorService pricing = Executors.newSingleThreadExecutor(task -> new Thread(task, "pricing"));
        handle(pricing);
        pricing.shutdown();
    }

    private static void handle(ExecutorService pricing) throws ExecutionException, InterruptedException {
        pricing.submit(() -> price(3)).get();
    }

    private static int price(int levels) {
        return levels == 0 ? read() : price(levels - 1);
    }

    private static int read() {
        System.out.println("stuck");
        try {
            return System.in.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
