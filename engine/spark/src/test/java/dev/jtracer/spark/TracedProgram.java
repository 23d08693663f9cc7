// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The program that the tests record: calls, callbacks on another thread, an exception. */
public final class TracedProgram {
    private TracedProgram() {}

    /** {@code args[0]}: rounds. */
    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < rounds; i++) {
            round(i, pool);
        }
        pool.shutdown();
    }

    private static void round(int number, ExecutorService pool) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        submit(done::countDown, pool);
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            sum = step(sum, i);
        }
        if (number % 10 == 0) {
            try {
                fail();
            } catch (IllegalStateException expected) {
                sum++;
            }
        }
        done.await();
    }

    private static void submit(Runnable task, ExecutorService pool) {
        pool.execute(task);
    }

    private static int step(int sum, int value) {
        return value % 2 == 0 ? add(sum, value) : sum;
    }

    private static int add(int sum, int value) {
        return sum + value;
    }

    private static void fail() {
        throw new IllegalStateException("every tenth round");
    }
}
