// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Futures, executors, timers and parallel streams of the JDK. */
public final class JdkCallbacks {
    private JdkCallbacks() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3, task -> new Thread(task, "worker"));
        System.out.println("chain " + chain(pool));
        System.out.println("failure " + failure(pool));
        System.out.println("submitted " + submitted(pool));
        System.out.println("all " + invokeAll(pool));
        pool.shutdown();
        System.out.println("ticks " + ticks());
        System.out.println("squares " + squares());
        System.out.println("forked " + new Sum(0, 1_000).invoke());
    }

    private static int chain(ExecutorService pool) {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 20, pool);
        CompletableFuture<Integer> other = one.thenApplyAsync(x -> x + 1, pool);
        return one.thenCombine(other, Integer::sum)
                .thenCompose(sum -> CompletableFuture.supplyAsync(() -> sum + 1, pool))
                .whenComplete((sum, failure) -> require(failure == null))
                .join();
    }

    private static String failure(ExecutorService pool) {
        return CompletableFuture.<String>supplyAsync(
                        () -> {
                            throw new IllegalStateException("broken");
                        },
                        pool)
                .thenApply(text -> "skipped")
                .handle((text, failure) -> failure.getCause().getMessage())
                .join();
    }

    private static int submitted(ExecutorService pool) throws ExecutionException, InterruptedException {
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            int number = i;
            Future<Integer> future = pool.submit(() -> number * number);
            sum += future.get();
        }
        return sum;
    }

    private static int invokeAll(ExecutorService pool) throws ExecutionException, InterruptedException {
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2, () -> 3);
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tasks)) {
            sum += future.get();
        }
        return sum;
    }

    private static long ticks() throws InterruptedException {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch ticks = new CountDownLatch(5);
        ScheduledFuture<?> once = timer.schedule(late::countDown, 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> ticking = timer.scheduleAtFixedRate(() -> tick(ticks), 0, 1, TimeUnit.MILLISECONDS);
        late.await();
        ticks.await();
        require(!once.isCancelled());
        ticking.cancel(false);
        timer.shutdown();
        require(timer.awaitTermination(1, TimeUnit.MINUTES));
        return ticks.getCount();
    }

    private static void tick(CountDownLatch ticks) {
        ticks.countDown();
    }

    private static int squares() {
        return IntStream.range(0, 1_000)
                .parallel()
                .filter(x -> x % 2 == 0)
                .map(x -> x * x % 7)
                .sum();
    }

    private static void require(boolean fact) {
        if (!fact) {
            throw new IllegalStateException();
        }
    }

    private static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from <= 100) {
                return IntStream.range(from, to).sum();
            }
            int middle = (from + to) / 2;
            Sum lower = new Sum(from, middle);
            lower.fork();
            return new Sum(middle, to).compute() + lower.join();
        }
    }
}
