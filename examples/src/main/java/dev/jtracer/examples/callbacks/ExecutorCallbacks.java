// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.callbacks;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/**
 * A search that returns at once and reports through a callback later, on another thread.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.examples.callbacks \
 *      -cp examples/target/examples.jar dev.jtracer.examples.callbacks.ExecutorCallbacks
 * </pre>
 *
 * Look at {@code search} on thread {@code main}, and where its callback runs: on {@code searcher}, after
 * {@code search} has returned.
 */
public final class ExecutorCallbacks {
    private final ExecutorService searcher = Executors.newSingleThreadExecutor(task -> new Thread(task, "searcher"));

    private ExecutorCallbacks() {}

    /** Prints the number of words found for each letter. */
    public static void main(String[] args) throws InterruptedException {
        ExecutorCallbacks words = new ExecutorCallbacks();
        BlockingQueue<String> found = new ArrayBlockingQueue<>(3);
        for (String letter : new String[] {"a", "b", "c"}) {
            words.search(letter, count -> found.add(letter + ": " + count));
        }
        for (int i = 0; i < 3; i++) {
            System.out.println(found.take());
        }
        words.close();
    }

    private void search(String letter, IntConsumer whenFound) {
        searcher.execute(() -> whenFound.accept(count(letter)));
    }

    private static int count(String letter) {
        int count = 0;
        for (String word : "a call that returns before its callback comes back".split(" ")) {
            if (word.contains(letter)) {
                count++;
            }
        }
        return count;
    }

    private void close() {
        searcher.shutdown();
    }
}
