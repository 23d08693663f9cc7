// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.Recursion;
import dev.jtracer.it.harness.TracerJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fixed amount of work on one, two and many busy threads: untraced, with the floor agent, and recording. With
 * {@code -Dbench.base=FILE} also recording with another tracer jar, to compare two versions in one run.
 */
final class BusyThreadsBench {
    private static final int OPERATIONS = Integer.getInteger("bench.operations", 6_400_000);
    private static final List<String> FIGURES = List.of("median slice", "elapsed, second half", "CPU, second half");

    private BusyThreadsBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        Report report = new Report("threads", "figure, ns/op", "tracer", "ns/op", "x floor");
        for (int threads : new int[] {1, 2, 64}) {
            addRows(report, threads, measure(threads, forks));
        }
        report.print(BusyThreadsBench.class, forks);
    }

    /* Tracer by tracer within a round, so that a slow minute of the machine hits all of them. */
    private static Map<String, List<List<Double>>> measure(int threads, int forks)
            throws IOException, InterruptedException {
        Map<String, List<List<Double>>> figures = new LinkedHashMap<>();
        for (int fork = 0; fork < forks; fork++) {
            add(figures, "untraced", run(Flavour.UNTRACED, threads, TracerJar.path()));
            add(figures, "floor", run(Flavour.FLOOR, threads, TracerJar.path()));
            String base = System.getProperty("bench.base");
            if (base != null) {
                add(figures, "recording, " + base, run(Flavour.ON, threads, Path.of(base)));
            }
            add(figures, "recording", run(Flavour.ON, threads, TracerJar.path()));
        }
        return figures;
    }

    private static void add(Map<String, List<List<Double>>> figures, String tracer, List<Double> measured) {
        List<List<Double>> ofTracer = figures.computeIfAbsent(
                tracer, key -> List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        for (int i = 0; i < measured.size(); i++) {
            ofTracer.get(i).add(measured.get(i));
        }
    }

    private static List<Double> run(Flavour flavour, int threads, Path tracerJar)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = flavour.flags(Recursion.class.getPackageName(), List.of(), fork.directory()).stream()
                    .map(flag -> flag.replace(TracerJar.path().toString(), tracerJar.toString()))
                    .toList();
            return fork
                    .java(flags, BusyThreads.class.getName(), Recursion.class.getName(), "" + threads, "" + OPERATIONS)
                    .stream()
                    .map(Double::valueOf)
                    .toList();
        }
    }

    private static void addRows(Report report, int threads, Map<String, List<List<Double>>> figures) {
        List<List<Double>> ofFloor = figures.getOrDefault("floor", List.of());
        for (int i = 0; i < FIGURES.size(); i++) {
            double floor = Sample.of(ofFloor.get(i)).median();
            for (Map.Entry<String, List<List<Double>>> tracer : figures.entrySet()) {
                Sample sample = Sample.of(tracer.getValue().get(i));
                report.row(threads, FIGURES.get(i), tracer.getKey(), sample, sample.per(floor));
            }
        }
    }
}
