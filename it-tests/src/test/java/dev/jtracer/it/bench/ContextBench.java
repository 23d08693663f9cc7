// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.ContextNewTexts;
import dev.jtracer.it.bench.work.ContextPrepared;
import dev.jtracer.it.bench.work.ContextRequests;
import dev.jtracer.it.bench.work.ContextStatements;
import dev.jtracer.it.bench.work.Recursion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The cost of the context of requests: nanoseconds of a statement, a prepared statement and a request of a driver and
 * a servlet that do next to nothing, and of traced calls that carry none, with {@code context=off} and by default.
 */
final class ContextBench {
    /** Each program calls one of them, else it would leave no recording. */
    private static final String INCLUDE =
            "dev.jtracer.it.bench.work.Recursion;dev.jtracer.it.bench.work.ContextCalls#complete";

    private static final List<Class<? extends IntUnaryOperator>> WORKLOADS = List.of(
            ContextStatements.class,
            ContextNewTexts.class,
            ContextPrepared.class,
            ContextRequests.class,
            Recursion.class);

    private ContextBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 3);
        Map<String, List<Double>> windows = new LinkedHashMap<>();
        for (int fork = 0; fork < forks; fork++) {
            for (Class<? extends IntUnaryOperator> workload : WORKLOADS) {
                for (String setting : new String[] {"context=off", "context=http+jdbc+log"}) {
                    windows.computeIfAbsent(workload.getSimpleName() + " " + setting, key -> new ArrayList<>())
                            .addAll(nanos(Flavour.ON, setting, workload));
                }
                windows.computeIfAbsent(workload.getSimpleName() + " not recording", key -> new ArrayList<>())
                        .addAll(nanos(Flavour.OFF, "context=http+jdbc+log", workload));
            }
        }
        Report report = new Report("what", "ns, median [min, max]", "mean");
        windows.forEach((what, nanos) -> report.row(what, Sample.of(nanos), mean(nanos)));
        report.print(ContextBench.class, forks);
    }

    private static long mean(List<Double> nanos) {
        return Math.round(
                nanos.stream().mapToDouble(Double::doubleValue).average().orElse(0));
    }

    private static List<Double> nanos(Flavour flavour, String setting, Class<? extends IntUnaryOperator> workload)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = flavour.flags(INCLUDE + "," + setting, List.of(), fork.directory());
            return fork.java(flags, WorkloadMain.class.getName(), workload.getName(), "1", "1000", "150").stream()
                    .map(Double::valueOf)
                    .toList();
        }
    }
}
