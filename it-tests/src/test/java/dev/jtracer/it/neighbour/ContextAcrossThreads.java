// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Passes callbacks to other threads, and prints whether OpenTelemetry's context is present there. */
public final class ContextAcrossThreads {
    private static final ContextKey<String> REQUEST = ContextKey.named("request");

    private ContextAcrossThreads() {}

    /** Tries each way once. */
    @SuppressWarnings("try") // the scope is there to be closed
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        try (Scope request = Context.current().with(REQUEST, "7").makeCurrent()) {
            System.out.println("here " + current());
            System.out.println("execute " + executed(pool));
            System.out.println("submit " + pool.submit(() -> current()).get());
            System.out.println("method reference "
                    + pool.submit(ContextAcrossThreads::current).get());
            System.out.println("class " + pool.submit(new Task(), "unused").get());
            System.out.println("schedule "
                    + pool.schedule(() -> current(), 1, TimeUnit.MILLISECONDS).get());
            System.out.println("future "
                    + CompletableFuture.supplyAsync(() -> current(), pool)
                            .thenApplyAsync(seen -> seen + current(), pool)
                            .get());
            System.out.println(
                    "fork " + ForkJoinPool.commonPool().submit(() -> current()).get());
        }
        pool.shutdown();
    }

    private static String current() {
        return String.valueOf(Context.current().get(REQUEST));
    }

    private static String executed(ExecutorService pool) throws InterruptedException, ExecutionException {
        FutureTask<String> done = new FutureTask<>(() -> "done " + current());
        StringBuilder seen = new StringBuilder();
        pool.execute(() -> {
            seen.append(current()).append(' ');
            done.run();
        });
        return done.get() + " " + seen;
    }

    private static final class Task implements Runnable {
        @Override
        public void run() {
            System.out.println("in class " + current());
        }
    }
}
