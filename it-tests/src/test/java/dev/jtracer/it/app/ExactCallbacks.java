// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Twelve requests at once that pass the same method references to futures and streams. No callback runs before all
 * are passed, and each runs on a thread with the number of its request.
 */
public final class ExactCallbacks {
    private static final int REQUESTS = 12;
    private static final CountDownLatch ALL_HANDED_OVER = new CountDownLatch(REQUESTS);

    private ExactCallbacks() {}

    public static void main(String[] args) throws InterruptedException {
        List<Thread> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            int number = i;
            requests.add(start(() -> handle(number), "request-" + number));
        }
        for (Thread request : requests) {
            request.join();
        }
    }

    private static Thread start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.start();
        return thread;
    }

    private static void handle(int number) {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<String> formatted = source.thenApply(ExactCallbacks::format);
        CompletableFuture<Integer> added = source.thenCombineAsync(
                CompletableFuture.completedFuture(number),
                ExactCallbacks::add,
                task -> start(task, "worker-" + number));
        CompletableFuture<Integer> composed = source.thenCompose(ExactCallbacks::next);
        Stream<String> mapped = Stream.of(number).map(ExactCallbacks::format);
        Facade facade = new Facade();
        facade.later(ExactCallbacks::format);
        ALL_HANDED_OVER.countDown();
        await();
        start(() -> source.complete(number), "completer-" + number);
        String text = formatted.join() + added.join() + composed.join() + mapped.toList() + facade.run(number);
        String expected = "n" + number + 2 * number + (number + 1) + List.of("n" + number) + "n" + number;
        if (!text.equals(expected)) {
            throw new IllegalStateException(text + " instead of " + expected);
        }
    }

    /** A class of the application's own that runs what it receives. */
    private static final class Facade {
        private Function<Integer, String> task = Object::toString;

        void later(Function<Integer, String> later) {
            task = later;
        }

        String run(int number) {
            return task.apply(number);
        }
    }

    private static void await() {
        try {
            ALL_HANDED_OVER.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String format(int number) {
        return "n" + number;
    }

    private static int add(int one, int other) {
        return one + other;
    }

    private static CompletableFuture<Integer> next(int number) {
        return CompletableFuture.completedFuture(number + 1);
    }
}
