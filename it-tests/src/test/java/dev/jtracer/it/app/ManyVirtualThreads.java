// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Starts very many virtual threads that pass and run callbacks, and measures the heap. Needs Java 21. */
public final class ManyVirtualThreads {
    private static final int BATCH = 5_000;
    private static final int COLLECTIONS = 30;
    /* The tables of callbacks that wait grow with the backlog of the drain, which is longest on a busy machine, up to
     * a bound. A thread that is not collected takes 400 bytes or more. */
    private static final long GROWTH_BYTES = 16L << 20;

    private final LongAdder runs = new LongAdder();
    // By reflection, because this class is compiled for Java 17.
    private final Method startVirtualThread;

    private ManyVirtualThreads() throws NoSuchMethodException {
        startVirtualThread = Thread.class.getMethod("startVirtualThread", Runnable.class);
    }

    /**
     * Runs {@code args[0]} threads after as many to warm up, which fill the tables of bounded size, and prints
     * whether the heap has grown with them.
     */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        int threads = Integer.parseInt(args[0]);
        ManyVirtualThreads program = new ManyVirtualThreads();
        program.run(threads);
        long before = settledBytes(0);
        program.run(threads);
        long growth = settledBytes(before + GROWTH_BYTES) - before;
        System.out.println("runs " + program.runs);
        System.out.println("heap " + (growth < GROWTH_BYTES ? "has not grown" : "has grown by " + growth));
    }

    private void run(int threads) throws ReflectiveOperationException, InterruptedException {
        for (int started = 0; started < threads; started += BATCH) {
            CountDownLatch ended = new CountDownLatch(BATCH);
            for (int i = 0; i < BATCH; i++) {
                Runnable task = () -> {
                    count(() -> 1);
                    ended.countDown();
                };
                startVirtualThread.invoke(null, task);
            }
            ended.await();
        }
    }

    private void count(Supplier<Integer> callback) {
        LockSupport.parkNanos(1); // unmounts from the carrier
        runs.add(callback.get());
    }

    /**
     * Returns the least use of the heap after some collections, as soon as it is below a limit. On a busy machine the
     * last threads and what the tracer has not drained yet take a while to go; a leak stays.
     */
    private static long settledBytes(long limit) {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS && least > limit; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
