// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Passes callbacks of every kind, and prints their results. */
public final class KindsOfCallbacks {
    private static final int THREADS = 4;
    private static final int CALLS = 500;

    private KindsOfCallbacks() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        subclassOfThread();
        timerTask();
        System.out.println("several " + several());
        System.out.println("anonymous " + anonymous());
        System.out.println("sorted " + sorted());
        System.out.println("parallel " + parallel());
        System.out.println("serialised " + copy(greeting("hello")).get());
        System.out.println("forwarded " + forward(() -> "twice"));
        System.out.println("shared " + shared());
    }

    private static void subclassOfThread() throws InterruptedException {
        Thread thread = new Worker();
        thread.setName("subclass");
        start(thread);
        thread.join();
    }

    private static void start(Runnable thread) {
        ((Thread) thread).start();
    }

    private static final class Worker extends Thread {
        @Override
        public void run() {
            System.out.println("thread " + getName());
        }
    }

    private static void timerTask() throws InterruptedException {
        Timer timer = new Timer("timer", true);
        CountDownLatch ticked = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        System.out.println("tick");
                        ticked.countDown();
                    }
                },
                0);
        ticked.await();
        timer.cancel();
    }

    private static String several() throws InterruptedException, ExecutionException {
        StringBuilder said = new StringBuilder();
        runAll(() -> said.append("one "), () -> said.append("other "));
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (Future<String> future : pool.invokeAll(List.<Callable<String>>of(() -> "first ", () -> "second"))) {
            said.append(future.get());
        }
        pool.shutdown();
        return said.toString();
    }

    private static void runAll(Runnable... callbacks) {
        for (Runnable callback : callbacks) {
            callback.run();
        }
    }

    private static String anonymous() {
        return call(new Supplier<String>() {
            @Override
            public String get() {
                return "class".concat(Integer.toString(1));
            }
        });
    }

    private static String call(Supplier<String> supplier) {
        return supplier.get();
    }

    private static List<String> sorted() {
        List<String> words = new ArrayList<>(List.of("ccc", "a", "bb"));
        words.sort(Comparator.comparing(String::length));
        words.sort((one, other) -> other.compareTo(one));
        return words;
    }

    private static int parallel() {
        return IntStream.rangeClosed(1, 1_000).parallel().map(x -> x * 2).sum();
    }

    private interface Greeting extends Supplier<String>, Serializable {}

    private static Greeting greeting(String word) {
        return () -> word + " again";
    }

    private static Greeting copy(Greeting greeting) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(greeting);
        }
        System.out.println("names the tracer "
                + bytes.toString(StandardCharsets.ISO_8859_1).contains("jtracer/bootstrap"));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Greeting) in.readObject();
        }
    }

    private static String forward(Supplier<String> supplier) {
        return call(supplier);
    }

    private static int shared() throws InterruptedException {
        Thread[] threads = new Thread[THREADS];
        int[] sums = new int[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int index = i;
            threads[i] = new Thread(() -> sums[index] = sum(), "sharer");
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return Arrays.stream(sums).sum();
    }

    private static int sum() {
        int sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += apply(x -> x + 1, i);
        }
        return sum;
    }

    private static int apply(IntUnaryOperator operator, int value) {
        return operator.applyAsInt(value);
    }
}
