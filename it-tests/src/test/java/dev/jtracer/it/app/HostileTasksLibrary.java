// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A library whose pools reject, end or throw. It calls {@link HostileTasks#work} in its tasks. */
final class HostileTasksLibrary {
    private static final List<Thread> THREADS = Collections.synchronizedList(new ArrayList<>());
    /** Lines about threads, printed in a fixed order when the threads have ended. */
    private static final Queue<String> AT_END = new PriorityBlockingQueue<>();

    private HostileTasksLibrary() {}

    /** A task that nobody may ask anything. */
    private static final class Hostile implements Runnable {
        private final String name;
        private final CountDownLatch done;

        Hostile(String name, CountDownLatch done) {
            this.name = name;
            this.done = done;
        }

        @Override
        public void run() {
            System.out.println(HostileTasks.work(name));
            done.countDown();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            throw new IllegalStateException("equals of " + name);
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("hashCode of " + name);
        }

        @Override
        public String toString() {
            throw new IllegalStateException("toString of " + name);
        }
    }

    private static ThreadPoolExecutor pool(int queue, RejectedExecutionHandler handler) {
        return new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), named("pool"), handler);
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setUncaughtExceptionHandler((dead, failure) -> AT_END.add("uncaught " + failure.getMessage()));
            THREADS.add(thread);
            return thread;
        };
    }

    static void reject(String policy) throws InterruptedException {
        RejectedExecutionHandler handler =
                switch (policy) {
                    case "abort" -> new ThreadPoolExecutor.AbortPolicy();
                    case "caller" -> new ThreadPoolExecutor.CallerRunsPolicy();
                    case "discard" -> new ThreadPoolExecutor.DiscardPolicy();
                    case "oldest" -> new ThreadPoolExecutor.DiscardOldestPolicy();
                    default ->
                        (task, pool) -> {
                            throw new IllegalStateException("handler of " + policy);
                        };
                };
        ThreadPoolExecutor pool = pool(1, handler);
        CountDownLatch held = new CountDownLatch(1);
        pool.execute(() -> await(held));
        for (int i = 0; i < 3; i++) {
            String name = policy + i;
            try {
                pool.execute(() -> System.out.println(HostileTasks.work(name)));
            } catch (RuntimeException e) {
                System.out.println(name + " threw " + e.getClass().getName());
            }
        }
        held.countDown();
        end(pool);
    }

    static void shutDown() throws InterruptedException {
        ThreadPoolExecutor pool = pool(4, new ThreadPoolExecutor.AbortPolicy());
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch holding = new CountDownLatch(1);
        pool.execute(() -> {
            holding.countDown();
            await(held);
        });
        holding.await();
        List<Object> given = new ArrayList<>();
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            Runnable task = new Hostile("never", never);
            given.add(task);
            pool.execute(task);
        }
        Future<?> future = pool.submit(new Hostile("never", never));
        given.add(future);
        List<Runnable> left = pool.shutdownNow();
        for (int i = 0; i < left.size(); i++) {
            System.out.println("left " + i + " is the same " + (left.get(i) == given.get(i)));
        }
        end(pool);
        System.out.println(left.size() + " left, cancelled " + future.cancel(false) + " " + future.isCancelled());
    }

    static void compare() throws Exception {
        CountDownLatch done = new CountDownLatch(5);
        ThreadPoolExecutor pool = pool(4, new ThreadPoolExecutor.AbortPolicy());
        pool.execute(new Hostile("executed", done));
        Future<?> submitted = pool.submit(new Hostile("submitted", done));
        submitted.get();
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named("timer"));
        timer.schedule(new Hostile("scheduled", done), 1, TimeUnit.MILLISECONDS).get();
        ForkJoinPool forks = new ForkJoinPool(1);
        forks.submit(new Hostile("forked", done)).get();
        CompletableFuture.runAsync(new Hostile("future", done), forks).get();
        done.await();
        end(pool, timer);
        forks.shutdown();
        CountDownLatch timed = new CountDownLatch(1);
        Timer old = new Timer("old timer");
        old.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        System.out.println(HostileTasks.work("timed"));
                        timed.countDown();
                    }

                    @Override
                    public boolean equals(@Nullable Object other) {
                        throw new IllegalStateException();
                    }

                    @Override
                    public int hashCode() {
                        throw new IllegalStateException();
                    }
                },
                1);
        timed.await();
        old.cancel();
    }

    static void failHooks() throws InterruptedException {
        for (String hook : List.of("before", "after", "both", "none")) {
            LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
            ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, queue, named("hooks")) {
                @Override
                protected void beforeExecute(Thread thread, Runnable task) {
                    if (hook.equals("before") || hook.equals("both")) {
                        throw new IllegalStateException(hook + "Execute threw");
                    }
                }

                @Override
                protected void afterExecute(Runnable task, @Nullable Throwable failure) {
                    if (hook.equals("after") || hook.equals("both")) {
                        throw new IllegalStateException("afterExecute threw after " + failure);
                    }
                }
            };
            pool.execute(() -> System.out.println(HostileTasks.work(hook)));
            pool.execute(() -> {
                throw new AssertionError(HostileTasks.work(hook));
            });
            Future<?> future = pool.submit(() -> {
                throw new IllegalArgumentException(HostileTasks.work(hook));
            });
            end(pool);
            System.out.println(hook + ": " + result(future) + ", " + pool.getCompletedTaskCount() + " completed");
        }
    }

    private static String result(Future<?> future) throws InterruptedException {
        if (!future.isDone()) {
            return "not done";
        }
        try {
            return String.valueOf(future.get());
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        }
    }

    static void failFactory() {
        ThreadPoolExecutor throwing =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    throw new IllegalStateException("factory threw");
                });
        try {
            throwing.execute(() -> System.out.println(HostileTasks.work("impossible")));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        throwing.shutdownNow();
        ThreadPoolExecutor empty =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> null);
        empty.execute(() -> System.out.println(HostileTasks.work("impossible")));
        System.out.println(empty.shutdownNow().size() + " left, " + empty.getPoolSize() + " threads");
    }

    /** A thread that does not run its target, and has other ideas about its id. */
    private static final class OwnThread extends Thread {
        OwnThread(Runnable target) {
            super(target, "own");
        }

        @Override
        public void run() {
            System.out.println(HostileTasks.work("own run"));
            throw new IllegalStateException("own run threw");
        }

        @Override
        @SuppressWarnings("deprecation")
        public long getId() {
            throw new IllegalStateException("getId");
        }
    }

    static void ownThreads() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Thread own = new OwnThread(new Hostile("not run", never));
        own.setUncaughtExceptionHandler((dead, failure) -> AT_END.add("uncaught " + failure.getMessage()));
        own.start();
        own.join();
        ThreadPoolExecutor pool = pool(4, new ThreadPoolExecutor.AbortPolicy());
        pool.execute(new OwnThread(new Hostile("not run", never)));
        end(pool);
        CountDownLatch ran = new CountDownLatch(1);
        Thread plain = new Thread(new Hostile("plain thread", ran), "plain");
        plain.start();
        plain.join();
    }

    private static void end(ThreadPoolExecutor... pools) throws InterruptedException {
        for (ThreadPoolExecutor pool : pools) {
            pool.shutdown();
            if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new AssertionError("the pool did not end");
            }
        }
        // A thread is counted as ended before its handler is called.
        for (Thread thread : THREADS.toArray(new Thread[0])) {
            thread.join();
        }
        while (!AT_END.isEmpty()) {
            System.out.println(AT_END.poll());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            AT_END.add("interrupted");
        }
    }

    /** A pool whose tasks are cancelled, but for the last. */
    static final class Cancelling {
        private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named("timer"));

        Cancelling() {
            timer.setRemoveOnCancelPolicy(true);
        }

        void scheduleAndCancel() {
            timer.schedule(() -> System.out.println(HostileTasks.work("cancelled")), 1, TimeUnit.HOURS)
                    .cancel(false);
        }

        void finish() throws Exception {
            timer.schedule(() -> System.out.println(HostileTasks.work("last")), 1, TimeUnit.MILLISECONDS)
                    .get();
            end(timer);
        }
    }

    static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
