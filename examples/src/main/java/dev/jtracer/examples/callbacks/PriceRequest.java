// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.callbacks;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Two requests for a price, one after the other, each over three threads: {@code main} accepts it, {@code lookup}
 * finds the price, {@code reply} prints the answer. Pauses stand for the work.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=callbacks=all,include=dev.jtracer.examples.callbacks \
 *      -cp examples/target/examples.jar dev.jtracer.examples.callbacks.PriceRequest
 * </pre>
 *
 * Look at {@code accept} on thread {@code main}: it has long returned when the callback that it received runs, on
 * {@code reply}. An arrow leads from each call that was passed a callback to the callback's run.
 */
public final class PriceRequest {
    private final Shelves shelves;
    private final ExecutorService reply = Executors.newSingleThreadExecutor(task -> new Thread(task, "reply"));

    private PriceRequest(Shelves shelves) {
        this.shelves = shelves;
    }

    /** Prints the price of each article. */
    public static void main(String[] args) throws InterruptedException {
        try (Shelves shelves = new Shelves()) {
            PriceRequest request = new PriceRequest(shelves);
            for (String article : List.of("tea", "coffee")) {
                CountDownLatch printed = new CountDownLatch(1);
                request.accept(article, answer -> {
                    Till.print(answer);
                    printed.countDown();
                });
                printed.await();
                // The next customer comes a little later, when all threads are idle.
                LockSupport.parkNanos(500_000);
            }
            request.reply.shutdown();
        }
    }

    /** Returns at once; {@code whenAnswered} is told the answer later, on thread {@code reply}. */
    private void accept(String article, Consumer<String> whenAnswered) {
        String name = checkSpelling(article);
        shelves.findPrice(name, price -> {
            String answer = name + ": " + Till.addTax(price) + " cents";
            reply.execute(() -> whenAnswered.accept(answer));
        });
        writeLog();
    }

    private static String checkSpelling(String article) {
        LockSupport.parkNanos(1_200_000);
        return article.strip();
    }

    private static void writeLog() {
        LockSupport.parkNanos(1_100_000);
    }
}
