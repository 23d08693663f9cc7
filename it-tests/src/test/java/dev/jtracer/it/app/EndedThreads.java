// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** Starts threads that make a few calls and end, and measures what they leave on the heap. */
public final class EndedThreads {
    private static final int WARM_UP = 2_048;
    private static final int THREADS = 16_384;
    private static final int AT_A_TIME = 16;
    private static final int COLLECTIONS = 5;
    private static final int SETTLING_ROUNDS = 10;

    /** Some 160 KB in all come and go by themselves, 10 bytes a thread; a track has 300 bytes. */
    private static final int MOST_BYTES_A_THREAD = 32;

    private static final long LIMIT_NANOS = 60_000_000_000L;

    private final LongAdder calls = new LongAdder();

    private EndedThreads() {}

    /**
     * Prints how much the heap grows with threads that have ended, or with {@code args[0]}, what remains of some
     * after that call.
     */
    public static void main(String[] args) throws Exception {
        EndedThreads program = new EndedThreads();
        if (args.length > 0) {
            program.endAfter(args[0]);
        } else {
            program.startAndEndMany();
        }
        System.out.println("calls " + program.calls);
    }

    private void startAndEndMany() throws InterruptedException {
        startAndEnd(WARM_UP);
        long before = leastUsedBytes();
        startAndEnd(THREADS);
        long deadline = System.nanoTime() + LIMIT_NANOS;
        long bytes;
        do {
            bytes = (usedBytes() - before) / THREADS;
        } while (bytes >= MOST_BYTES_A_THREAD && System.nanoTime() - deadline < 0);
        System.out.println(bytes < MOST_BYTES_A_THREAD ? "left nothing" : "left " + bytes + " bytes a thread");
    }

    private void startAndEnd(int count) throws InterruptedException {
        Thread[] threads = new Thread[AT_A_TIME];
        for (int started = 0; started < count; started += AT_A_TIME) {
            for (int i = 0; i < AT_A_TIME; i++) {
                threads[i] = new Thread(this::call);
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private void endAfter(String command) throws Exception {
        CountDownLatch called = new CountDownLatch(AT_A_TIME);
        CountDownLatch end = new CountDownLatch(1);
        List<WeakReference<Object>> dropped = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < AT_A_TIME; i++) {
            Thread thread = new Thread(() -> callAndWait(called, end));
            thread.setContextClassLoader(new ClassLoader() {});
            dropped.add(new WeakReference<>(thread));
            dropped.add(new WeakReference<>(thread.getContextClassLoader()));
            thread.start();
            threads.add(thread);
        }
        called.await();
        Class.forName("dev.jtracer.Tracer").getMethod(command).invoke(null);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
        System.out.println("left " + left(dropped));
    }

    private void callAndWait(CountDownLatch called, CountDownLatch end) {
        call();
        called.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void call() {
        calls.increment();
    }

    private static int left(List<WeakReference<Object>> dropped) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!dropped.isEmpty() && System.nanoTime() - deadline < 0) {
            System.gc();
            dropped.removeIf(reference -> reference.refersTo(null));
            Thread.sleep(10); // the tracer's thread checks once in a while
        }
        return dropped.size();
    }

    /** Returns the heap in use once the tracer's thread has drained what the threads have recorded. */
    private static long leastUsedBytes() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < SETTLING_ROUNDS; i++) {
            least = Math.min(least, usedBytes());
        }
        return least;
    }

    private static long usedBytes() throws InterruptedException {
        Thread.sleep(100); // the tracer's thread drains once in a while, later on a busy machine
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
