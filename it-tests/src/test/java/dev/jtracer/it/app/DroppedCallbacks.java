// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;

/**
 * Passes callbacks of every kind and drops them: some while recording, others after the recording was stopped.
 * Prints the kinds that the collector leaves.
 */
public final class DroppedCallbacks {
    private static final int THREADS = 16;
    private static final long LIMIT_NANOS = 30_000_000_000L;
    private static final Cleaner CLEANER = Cleaner.create();

    /** The callbacks that were passed, by kind. */
    private final Map<String, Object> held = new LinkedHashMap<>();

    private final Map<String, WeakReference<Object>> dropped = new LinkedHashMap<>();
    private final Set<String> cleaned = ConcurrentHashMap.newKeySet();
    private final CountDownLatch end = new CountDownLatch(1);

    private DroppedCallbacks() {}

    /** Drops all kinds twice, and prints what is left each time. */
    public static void main(String[] args) throws Exception {
        DroppedCallbacks callbacks = new DroppedCallbacks();
        callbacks.passAll();
        callbacks.drop();
        System.out.println("left while recording " + callbacks.left());
        callbacks.passAll();
        if (args.length > 0) {
            Class.forName("dev.jtracer.Tracer").getMethod(args[0]).invoke(null);
        }
        callbacks.drop();
        System.out.println("left after the recording " + callbacks.left());
        callbacks.end.countDown();
    }

    private void passAll() throws Exception {
        objects();
        lambdas();
        several();
        tasks();
        threads();
        virtualThreads();
    }

    private void objects() {
        run(hold("object", new Named("object")));
        run(hold("object of an anonymous class", new Runnable() {
            @Override
            public void run() {
                System.out.println("anonymous class");
            }
        }));
        run(hold("object with a finalizer", new Finalized()));
        ignore(hold("object that never runs", new Named("never")));
        keepAnything(hold("object that is kept as any", new Named("any")));
        try {
            run(hold("object that throws", new Throwing()));
        } catch (IllegalStateException expected) {
            System.out.println("threw");
        }
        Integer[] numbers = {2, 1};
        Arrays.sort(numbers, hold("comparator", new Descending()));
    }

    @SuppressWarnings("UnnecessaryMethodReference") // its wrapper is what is dropped
    private void lambdas() {
        Object captured = hold("captured object", new Object());
        run(hold("lambda", () -> System.out.println("lambda " + (captured != null))));
        Named receiver = hold("receiver of a method reference", new Named("method reference"));
        run(hold("method reference", receiver::run));
        ignore(hold("lambda that never runs", () -> System.out.println(captured)));
    }

    private void several() {
        runAll(List.of(hold("element of a list", new Named("list"))));
        runAll(new ArrayList<>(List.of(hold("element of an array list", new Named("array list")))));
        runEach(hold("element of an array", new Named("array")));
    }

    private void tasks() throws Exception {
        Timer timer = new Timer("timer", true);
        CountDownLatch timed = new CountDownLatch(1);
        timer.schedule(hold("timer task", new CountingDown(timed)), 0);
        timed.await();
        timer.cancel();
        FutureTask<String> future = hold("future task", new FutureTask<>(() -> "future task"));
        new Thread(future).start();
        System.out.println(future.get());
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(hold("submitted object", new Named("submitted"))).get();
        pool.shutdown();
        System.out.println(hold("fork join task", new Answer()).fork().join());
    }

    /** Creates threads that end, beside others that started at the same time and do not. */
    private void threads() throws InterruptedException {
        ignore(hold("thread that is never started", new Named("never")));
        List<Thread> ending = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread ends = hold("thread " + i, i % 2 == 0 ? new OwnThread() : new Thread(new Named("thread")));
            ends.start();
            ending.add(ends);
            Thread stays = new Thread(new Staying(end));
            stays.setDaemon(true);
            stays.start();
        }
        for (Thread thread : ending) {
            thread.join();
        }
    }

    /** Needs Java 21, and does nothing in older versions. */
    private void virtualThreads() throws ReflectiveOperationException, InterruptedException {
        if (Runtime.version().feature() < 21) {
            return;
        }
        Runnable task = hold("task of a virtual thread", new Named("virtual"));
        Thread thread = (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        hold("virtual thread", thread).join();
    }

    private <T> T hold(String kind, T object) {
        held.put(kind, object);
        return object;
    }

    private void drop() {
        held.forEach((kind, object) -> {
            dropped.put(kind, new WeakReference<>(object));
            CLEANER.register(object, () -> cleaned.add(kind));
        });
        held.clear();
    }

    /** Returns the kinds that were not collected, or not cleaned up; repeats until there are none or time is up. */
    private Set<String> left() {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        Set<String> left = new TreeSet<>(dropped.keySet());
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            System.gc();
            left.removeIf(kind -> dropped.get(kind).refersTo(null) && cleaned.contains(kind));
        }
        dropped.clear();
        cleaned.clear();
        return left;
    }

    private static void run(Runnable callback) {
        callback.run();
    }

    private static void ignore(Runnable callback) {
        System.out.println("ignored " + (callback != null));
    }

    private static void keepAnything(Object object) {
        ((Runnable) object).run();
    }

    private static void runAll(List<? extends Runnable> callbacks) {
        callbacks.forEach(Runnable::run);
    }

    private static void runEach(Runnable... callbacks) {
        for (Runnable callback : callbacks) {
            callback.run();
        }
    }

    private record Named(String name) implements Runnable {
        @Override
        public void run() {
            System.out.println(name);
        }
    }

    private static final class Finalized implements Runnable {
        @Override
        public void run() {
            System.out.println("finalizer");
        }

        @Override
        @SuppressWarnings({"deprecation", "removal", "Finalize"}) // programs have them
        protected void finalize() {
            run();
        }
    }

    private static final class Throwing implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("as expected");
        }
    }

    private static final class Descending implements Comparator<Integer> {
        @Override
        public int compare(Integer one, Integer other) {
            return other.compareTo(one);
        }
    }

    private static final class CountingDown extends TimerTask {
        private final CountDownLatch ran;

        CountingDown(CountDownLatch ran) {
            this.ran = ran;
        }

        @Override
        public void run() {
            ran.countDown();
        }
    }

    private static final class Answer extends RecursiveTask<String> {
        private static final long serialVersionUID = 1;

        @Override
        protected String compute() {
            return "fork join task";
        }
    }

    private static final class OwnThread extends Thread {
        @Override
        public void run() {
            System.out.println("thread");
        }
    }

    private record Staying(CountDownLatch end) implements Runnable {
        @Override
        public void run() {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
