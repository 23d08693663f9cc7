// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntUnaryOperator;

/**
 * The measured process: a fixed amount of work, divided among any number of threads. Prints nanoseconds per
 * operation: the median over all slices of all threads, the elapsed time, and the second half's elapsed time and CPU
 * time of the process.
 */
final class BusyThreads {
    private static final int SLICES = 40;
    private static final int HALF = SLICES / 2;

    private final Class<?> workload;
    private final int operationsPerSlice;
    private final double[] nanosPerOperation;
    private final CyclicBarrier half;
    private long halfNanos;
    private Duration halfCpu = Duration.ZERO;
    private final boolean virtual;

    private BusyThreads(Class<?> workload, int threads, int operations, boolean virtual) {
        this.workload = workload;
        this.virtual = virtual;
        this.operationsPerSlice = operations / threads / SLICES;
        this.nanosPerOperation = new double[threads * SLICES];
        this.half = new CyclicBarrier(threads, this::reachHalf);
    }

    /** {@code args}: workload class, threads, operations in all, {@code virtual} or {@code platform}. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        int threads = Integer.parseInt(args[1]);
        new BusyThreads(Class.forName(args[0]), threads, Integer.parseInt(args[2]), "virtual".equals(args[3]))
                .run(threads);
    }

    private void run(int count) throws ReflectiveOperationException, InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            IntUnaryOperator own = (IntUnaryOperator) workload.getConstructor().newInstance();
            int first = i * SLICES;
            threads[i] = unstarted(() -> work(own, first), "busy-" + i);
        }
        long start = System.nanoTime();
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double operations = (double) count * HALF * operationsPerSlice;
        long end = System.nanoTime();
        Duration cpu = cpu().minus(halfCpu);
        Arrays.sort(nanosPerOperation);
        System.out.println(nanosPerOperation[nanosPerOperation.length / 2]);
        System.out.println((end - start) / (2 * operations));
        System.out.println((end - halfNanos) / operations);
        System.out.println(cpu.toNanos() / operations);
    }

    // By reflection, because this class is compiled for Java 17.
    private Thread unstarted(Runnable work, String name) throws ReflectiveOperationException {
        if (!virtual) {
            return new Thread(work, name);
        }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (Thread) Class.forName("java.lang.Thread$Builder")
                .getMethod("unstarted", Runnable.class)
                .invoke(builder, work);
    }

    private void work(IntUnaryOperator own, int first) {
        for (int slice = 0; slice < SLICES; slice++) {
            if (slice == HALF) {
                awaitOthers();
            }
            long start = System.nanoTime();
            int result = 0;
            for (int i = 0; i < operationsPerSlice; i++) {
                result = own.applyAsInt(result + i);
            }
            long elapsed = System.nanoTime() - start;
            // Never true, but the compiler must not detect that the result is unused.
            nanosPerOperation[first + slice] = result == Integer.MIN_VALUE ? 0 : (double) elapsed / operationsPerSlice;
        }
    }

    private void awaitOthers() {
        try {
            half.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private void reachHalf() {
        halfCpu = cpu();
        halfNanos = System.nanoTime();
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }
}
