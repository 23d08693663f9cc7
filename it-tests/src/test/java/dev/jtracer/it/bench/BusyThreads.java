// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntUnaryOperator;

/**
 * The measured process: a fixed amount of work, divided among any number of threads. Prints the median nanoseconds per
 * operation over all slices of all threads, and for the second half the elapsed and the process's CPU time, both in
 * nanoseconds per operation.
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

    private BusyThreads(Class<?> workload, int threads, int operations) {
        this.workload = workload;
        this.operationsPerSlice = operations / threads / SLICES;
        this.nanosPerOperation = new double[threads * SLICES];
        this.half = new CyclicBarrier(threads, this::reachHalf);
    }

    /** {@code args}: workload class, threads, operations in all. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        int threads = Integer.parseInt(args[1]);
        new BusyThreads(Class.forName(args[0]), threads, Integer.parseInt(args[2])).run(threads);
    }

    private void run(int count) throws ReflectiveOperationException, InterruptedException {
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            IntUnaryOperator own = (IntUnaryOperator) workload.getConstructor().newInstance();
            int first = i * SLICES;
            threads[i] = new Thread(() -> work(own, first), "busy-" + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double operations = (double) count * HALF * operationsPerSlice;
        long elapsed = System.nanoTime() - halfNanos;
        Duration cpu = cpu().minus(halfCpu);
        Arrays.sort(nanosPerOperation);
        System.out.println(nanosPerOperation[nanosPerOperation.length / 2]);
        System.out.println(elapsed / operations);
        System.out.println(cpu.toNanos() / operations);
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
