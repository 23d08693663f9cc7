// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.threads;

import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Work on four threads: main, a pool of two, and a timer.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.it.app.threads \
 *      -cp examples/target/examples.jar dev.jtracer.it.app.threads.Pools
 * </pre>
 *
 * Look at the rows {@code main}, {@code worker-1}, {@code worker-2} and {@code ticker}: one row a thread, named like
 * it, and both workers busy at the same time.
 */
public final class Pools {
    private static final int TICKS = 3;

    private Pools() {}

    /** Prints the sums that the workers found. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        System.out.println("even and odd sums: " + sumOnTwoWorkers());
        System.out.println("ticks: " + countTicks());
    }

    private static List<Long> sumOnTwoWorkers() throws InterruptedException, ExecutionException {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool =
                Executors.newFixedThreadPool(2, task -> new Thread(task, "worker-" + number.incrementAndGet()));
        try {
            // The barrier keeps one worker from taking both tasks.
            CyclicBarrier bothRunning = new CyclicBarrier(2);
            Future<Long> even = pool.submit(sumTask(bothRunning, 0));
            Future<Long> odd = pool.submit(sumTask(bothRunning, 1));
            return List.of(even.get(), odd.get());
        } finally {
            pool.shutdown();
        }
    }

    private static Callable<Long> sumTask(CyclicBarrier bothRunning, int first) {
        return () -> {
            bothRunning.await();
            return sum(first, 100_000);
        };
    }

    private static long sum(int first, int limit) {
        long sum = 0;
        for (int i = first; i < limit; i += 2) {
            sum += i;
        }
        return sum;
    }

    private static int countTicks() throws InterruptedException {
        CountDownLatch ticks = new CountDownLatch(TICKS);
        Timer timer = new Timer("ticker");
        timer.schedule(new Tick(ticks), 0, 5);
        ticks.await();
        timer.cancel();
        return TICKS;
    }

    private static final class Tick extends TimerTask {
        private final CountDownLatch ticks;

        Tick(CountDownLatch ticks) {
            this.ticks = ticks;
        }

        @Override
        public void run() {
            ticks.countDown();
        }
    }
}
