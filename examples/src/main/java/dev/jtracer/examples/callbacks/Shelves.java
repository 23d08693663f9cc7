// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.callbacks;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Finds one price after the other on its own thread. */
final class Shelves implements AutoCloseable {
    private final ExecutorService lookup = Executors.newSingleThreadExecutor(task -> new Thread(task, "lookup"));

    /** Returns at once; {@code whenFound} is told the price in cents later, on thread {@code lookup}. */
    void findPrice(String article, IntConsumer whenFound) {
        chooseShelf();
        lookup.execute(() -> whenFound.accept(search(article)));
    }

    private static void chooseShelf() {
        LockSupport.parkNanos(1_300_000);
    }

    private static int search(String article) {
        LockSupport.parkNanos(2_000_000);
        return 100 * article.length();
    }

    @Override
    public void close() {
        lookup.shutdown();
    }
}
