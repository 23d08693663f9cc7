// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntUnaryOperator;

/**
 * The measured process: runs a workload on some threads, warms up, then prints the nanoseconds per operation of each
 * time window, averaged over the threads.
 */
final class WorkloadMain {
    private static final int WINDOWS = 5;
    private static final int BATCH = 500;

    private WorkloadMain() {}

    /** {@code args}: workload class, threads, milliseconds of warm-up, milliseconds a window. */
    public static void main(String[] args)
            throws ReflectiveOperationException, InterruptedException, ExecutionException {
        Class<?> workload = Class.forName(args[0]);
        int threads = Integer.parseInt(args[1]);
        long warmUpNanos = Long.parseLong(args[2]) * 1_000_000;
        long windowNanos = Long.parseLong(args[3]) * 1_000_000;

        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<double[]>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            IntUnaryOperator own = (IntUnaryOperator) workload.getConstructor().newInstance();
            results.add(pool.submit(measurement(own, together, warmUpNanos, windowNanos)));
        }
        double[] mean = new double[WINDOWS];
        for (Future<double[]> result : results) {
            for (int window = 0; window < WINDOWS; window++) {
                mean[window] += result.get()[window] / threads;
            }
        }
        pool.shutdown();
        for (double nanosPerOperation : mean) {
            System.out.println(nanosPerOperation);
        }
    }

    private static Callable<double[]> measurement(
            IntUnaryOperator workload, CyclicBarrier together, long warmUpNanos, long windowNanos) {
        return () -> {
            together.await();
            nanosPerOperation(workload, warmUpNanos);
            double[] windows = new double[WINDOWS];
            for (int window = 0; window < WINDOWS; window++) {
                together.await();
                windows[window] = nanosPerOperation(workload, windowNanos);
            }
            return windows;
        };
    }

    private static double nanosPerOperation(IntUnaryOperator workload, long forNanos) {
        long start = System.nanoTime();
        long operations = 0;
        int result = 0;
        long elapsed;
        do {
            for (int i = 0; i < BATCH; i++) {
                result = workload.applyAsInt(result + i);
            }
            operations += BATCH;
            elapsed = System.nanoTime() - start;
        } while (elapsed < forNanos);
        if (result == Integer.MIN_VALUE) {
            // Never true, but the compiler must not detect that the result is unused.
            System.err.println(result);
        }
        return (double) elapsed / operations;
    }
}
