// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service under a steady load for some time: requests on a pool, callbacks, threads that end, and exceptions. From
 * time to time it prints what the JVM holds, after a collection, and at the end how many requests there were.
 */
public final class Soak {
    private static final int SAMPLES = 8;
    private static final int REQUESTS_A_ROUND = 40;
    private static final AtomicLong REQUESTS = new AtomicLong();

    private Soak() {}

    /** {@code args[0]}: for how many seconds. */
    public static void main(String[] args) throws Exception {
        long length = TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
        long start = System.nanoTime();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (int sample = 1; sample <= SAMPLES; sample++) {
            while (System.nanoTime() - start < length / SAMPLES * sample) {
                round(pool);
                Thread.sleep(10);
            }
            System.out.println(held());
        }
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new AssertionError("the requests did not end");
        }
        System.out.println("requests " + REQUESTS);
    }

    private static void round(ExecutorService pool) throws InterruptedException, ExecutionException {
        List<Future<?>> open = new ArrayList<>();
        for (int i = 0; i < REQUESTS_A_ROUND; i++) {
            int number = i;
            open.add(
                    i % 2 == 0
                            ? pool.submit(() -> request(number))
                            : CompletableFuture.supplyAsync(() -> request(number), pool)
                                    .thenApply(Soak::format));
        }
        Thread shortLived = new Thread(() -> request(REQUESTS_A_ROUND), "short-lived");
        shortLived.start();
        shortLived.join();
        for (Future<?> request : open) {
            request.get();
        }
    }

    private static int request(int number) {
        REQUESTS.incrementAndGet();
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += step(number, i);
        }
        return Optional.of(sum).map(value -> value * 31).orElse(0);
    }

    private static int step(int number, int step) {
        try {
            return checked(number * step);
        } catch (IllegalStateException tooLarge) {
            return -1;
        }
    }

    private static int checked(int value) {
        if (value > 300) {
            throw new IllegalStateException("too large");
        }
        return value;
    }

    private static String format(int value) {
        return "value " + value;
    }

    private static String held() throws IOException, InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long metaspace = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .mapToLong(pool -> used(pool))
                .sum();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        String[] files = new File("/proc/self/fd").list();
        Path status = Path.of("/proc/self/status");
        long resident = Files.exists(status)
                ? Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                : 0;
        return "held heap=" + heap / 1024 + " metaspace=" + metaspace / 1024 + " threads=" + threads + " files="
                + (files == null ? 0 : files.length) + " resident=" + resident;
    }

    private static long used(MemoryPoolMXBean pool) {
        return pool.getUsage().getUsed();
    }
}
