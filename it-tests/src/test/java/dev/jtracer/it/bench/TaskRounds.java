// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.jtracer.it.bench.work.SubmittedBatches;
import dev.jtracer.it.bench.work.SubmittedBatchesLibrary;
import java.lang.management.ManagementFactory;

/**
 * The measured process: passes batches of tasks, warms up, then prints the nanoseconds a task, and those of the
 * process's CPU time, of each time window.
 */
final class TaskRounds {
    private static final int BATCH = 1_000;

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final SubmittedBatchesLibrary library;
    private final boolean isIncluded;

    private TaskRounds(SubmittedBatchesLibrary library, boolean isIncluded) {
        this.library = library;
        this.isIncluded = isIncluded;
    }

    /**
     * {@code args}: the executor, {@code included} for tasks of an included call, windows, milliseconds of warm-up,
     * milliseconds a window.
     */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        int windows = Integer.parseInt(args[2]);
        long warmUpNanos = Long.parseLong(args[3]) * 1_000_000;
        long windowNanos = Long.parseLong(args[4]) * 1_000_000;
        try (SubmittedBatchesLibrary library = new SubmittedBatchesLibrary(args[0])) {
            TaskRounds rounds = new TaskRounds(library, args[1].equals("included"));
            library.drive(() -> {
                rounds.window(warmUpNanos);
                for (int i = 0; i < windows; i++) {
                    System.out.println(rounds.window(windowNanos));
                }
            });
        }
    }

    private String window(long forNanos) {
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        double tasks = 0;
        long elapsed;
        do {
            batch();
            tasks += BATCH;
            elapsed = System.nanoTime() - start;
        } while (elapsed < forNanos);
        return elapsed / tasks + " " + (system.getProcessCpuTime() - cpu) / tasks;
    }

    private void batch() {
        library.begin(BATCH);
        for (int i = 0; i < BATCH; i++) {
            if (isIncluded) {
                SubmittedBatches.submit(library, i);
            } else {
                library.later(i);
            }
        }
        try {
            library.finish();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
