// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A library that calls methods of {@link SubmittedTasks} by reflection on threads of its own, and receives no
 * callback.
 */
final class SubmittedTasksLibrary {
    private static final int THREADS = 3;

    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS, task -> new Thread(task, "library"));
    private final ScheduledExecutorService timer =
            Executors.newScheduledThreadPool(1, task -> new Thread(task, "timer"));

    /** Calls a method, and passes a task afterwards. */
    static void outside() throws Exception {
        SubmittedTasksLibrary library = new SubmittedTasksLibrary();
        Thread thread = new Thread(
                () -> {
                    call("before");
                    Future<?> task = library.later("outside");
                    await(task);
                },
                "outside");
        thread.start();
        thread.join();
        library.end();
    }

    Future<?> later(String method) {
        return pool.submit(() -> call(method));
    }

    void execute(String method, CountDownLatch done) {
        pool.execute(() -> {
            call(method);
            done.countDown();
        });
    }

    Future<?> laterAndLater(String method) throws Exception {
        return pool.submit(() -> pool.submit(() -> call(method)).get());
    }

    void soon(String method) throws Exception {
        timer.schedule(() -> call(method), 1, TimeUnit.MILLISECONDS).get();
    }

    void often(String method, int times) throws Exception {
        CountDownLatch runs = new CountDownLatch(times);
        Future<?> future = timer.scheduleAtFixedRate(
                () -> {
                    if (runs.getCount() > 0) {
                        call(method);
                        runs.countDown();
                    }
                },
                1,
                1,
                TimeUnit.MILLISECONDS);
        runs.await();
        future.cancel(false);
    }

    /** Submits one object several times before it runs. */
    void same(String method, int times) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < THREADS; i++) {
            pool.execute(() -> await(go));
        }
        CountDownLatch done = new CountDownLatch(times);
        Runnable task = () -> {
            call(method);
            done.countDown();
        };
        for (int i = 0; i < times; i++) {
            pool.execute(task);
        }
        go.countDown();
        done.await();
    }

    /** A pool of one thread, and one task for it that may be queued several times. */
    static final class Turns {
        private final ExecutorService pool = Executors.newFixedThreadPool(1, task -> new Thread(task, "turns"));
        private final Semaphore pauses = new Semaphore(0);
        private final Semaphore runs = new Semaphore(0);
        private final Runnable task;

        Turns(String method) {
            task = () -> {
                call(method);
                runs.release();
            };
        }

        /** Submits the task on a thread without a call of the application. */
        void queueOutside() throws InterruptedException {
            Thread other = new Thread(this::queue, "other");
            other.start();
            other.join();
        }

        void queue() {
            pool.execute(task);
        }

        /** Queues a pause, which {@link #endPause} ends. */
        void queuePause() {
            pool.execute(pauses::acquireUninterruptibly);
        }

        void endPause() {
            pauses.release();
        }

        void awaitRuns(int count) throws InterruptedException {
            runs.acquire(count);
        }

        void end() {
            pool.shutdown();
        }
    }

    /** A pool whose thread is busy, and which has those run a task who pass it. */
    static final class Full {
        private final CountDownLatch held = new CountDownLatch(1);
        private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> new Thread(task, "full"),
                new ThreadPoolExecutor.CallerRunsPolicy());

        Full() {
            pool.execute(() -> await(held));
        }

        void execute(String method) {
            pool.execute(() -> call(method));
        }

        /** Ends the pool, which then drops a task. */
        void end() {
            pool.shutdown();
            execute("never");
            held.countDown();
        }
    }

    /** Submits one object, and after its run once more on a thread without a call of the application. */
    void twice(String method) throws InterruptedException {
        Semaphore ran = new Semaphore(0);
        Runnable task = () -> {
            call(method);
            ran.release();
        };
        pool.execute(task);
        ran.acquire();
        Thread other = new Thread(() -> pool.execute(task), "other");
        other.start();
        other.join();
        ran.acquire();
    }

    /** Calls a method in the JDK's common pool. */
    CompletableFuture<?> supply(String method) {
        return CompletableFuture.supplyAsync(() -> call(method));
    }

    /** Calls a method in the common pool once {@code trigger} is complete. */
    CompletableFuture<?> after(CompletableFuture<?> trigger, String method) {
        return trigger.thenRunAsync(() -> call(method));
    }

    /** Calls a method in the common pool after some time. */
    void delayed(String method) {
        CompletableFuture.runAsync(() -> call(method), CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))
                .join();
    }

    /** Calls a method in tasks that fork others. */
    void fork(String method, int times) {
        new Halves(method, times).invoke();
    }

    void stream(String method, int times) {
        IntStream.range(0, times).parallel().forEach(i -> call(method));
    }

    private static final class Halves extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final String method;
        private final int times;

        Halves(String method, int times) {
            this.method = method;
            this.times = times;
        }

        @Override
        protected void compute() {
            if (times == 1) {
                call(method);
            } else {
                invokeAll(new Halves(method, times / 2), new Halves(method, times - times / 2));
            }
        }
    }

    private static void await(Future<?> task) {
        try {
            task.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object call(String method) {
        try {
            return SubmittedTasks.class.getDeclaredMethod(method).invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void end() {
        pool.shutdown();
        timer.shutdown();
    }
}
