// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Passes callbacks to parameters whose type does not reveal them, and prints their results. */
public final class LessObviousCallbacks {
    private static final int NUMBERS = 1_000;

    private final List<Object> kept = new ArrayList<>();

    private LessObviousCallbacks() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        LessObviousCallbacks callbacks = new LessObviousCallbacks();
        callbacks.keepAnything(callbacks.words(() -> "as an object"));
        callbacks.runKept();
        runEach(List.of(() -> System.out.println("first of a list"), () -> System.out.println("second of a list")));
        Thread thread = new OwnThread();
        thread.start();
        thread.join();
        System.out.println("forked " + new Halves(8).invoke());
        takenFromAQueue();
        callbacks.passFieldsInTwoThreads();
        tellBoth(new Listener() {
            @Override
            public void opened(String what) {
                System.out.println("opened ".concat(what));
            }

            @Override
            public void closed(String what) {
                System.out.println("closed ".concat(what));
            }
        });
        new Overloaded().passItself();
        new OfTwoInterfaces().passItself();
        runOnce(new Extending());
        for (Step step : List.of(new NamedStep(), new Step() {
            @Override
            public void step(int number) {
                System.out.println("anonymous step " + number);
            }
        })) {
            List.of(1).forEach(step);
        }
        System.out.println("sorted " + sorted().get(0));
        System.out.println(use(MadeElsewhere.lambda("word")) + ", " + use(MadeElsewhere.object("word")));
    }

    /** Takes any object; so its callbacks are linked to it only if they were passed to no other call. */
    private void keepAnything(Object object) {
        kept.add(object);
    }

    private Supplier<String> words(Supplier<String> supplier) {
        keepAnything(supplier);
        return new Supplier<>() {
            @Override
            public String get() {
                return supplier.get().concat(" within an object");
            }
        };
    }

    private void runKept() {
        for (Object object : kept) {
            System.out.println(((Supplier<?>) object).get());
        }
    }

    private static void runEach(List<Runnable> all) {
        for (Runnable one : all) {
            one.run();
        }
    }

    private static final class OwnThread extends Thread {
        @Override
        public void run() {
            System.out.println("started itself");
        }
    }

    private static final class Halves extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        private final int size;

        Halves(int size) {
            this.size = size;
        }

        @Override
        protected Integer compute() {
            if (size == 1) {
                return 1;
            }
            Halves left = new Halves(size / 2);
            left.fork();
            return new Halves(size - size / 2).compute() + left.join();
        }
    }

    /** One thread puts it into a queue; another takes it out, and makes a third run it. */
    private static void takenFromAQueue() throws InterruptedException, ExecutionException {
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "third"));
        String what = "taken";
        leave(queue, () -> System.out.println(what + " from a queue"));
        Thread second = new Thread(
                () -> {
                    try {
                        pool.submit(queue.take()).get();
                    } catch (InterruptedException | ExecutionException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "second");
        second.start();
        second.join();
        pool.shutdown();
    }

    private static void leave(LinkedBlockingQueue<Runnable> queue, Runnable task) {
        queue.add(task);
    }

    private final AtomicInteger flushed = new AtomicInteger();
    private final Runnable flush = flushed::incrementAndGet;
    private final Supplier<Integer> fallback = flushed::get;

    /** Two threads pass the same objects, which no queue has moved from one to the other. */
    private void passFieldsInTwoThreads() throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch passed = new CountDownLatch(2);
        pool.execute(new Awaiting(passed));
        for (int i = 0; i < 2; i++) {
            Thread user = new Thread(() -> passFields(pool, passed));
            user.start();
            user.join();
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES) + " flushed " + flushed);
    }

    private void passFields(ExecutorService pool, CountDownLatch passed) {
        pool.execute(flush);
        Optional<Integer> present = kept.isEmpty() ? Optional.empty() : Optional.of(1);
        kept.add(present.orElseGet(fallback));
        passed.countDown();
    }

    private record Awaiting(CountDownLatch latch) implements Runnable {
        @Override
        public void run() {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    interface Listener {
        void opened(String what);

        void closed(String what);
    }

    private static void tellBoth(Listener listener) {
        listener.opened("door");
        listener.closed("door");
    }

    /** Its methods of the same name are no callbacks, but for that which the interface's bridge calls. */
    static final class Overloaded implements Consumer<String> {
        private final Set<Object> accepted = new HashSet<>();

        void passItself() {
            acceptBy(this);
            System.out.println("accepted " + accepted.size());
        }

        @Override
        public void accept(String text) {
            accepted.add(text);
            accept(Integer.valueOf(1));
            accept(2L);
        }

        public void accept(Integer number) {
            accepted.add(number);
        }

        void accept(long number) {
            accepted.add(number);
        }
    }

    /** Implements the method of its interface by calling another one. */
    interface Step extends Consumer<Integer> {
        @Override
        default void accept(Integer number) {
            System.out.println("next");
            step(number + 1);
        }

        void step(int number);
    }

    private static final class NamedStep implements Step {
        @Override
        public void step(int number) {
            System.out.println("named step " + number);
        }
    }

    private static class Extended implements Runnable {
        @Override
        public void run() {
            System.out.println("extended");
        }
    }

    private static final class Extending extends Extended {
        @Override
        public void run() {
            super.run();
        }
    }

    private static void runOnce(Runnable task) {
        task.run();
    }

    /** Is called back by two overloads; one has a bridge. */
    static final class OfTwoInterfaces implements Consumer<String>, IntConsumer {
        void passItself() {
            IntStream.range(0, 3).forEach(this);
        }

        @Override
        public void accept(String text) {
            System.out.println("text " + text);
        }

        @Override
        public void accept(int number) {
            System.out.println("number " + number);
        }
    }

    private static void acceptBy(Consumer<String> consumer) {
        consumer.accept("text");
    }

    private static List<Integer> sorted() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < NUMBERS; i++) {
            numbers.add(i);
        }
        Collections.shuffle(numbers, new Random(1));
        Integer[] array = numbers.toArray(new Integer[0]);
        Arrays.sort(array, (one, other) -> other.compareTo(one));
        return List.of(array);
    }

    private static String use(Supplier<String> supplier) {
        return supplier.get();
    }
}
