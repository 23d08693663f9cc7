// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.Calculator;
import dev.jtracer.it.bench.work.Recursion;
import java.io.IOException;
import java.util.List;

/**
 * The cost of a traced call: nanoseconds per operation untraced, with the floor agent, with jtracer switched off and
 * on, each in JVMs of its own. The ratio is jtracer's addition divided by the floor's.
 */
final class OverheadBench {
    private static final List<Class<?>> WORKLOADS = List.of(Recursion.class, Calculator.class);

    private OverheadBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        Report report = new Report("workload", "threads", "flavour", "ns/op", "x untraced", "added / floor's added");
        for (Class<?> workload : WORKLOADS) {
            for (int threads = 1; threads <= 2; threads++) {
                addRows(report, workload, threads, measure(workload, threads, forks));
            }
        }
        report.print(OverheadBench.class, forks);
    }

    /* Flavour by flavour within a round, so that a slow minute of the machine hits all of them. */
    private static Samples measure(Class<?> workload, int threads, int forks) throws IOException, InterruptedException {
        Samples nanos = new Samples();
        for (int fork = 0; fork < forks; fork++) {
            for (Flavour flavour : Flavour.available()) {
                nanos.add(flavour, nanosPerOperation(flavour, workload, threads));
            }
        }
        return nanos;
    }

    private static double nanosPerOperation(Flavour flavour, Class<?> workload, int threads)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags =
                    flavour.flags(workload.getPackageName(), ClassPath.classesBeside(workload), fork.directory());
            List<Double> windows =
                    fork
                            .java(flags, WorkloadMain.class.getName(), workload.getName(), "" + threads, "1000", "150")
                            .stream()
                            .map(Double::valueOf)
                            .toList();
            return Sample.of(windows).median();
        }
    }

    private static void addRows(Report report, Class<?> workload, int threads, Samples nanos) {
        double untraced = nanos.median(Flavour.UNTRACED);
        double addedByFloor = nanos.median(Flavour.FLOOR) - untraced;
        for (Flavour flavour : nanos.flavours()) {
            Sample sample = nanos.of(flavour);
            report.row(
                    workload.getSimpleName(),
                    threads,
                    flavour,
                    sample,
                    sample.per(untraced),
                    sample.minus(untraced).per(addedByFloor));
        }
    }
}
