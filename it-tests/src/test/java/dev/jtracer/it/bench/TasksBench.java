// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.SubmittedBatches;
import dev.jtracer.it.harness.Jdk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The cost of {@code tasks=}: nanoseconds of a task that a library submits to a pool, to a fork/join pool by
 * {@code supplyAsync} and, from Java 21, to a virtual thread, and the process's CPU time for it; untraced, woven but
 * off, and while recording with each policy. Each task is passed by an included call, which is recorded as well,
 * as is a call of the task's; the last kind of tasks by none.
 */
final class TasksBench {
    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
    private static final int WINDOWS = Integer.getInteger("bench.windows", 10);
    private static final String WARM_UP_MILLIS = System.getProperty("bench.warmup", "2000");
    private static final String WINDOW_MILLIS = System.getProperty("bench.window", "100");

    private TasksBench() {}

    /** An executor, and whether an included call submits the tasks. */
    private record Load(String executor, boolean isIncluded) {
        @Override
        public String toString() {
            return isIncluded ? executor : executor + ", by no call";
        }
    }

    /** A way to run the tasks. */
    private record Kind(String name, Flavour flavour, String options) {}

    /** The figures of all windows of one kind. */
    private record Figures(List<Double> nanos, List<Double> cpu) {
        Figures() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        double median() {
            return Sample.of(nanos).median();
        }

        double mean() {
            return mean(nanos);
        }

        double meanCpu() {
            return mean(cpu);
        }

        private static double mean(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        }

        /** Returns the ratios of median, mean and CPU time to others. */
        String times(Figures base) {
            return String.format(
                    Locale.ROOT,
                    "%.2f; %.2f; %.2f",
                    median() / base.median(),
                    mean() / base.mean(),
                    meanCpu() / base.meanCpu());
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 4);
        Kind untraced = new Kind("untraced", Flavour.UNTRACED, "");
        Kind unfollowed = new Kind("recording, tasks=off", Flavour.ON, ",tasks=off");
        List<Kind> kinds = List.of(
                untraced,
                new Kind("off", Flavour.OFF, ""),
                unfollowed,
                new Kind("recording, tasks=pools", Flavour.ON, ",tasks=pools"),
                new Kind("recording, tasks=all", Flavour.ON, ",tasks=all"));
        Report report = new Report(
                "task", "tracer", "ns", "mean", "CPU ns", "median; mean; CPU, x untraced", "the same, x tasks=off");
        for (Load load : loads()) {
            Map<Kind, Figures> figures = new LinkedHashMap<>();
            kinds.forEach(kind -> figures.put(kind, new Figures()));
            // Kind by kind within a round, so that a slow minute of the machine hits all of them.
            for (int fork = 0; fork < forks; fork++) {
                for (Map.Entry<Kind, Figures> kind : figures.entrySet()) {
                    measure(load, kind.getKey(), kind.getValue());
                }
            }
            Figures ofUntraced = figures.getOrDefault(untraced, new Figures());
            Figures ofUnfollowed = figures.getOrDefault(unfollowed, new Figures());
            figures.forEach((kind, its) -> report.row(
                    load,
                    kind.name(),
                    Sample.of(its.nanos()),
                    Math.round(its.mean()),
                    Math.round(its.meanCpu()),
                    its.times(ofUntraced),
                    kind.flavour() == Flavour.ON ? its.times(ofUnfollowed) : ""));
        }
        report.print(TasksBench.class, forks);
        if (!hasVirtualThreads()) {
            System.out.println("JDK " + Jdk.feature() + " has no virtual threads.");
        }
    }

    private static boolean hasVirtualThreads() {
        return Jdk.feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
    }

    private static List<Load> loads() {
        List<Load> loads = new ArrayList<>(List.of(new Load("pool", true), new Load("supplyAsync", true)));
        if (hasVirtualThreads()) {
            loads.add(new Load("virtual", true));
        }
        loads.add(new Load("pool", false));
        return loads;
    }

    private static void measure(Load load, Kind kind, Figures figures) throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = new ArrayList<>(kind.flavour()
                    .flags(
                            SubmittedBatches.class.getName() + ",exclude=" + SubmittedBatches.class.getName()
                                    + "Library" + kind.options(),
                            List.of(),
                            fork.directory()));
            // Virtual threads begin when the one that starts them waits, not before.
            flags.add("-Djdk.virtualThreadScheduler.parallelism=1");
            flags.add("-Djdk.virtualThreadScheduler.maxPoolSize=1");
            List<String> lines = fork.java(
                    flags,
                    TaskRounds.class.getName(),
                    load.executor(),
                    load.isIncluded() ? "included" : "outside",
                    Integer.toString(WINDOWS),
                    WARM_UP_MILLIS,
                    WINDOW_MILLIS);
            for (String line : lines) {
                String[] both = line.split(" ");
                figures.nanos().add(Double.valueOf(both[0]));
                figures.cpu().add(Double.valueOf(both[1]));
            }
        }
    }
}
