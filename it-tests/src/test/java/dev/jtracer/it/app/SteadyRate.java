// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls {@code tick} a hundred times a second, each with four calls of {@code part} and a task that runs at once. */
public final class SteadyRate {
    private long sum;

    private SteadyRate() {}

    /** Runs until there is input. */
    public static void main(String[] args) throws Exception {
        SteadyRate rate = new SteadyRate();
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
        Future<?> unused = executor.scheduleAtFixedRate(rate::tick, 0, 10, TimeUnit.MILLISECONDS);
        System.out.println("ready");
        System.in.read();
        executor.shutdownNow();
    }

    private void tick() {
        for (int i = 0; i < 4; i++) {
            sum += part(i);
        }
        apply(() -> sum++);
    }

    private static void apply(Runnable task) {
        task.run();
    }

    private static long part(int i) {
        return i * 31L;
    }
}
