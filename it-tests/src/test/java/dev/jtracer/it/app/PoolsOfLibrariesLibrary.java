// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A library that calls {@link PoolsOfLibraries#work} in tasks of its own. */
final class PoolsOfLibrariesLibrary {
    private final Timer timer = new Timer(true);
    private final QueuedThreadPool jetty = new QueuedThreadPool(4);
    private final DefaultEventExecutor netty = new DefaultEventExecutor();

    void repeat(int times, Runnable request) {
        new Thread(() -> {
                    for (int i = 0; i < times; i++) {
                        request.run();
                    }
                })
                .start();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the latch is awaited instead
    void start(String kind, CountDownLatch done) {
        Runnable task = new Task(done);
        switch (kind) {
            case "timer" ->
                timer.schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                task.run();
                            }
                        },
                        1);
            case "jetty" -> startJetty(task);
            case "netty" -> netty.execute(task);
            case "netty schedule" -> netty.schedule(task, 1, TimeUnit.MILLISECONDS);
            case "netty global" -> GlobalEventExecutor.INSTANCE.execute(task);
            case "future" -> CompletableFuture.runAsync(task);
            case "stage" -> CompletableFuture.runAsync(() -> {}).thenRunAsync(task);
            case "virtual" -> VirtualThreads.EXECUTOR.execute(task);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private void startJetty(Runnable task) {
        try {
            jetty.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        jetty.execute(task);
    }

    private static final class VirtualThreads {
        static final ExecutorService EXECUTOR = executor();

        private static ExecutorService executor() {
            try {
                return (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static final class Task implements Runnable {
        private final CountDownLatch done;

        Task(CountDownLatch done) {
            this.done = done;
        }

        @Override
        public void run() {
            PoolsOfLibraries.work(done);
        }
    }
}
