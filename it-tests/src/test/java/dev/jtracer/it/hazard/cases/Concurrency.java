// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.Bus;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Callbacks that run on other threads. */
@SuppressWarnings({"FutureReturnValueIgnored", "ReferenceEquality", "ThreadPriorityCheck", "UnnecessaryLambda"})
public final class Concurrency {
    private static final int THREADS = 8;
    private static final int CALLS = 250;
    private static final int VIRTUAL_THREADS = 2_000;

    private Concurrency() {}

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the pool does not end");
        }
    }

    @Hazard
    static String futureTaskPassedAsRunnable_isCastBack() throws Exception {
        return castBack(new FutureTask<>(() -> "future"));
    }

    private static String castBack(Runnable callback) throws Exception {
        callback.run();
        return (String) ((FutureTask<?>) callback).get();
    }

    @Hazard
    static String afterExecute_receivesAFuture() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void afterExecute(Runnable callback, Throwable thrown) {
                seen.add(callback instanceof Future ? "future" : "plain");
            }
        };
        pool.submit(() -> "value").get();
        Runnable plain = () -> {};
        pool.execute(plain);
        end(pool);
        return seen.toString();
    }

    private record Job(int rank, List<Integer> ran) implements Runnable, Comparable<Job> {
        @Override
        public void run() {
            ran.add(rank);
        }

        @Override
        public int compareTo(Job other) {
            return Integer.compare(rank, other.rank);
        }
    }

    @Hazard
    static String poolOfPriorities_comparesItsJobs() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
        List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch go = new CountDownLatch(1);
        pool.execute(() -> awaitQuietly(go));
        for (int rank : new int[] {3, 1, 2}) {
            pool.execute(new Job(rank, ran));
        }
        go.countDown();
        end(pool);
        return ran.toString();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Hazard
    static String pool_removesATask() throws Exception {
        ThreadPoolExecutor pool = Bus.pool();
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        pool.execute(() -> awaitQuietly(go));
        Runnable task = () -> ran.incrementAndGet();
        pool.execute(task);
        boolean queued = pool.getQueue().contains(task);
        boolean removed = pool.remove(task);
        go.countDown();
        end(pool);
        return queued + " " + removed + " " + ran;
    }

    @Hazard
    static String manyThreads_callOneCallback() throws Exception {
        AtomicInteger sum = new AtomicInteger();
        IntUnaryOperator shared = x -> x + 1;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < CALLS; i++) {
                    sum.addAndGet(apply(shared, i));
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return sum.toString();
    }

    private static int apply(IntUnaryOperator operator, int value) {
        return operator.applyAsInt(value);
    }

    private static final class Worker extends Thread {
        private final List<String> said;

        Worker(List<String> said) {
            super("worker");
            this.said = said;
        }

        @Override
        public void run() {
            said.add(getName() + " " + (Thread.currentThread() == this));
        }
    }

    @Hazard
    static String subclassOfThread_runs() throws Exception {
        List<String> said = new ArrayList<>();
        Worker worker = new Worker(said);
        Thread around = new Thread(worker, "around");
        worker.start();
        worker.join();
        around.start();
        around.join();
        return said.toString();
    }

    @Hazard
    static String timer_runsAndCancels() throws Exception {
        Timer timer = new Timer("timer", true);
        CountDownLatch ticks = new CountDownLatch(3);
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                ticks.countDown();
                if (ticks.getCount() == 0) {
                    cancel();
                }
            }
        };
        timer.schedule(task, 0, 1);
        ticks.await();
        boolean again;
        try {
            timer.schedule(task, 0);
            again = true;
        } catch (IllegalStateException scheduledAlready) {
            again = false;
        }
        timer.cancel();
        return "again " + again;
    }

    private static final class Task extends FutureTask<String> {
        private final AtomicReference<String> done = new AtomicReference<>();

        Task(Callable<String> callable) {
            super(callable);
        }

        @Override
        protected void done() {
            done.set("done");
        }
    }

    @Hazard
    static String subclassOfFutureTask_isDone() throws Exception {
        Task task = new Task(() -> "value");
        ThreadPoolExecutor pool = Bus.pool();
        pool.execute(task);
        String value = task.get();
        end(pool);
        return value + " " + task.done.get();
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
            if (to - from < 10) {
                return IntStream.range(from, to).sum();
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    private static final class Increment extends RecursiveAction {
        private static final long serialVersionUID = 1;
        private final transient AtomicInteger count;

        Increment(AtomicInteger count) {
            this.count = count;
        }

        @Override
        protected void compute() {
            if (count.incrementAndGet() < 5) {
                invokeAll(new Increment(count));
            }
        }
    }

    private static final class Completer extends CountedCompleter<String> {
        private static final long serialVersionUID = 1;
        private final transient AtomicReference<String> result;

        Completer(AtomicReference<String> result) {
            this.result = result;
        }

        @Override
        public void compute() {
            result.set("computed");
            tryComplete();
        }

        @Override
        public String getRawResult() {
            return result.get();
        }
    }

    @Hazard
    static String forkJoinTasks_compute() {
        AtomicInteger count = new AtomicInteger();
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            int sum = pool.invoke(new Sum(0, 1_000));
            pool.invoke(new Increment(count));
            return sum + " " + count + " " + pool.invoke(new Completer(new AtomicReference<>()))
                    + pool.submit(() -> "submitted").join();
        } finally {
            pool.shutdown();
        }
    }

    @Hazard
    static String futures_completeInOrder() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> "a", pool);
        CompletableFuture<String> second = first.thenApplyAsync(word -> word + "b", pool)
                .thenCombine(CompletableFuture.supplyAsync(() -> "c", pool), (one, other) -> one + other)
                .thenCompose(word -> CompletableFuture.completedFuture(word + "d"))
                .handle((word, failure) -> word + failure);
        CompletableFuture<String> failed = CompletableFuture.<String>supplyAsync(
                        () -> {
                            throw new IllegalStateException("mine");
                        },
                        pool)
                .exceptionally(failure -> failure.toString());
        String said = second.get() + " " + failed.get();
        end(pool);
        return said;
    }

    @Hazard
    static String scheduledTask_isCancelledAndRemoved() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.setRemoveOnCancelPolicy(true);
        CountDownLatch ticks = new CountDownLatch(3);
        ScheduledFuture<?> ticking = pool.scheduleAtFixedRate(ticks::countDown, 0, 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> late = pool.schedule(() -> "late", 1, TimeUnit.HOURS);
        ticks.await();
        boolean cancelled = ticking.cancel(false) && late.cancel(false);
        end(pool);
        return "cancelled " + cancelled + ", queued " + pool.getQueue().size();
    }

    @Hazard
    static String rejectedTask_isTheSame() throws Exception {
        AtomicReference<Runnable> rejected = new AtomicReference<>();
        ThreadFactory factory = task -> new Thread(task, "made");
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), factory, (task, full) -> rejected.set(task));
        CountDownLatch go = new CountDownLatch(1);
        pool.execute(() -> awaitQuietly(go));
        Runnable task = () -> {};
        pool.execute(task);
        go.countDown();
        boolean sameFactory = pool.getThreadFactory() == factory;
        end(pool);
        return (rejected.get() == task) + " " + sameFactory;
    }

    @Hazard
    static String invokeAll_returnsInOrder() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<String>> tasks = List.of(() -> "a", () -> "b", new Callable<>() {
            @Override
            public String call() {
                return "c".concat("");
            }
        });
        StringBuilder said = new StringBuilder();
        for (Future<String> future : pool.invokeAll(tasks)) {
            said.append(future.get());
        }
        said.append(pool.invokeAny(List.<Callable<String>>of(() -> "any")));
        end(pool);
        return said.toString();
    }

    @Hazard
    static String interrupt_arrivesInACallback() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicReference<String> said = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            waiting.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                said.set("interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        waiting.await();
        thread.interrupt();
        thread.join();
        Thread.currentThread().interrupt();
        Bus.runAll(() -> said.set(said.get() + Thread.currentThread().isInterrupted()));
        return said + " " + Thread.interrupted();
    }

    @Hazard
    static String threadLocals_areSeenInCallbacks() throws Exception {
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "initial");
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        inherited.set("inherited");
        List<String> said = new ArrayList<>();
        Thread thread = new Thread(() -> said.add(local.get() + inherited.get()));
        local.set("mine");
        thread.start();
        thread.join();
        Bus.runAll(() -> said.add(local.get()));
        return said + " " + (Thread.currentThread().getContextClassLoader() == Concurrency.class.getClassLoader());
    }

    private static final class Guarded implements Runnable {
        private int count;

        @Override
        public synchronized void run() {
            if (!Thread.holdsLock(this)) {
                throw new IllegalStateException("not locked");
            }
            count++;
            notifyAll();
        }

        synchronized void awaitCount(int wanted) throws InterruptedException {
            while (count < wanted) {
                wait();
            }
        }
    }

    @Hazard
    static String synchronizedCallback_isLocked() throws Exception {
        Guarded guarded = new Guarded();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(guarded);
            threads.add(thread);
            thread.start();
        }
        guarded.awaitCount(4);
        for (Thread thread : threads) {
            thread.join();
        }
        return guarded.count + " " + Thread.holdsLock(guarded);
    }

    @Hazard
    static String concurrentMap_computesOnce() throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        IntStream.range(0, 2_000)
                .parallel()
                .forEach(i -> map.computeIfAbsent(i % 50, key -> {
                    computed.incrementAndGet();
                    return key * 2;
                }));
        String recursive;
        try {
            recursive = "" + map.computeIfAbsent(100, key -> map.computeIfAbsent(100, other -> other));
        } catch (IllegalStateException e) {
            recursive = e.getMessage();
        }
        return computed + " " + map.size() + " " + recursive;
    }

    @Hazard
    static String parallelStream_addsUp() {
        return ""
                + IntStream.rangeClosed(1, 10_000)
                        .parallel()
                        .mapToObj(Integer::toString)
                        .filter(word -> !word.endsWith("7"))
                        .mapToInt(String::length)
                        .sum();
    }

    @Hazard
    static String virtualThreads_runCallbacks() throws Exception {
        Method newPool;
        try {
            newPool = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        } catch (NoSuchMethodException beforeJdk21) {
            return "skipped: no virtual threads before JDK 21";
        }
        ExecutorService pool = (ExecutorService) newPool.invoke(null);
        AtomicInteger sum = new AtomicInteger();
        Counter counter = new Counter();
        for (int i = 0; i < VIRTUAL_THREADS; i++) {
            int value = i;
            pool.submit(() -> {
                Thread.yield();
                sum.addAndGet(apply(x -> x + value, 1));
                Thread.yield();
                Bus.runAll(counter, () -> sum.incrementAndGet(), new Counter());
                return null;
            });
        }
        end(pool);
        return sum + " " + counter.runs;
    }

    private static final class Counter implements Runnable {
        private final AtomicInteger runs = new AtomicInteger();

        @Override
        public void run() {
            runs.incrementAndGet();
            Thread.yield();
        }
    }

    @Hazard
    static String tasksThatNeverRan_areReturnedByShutdown() throws Exception {
        ThreadPoolExecutor pool = Bus.pool();
        CountDownLatch go = new CountDownLatch(1);
        pool.execute(() -> awaitQuietly(go));
        Runnable one = () -> {};
        Runnable other = go::countDown;
        pool.execute(one);
        pool.execute(other);
        List<Runnable> left = pool.shutdownNow();
        end(pool);
        return left.size() + " " + (left.get(0) == one) + " " + (left.get(1) == other);
    }

    @Hazard
    static String publisher_tellsItsSubscribersInOrder() throws Exception {
        List<Integer> received = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> consumed;
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, 16)) {
            consumed = publisher.consume(received::add);
            for (int i = 0; i < 5; i++) {
                publisher.submit(i);
            }
        }
        consumed.get();
        return received.toString();
    }

    @Hazard
    static String barrier_runsItsAction() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(2, runs::incrementAndGet);
        Thread other = new Thread(() -> {
            awaitQuietly(barrier);
            awaitQuietly(barrier);
        });
        other.start();
        awaitQuietly(barrier);
        awaitQuietly(barrier);
        other.join();
        return "ran " + runs + ", waiting " + barrier.getNumberWaiting();
    }

    private static void awaitQuietly(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
