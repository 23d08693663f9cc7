// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * A program with all that outputs might count differently: recursive calls, calls that throw, callbacks that run on
 * the same and on another thread, and calls and runs that last longer than the parts of a split.
 */
public final class CountedOnce {
    private static final int ROUNDS = 3;

    private CountedOnce() {}

    public static void main(String[] args) throws InterruptedException {
        ExecutorService worker = Executors.newSingleThreadExecutor();
        for (int round = 0; round < ROUNDS; round++) {
            worker.execute(() -> pause(50));
            System.out.println(valueOf(() -> fibonacci(5)));
        }
        try {
            fail(3);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        worker.shutdown();
        worker.awaitTermination(1, TimeUnit.MINUTES);
    }

    private static int valueOf(IntSupplier supplier) {
        return supplier.getAsInt();
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private static void fail(int levels) {
        if (levels > 0) {
            fail(levels - 1);
        }
        throw new IllegalStateException("failed as intended");
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
