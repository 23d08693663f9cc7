// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Gets results of Guava's futures, which park until another thread has set them, while two others keep Guava busy.
 */
public final class GuavaFutures {
    private static final long LIMIT_MILLIS = 60_000;

    private GuavaFutures() {}

    /** {@code args[0]}: the number of results. */
    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        for (int i = 0; i < 2; i++) {
            daemon(GuavaFutures::callForEver);
        }
        Thread asking = daemon(() -> ask(rounds));
        asking.join(LIMIT_MILLIS);
        System.out.println(asking.isAlive() ? "hangs" : "has all results");
        System.exit(0);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void callForEver() {
        while (!ImmutableList.of(1, 2, 3).reverse().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static void ask(int rounds) {
        ListeningExecutorService answering = MoreExecutors.listeningDecorator(Executors.newSingleThreadExecutor());
        try {
            for (int round = 0; round < rounds; round++) {
                int result = round;
                if (answering.submit(() -> result).get() != round) {
                    throw new AssertionError("wrong result in round " + round);
                }
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
