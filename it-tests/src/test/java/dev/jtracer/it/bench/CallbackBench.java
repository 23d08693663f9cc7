// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.ClockReadings;
import dev.jtracer.it.bench.work.LambdaCalls;
import dev.jtracer.it.bench.work.LambdaCreations;
import dev.jtracer.it.bench.work.LambdaPasses;
import dev.jtracer.it.bench.work.ReferencePasses;
import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The cost of a lambda that is traced as a callback: nanoseconds a call, a creation, a pass from one traced
 * method to another that runs it, and one of a method reference to the JDK, untraced, with jtracer switched off and
 * on, beside those of two clock readings.
 */
final class CallbackBench {
    private static final String LAMBDAS = "dev.jtracer.it.bench.work.Lambdas";
    private static final String SINGLE_INSTANCES = LAMBDAS + ",callback-exact=off";

    private CallbackBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        Samples calls = new Samples();
        Samples creations = new Samples();
        Samples passes = new Samples();
        Samples references = new Samples();
        Samples singleReferences = new Samples();
        Samples clocks = new Samples();
        // Kind by kind within a round, so that a slow minute of the machine hits all of them.
        for (int fork = 0; fork < forks; fork++) {
            for (Flavour flavour : List.of(Flavour.UNTRACED, Flavour.OFF, Flavour.ON)) {
                calls.add(flavour, nanos(flavour, LambdaCalls.class, LambdaCalls.COUNT));
                creations.add(flavour, nanos(flavour, LambdaCreations.class, LambdaCreations.COUNT));
                passes.add(flavour, nanos(flavour, LambdaPasses.class, LambdaPasses.COUNT));
                references.add(flavour, nanos(flavour, ReferencePasses.class, ReferencePasses.COUNT));
                singleReferences.add(
                        flavour, nanos(flavour, SINGLE_INSTANCES, ReferencePasses.class, ReferencePasses.COUNT));
            }
            clocks.add(Flavour.UNTRACED, nanos(Flavour.UNTRACED, ClockReadings.class, ClockReadings.COUNT));
        }
        Report report = new Report("what", "flavour", "ns", "added", "/ two clock readings");
        addRows(report, "call", calls, clocks);
        addRows(report, "creation", creations, clocks);
        addRows(report, "pass and run", passes, clocks);
        addRows(report, "reference to the JDK", references, clocks);
        addRows(report, "the same, callback-exact=off", singleReferences, clocks);
        report.row("two clock readings", Flavour.UNTRACED, clocks.of(Flavour.UNTRACED), "", "");
        report.print(CallbackBench.class, forks);
    }

    private static double nanos(Flavour flavour, Class<? extends IntUnaryOperator> workload, int count)
            throws IOException, InterruptedException {
        return nanos(flavour, LAMBDAS, workload, count);
    }

    private static double nanos(Flavour flavour, String options, Class<? extends IntUnaryOperator> workload, int count)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = flavour.flags(options, List.of(), fork.directory());
            List<Double> windows =
                    fork.java(flags, WorkloadMain.class.getName(), workload.getName(), "1", "1000", "150").stream()
                            .map(Double::valueOf)
                            .toList();
            return Sample.of(windows).median() / count;
        }
    }

    private static void addRows(Report report, String what, Samples nanos, Samples clocks) {
        for (Flavour flavour : nanos.flavours()) {
            Sample sample = nanos.of(flavour);
            report.row(
                    what,
                    flavour,
                    sample,
                    sample.minus(nanos.median(Flavour.UNTRACED)),
                    sample.per(clocks.median(Flavour.UNTRACED)));
        }
    }
}
