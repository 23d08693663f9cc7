// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import com.google.common.util.concurrent.MoreExecutors;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** A library that calls {@link PoolsOfLibraries#work} in tasks of its own. */
final class PoolsOfLibrariesLibrary {
    private final Timer timer = new Timer(true);
    private final QueuedThreadPool jetty = new QueuedThreadPool(4);
    private final DefaultEventExecutor netty = new DefaultEventExecutor();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final SubmissionPublisher<CountDownLatch> publisher = new SubmissionPublisher<>(pool, 256);

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
            case "thread" -> new SimpleAsyncTaskExecutor().execute(task);
            case "decorated" -> pool.execute(PoolsOfLibraries.decorate(task));
            case "publisher" -> submit(done);
            case "sequential" -> Queues.SEQUENTIAL.execute(task);
            case "worker" -> Queues.WORKER.schedule(task);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private synchronized void submit(CountDownLatch done) {
        if (!publisher.hasSubscribers()) {
            publisher.subscribe(new Subscriber());
        }
        publisher.submit(done);
    }

    private void startJetty(Runnable task) {
        try {
            jetty.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        jetty.execute(task);
    }

    /** Executors with a queue of their own, which submit themselves to another executor. */
    private static final class Queues {
        private static final ExecutorService POOL = Executors.newFixedThreadPool(4);
        static final Executor SEQUENTIAL = MoreExecutors.newSequentialExecutor(POOL);
        static final Scheduler.Worker WORKER = Schedulers.from(POOL).createWorker();
    }

    private static final class Subscriber implements Flow.Subscriber<CountDownLatch> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(CountDownLatch done) {
            PoolsOfLibraries.work(done);
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException(failure);
        }

        @Override
        public void onComplete() {
            throw new IllegalStateException();
        }
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
