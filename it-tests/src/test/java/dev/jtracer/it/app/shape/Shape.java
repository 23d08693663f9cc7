// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.shape;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** A way to run tasks that many libraries have, in as few lines as possible. */
@SuppressWarnings({"FutureReturnValueIgnored", "ThreadPriorityCheck"}) // as libraries do
public abstract class Shape {
    private static final int POOL = 4;

    /** Returns the shape with a name, above an executor. */
    public static Shape of(String name, String executor) {
        Executor below = executor(executor);
        return switch (name) {
            case "throttle" -> new Throttle(below);
            case "serial" -> new Serial(below);
            case "bus" -> new Bus(below);
            case "batches" -> new Batches(below);
            case "stealing" -> new Stealing();
            case "retry" -> new Retry();
            case "caller-runs" -> new CallerRuns();
            case "per-task" -> new PerTask(below);
            case "scope" -> new Scope();
            case "mailbox" -> new Mailboxes(below);
            case "elastic" -> new Elastic();
            case "stages" -> new Stages(below);
            case "mutex" -> new Coroutines(below);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Executor executor(String name) {
        return switch (name) {
            case "pool" -> Executors.newFixedThreadPool(POOL);
            case "common" -> ForkJoinPool.commonPool();
            case "future" -> {
                Executor pool = Executors.newFixedThreadPool(POOL);
                yield task -> CompletableFuture.runAsync(task, pool);
            }
            case "virtual" -> virtualThreads();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Executor virtualThreads() {
        try {
            return (Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts threads that make requests, with numbers from 0. */
    public final void starts(int threads, int requests, IntConsumer request) {
        AtomicInteger next = new AtomicInteger();
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                        for (int made = 0; made < requests; made++) {
                            request.accept(next.getAndIncrement());
                        }
                    })
                    .start();
        }
    }

    /** Returns a task of the library's own, which calls {@code work(rid)} of an application. */
    public static Runnable byReflection(Object application, int rid) {
        Method work;
        try {
            work = application.getClass().getMethod("work", int.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        return () -> {
            try {
                work.invoke(application, rid);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Makes every other request wait, so that a virtual thread goes on elsewhere. */
    public static void pause(int rid) {
        if (rid % 2 == 0) {
            LockSupport.parkNanos(50_000);
        } else {
            Thread.yield();
        }
    }

    /** Runs the task of a request, now or later. */
    public abstract void accept(int rid, Runnable task);

    /** Takes note that the application has done a request's work. */
    public void worked() {}

    /** Runs a task that forks others. */
    public void fork(ForkJoinTask<?> task) {
        throw new UnsupportedOperationException();
    }

    /** Starts the next task at the end of another. */
    private static final class Throttle extends Shape {
        private final Executor executor;
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int running;

        Throttle(Executor executor) {
            this.executor = executor;
        }

        @Override
        public synchronized void accept(int rid, Runnable task) {
            waiting.add(task);
            if (running < 2) {
                running++;
                startNext();
            }
        }

        private void startNext() {
            Runnable task = waiting.remove();
            executor.execute(() -> {
                try {
                    task.run();
                } finally {
                    ended();
                }
            });
        }

        private synchronized void ended() {
            if (waiting.isEmpty()) {
                running--;
            } else {
                startNext();
            }
        }
    }

    /** The executor in the documentation of {@link Executor}. */
    private static final class Serial extends Shape {
        private final Executor executor;
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean active;

        Serial(Executor executor) {
            this.executor = executor;
        }

        @Override
        public synchronized void accept(int rid, Runnable task) {
            tasks.add(() -> {
                try {
                    task.run();
                } finally {
                    scheduleNext();
                }
            });
            if (!active) {
                active = true;
                scheduleNext();
            }
        }

        private synchronized void scheduleNext() {
            Runnable next = tasks.poll();
            active = next != null;
            if (next != null) {
                executor.execute(next);
            }
        }
    }

    /** Passes each event to a subscriber in a task, and a second one at that task's end. */
    private static final class Bus extends Shape {
        private final Executor executor;
        private final List<Executor> subscribers = List.of(Runnable::run);

        Bus(Executor executor) {
            this.executor = executor;
        }

        @Override
        public void accept(int rid, Runnable event) {
            for (Executor subscriber : subscribers) {
                executor.execute(() -> subscriber.execute(event));
            }
        }
    }

    /** Runs up to sixteen waiting tasks in one. */
    private static final class Batches extends Shape {
        private final Executor executor;
        private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean scheduled = new AtomicBoolean();

        Batches(Executor executor) {
            this.executor = executor;
        }

        @Override
        public void accept(int rid, Runnable task) {
            waiting.add(task);
            schedule();
        }

        private void schedule() {
            if (scheduled.compareAndSet(false, true)) {
                executor.execute(this::flush);
            }
        }

        private void flush() {
            List<Runnable> batch = new ArrayList<>();
            for (Runnable task = waiting.poll(); task != null; task = batch.size() < 16 ? waiting.poll() : null) {
                batch.add(task);
            }
            batch.forEach(Runnable::run);
            scheduled.set(false);
            if (!waiting.isEmpty()) {
                schedule();
            }
        }
    }

    /** Tasks of a fork/join pool, which idle threads take from busy ones. */
    private static final class Stealing extends Shape {
        private final ForkJoinPool pool = new ForkJoinPool(POOL);

        @Override
        public void accept(int rid, Runnable task) {
            pool.execute(() -> pool.submit(task).join());
        }

        @Override
        public void fork(ForkJoinTask<?> task) {
            pool.invoke(task);
        }
    }

    /** Runs each task again after a failure, with a delay. */
    private static final class Retry extends Shape {
        private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(POOL);

        @Override
        public void accept(int rid, Runnable task) {
            timer.schedule(() -> attempt(task, rid % 3), 10, TimeUnit.MICROSECONDS);
        }

        private void attempt(Runnable task, int failures) {
            if (failures == 0) {
                task.run();
            } else {
                timer.schedule(() -> attempt(task, failures - 1), 10, TimeUnit.MICROSECONDS);
            }
        }
    }

    /** A full pool, whose clients run their tasks themselves. */
    private static final class CallerRuns extends Shape {
        private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());

        @Override
        public void accept(int rid, Runnable task) {
            pool.execute(() -> task.run());
        }
    }

    /** A thread for each task. */
    private static final class PerTask extends Shape {
        private final Executor executor;

        PerTask(Executor executor) {
            this.executor = executor;
        }

        @Override
        public void accept(int rid, Runnable task) {
            executor.execute(() -> task.run());
        }
    }

    /** The JDK's structured scope, since 25. */
    private static final class Scope extends Shape {
        @Override
        public void accept(int rid, Runnable task) {
            try {
                Class<?> type = Class.forName("java.util.concurrent.StructuredTaskScope");
                Object scope = type.getMethod("open").invoke(null);
                Callable<?> callable = Executors.callable(task);
                type.getMethod("fork", Callable.class).invoke(scope, callable);
                type.getMethod("join").invoke(scope);
                type.getMethod("close").invoke(scope);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Actors, whose mailboxes submit themselves while they have messages. */
    private static final class Mailboxes extends Shape {
        private final Mailbox[] actors = new Mailbox[2];

        Mailboxes(Executor executor) {
            for (int i = 0; i < actors.length; i++) {
                actors[i] = new Mailbox(executor);
            }
        }

        @Override
        public void accept(int rid, Runnable message) {
            actors[rid % actors.length].tell(message);
        }
    }

    private static final class Mailbox implements Runnable {
        private final Executor executor;
        private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean scheduled = new AtomicBoolean();

        Mailbox(Executor executor) {
            this.executor = executor;
        }

        void tell(Runnable message) {
            messages.add(message);
            schedule();
        }

        private void schedule() {
            if (!messages.isEmpty() && scheduled.compareAndSet(false, true)) {
                executor.execute(this);
            }
        }

        @Override
        public void run() {
            for (int i = 0; i < 5; i++) {
                Runnable message = messages.poll();
                if (message != null) {
                    message.run();
                }
            }
            scheduled.set(false);
            schedule();
        }
    }

    /** Stages of a future; the second one waits for the first. */
    private static final class Stages extends Shape {
        private final Executor executor;

        Stages(Executor executor) {
            this.executor = executor;
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the application counts its tasks
        public void accept(int rid, Runnable task) {
            CompletableFuture.runAsync(() -> pause(rid), executor).thenRunAsync(() -> task.run(), executor);
        }
    }
}
