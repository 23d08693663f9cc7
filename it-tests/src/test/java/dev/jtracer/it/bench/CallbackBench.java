// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.ClockReadings;
import dev.jtracer.it.bench.work.LambdaCalls;
import dev.jtracer.it.bench.work.LambdaCreations;
import dev.jtracer.it.bench.work.LambdaHandOvers;
import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The cost of a lambda that is traced as a callback: nanoseconds a call, a creation, and a hand-over from one traced method
 * to another that runs it, untraced, with jtracer switched off and on, beside those of two clock readings.
 */
final class CallbackBench {
    private static final String LAMBDAS_AS_CALLBACKS = "dev.jtracer.it.bench.work.Lambdas,callbacks=all";

    private CallbackBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        Samples calls = new Samples();
        Samples creations = new Samples();
        Samples handOvers = new Samples();
        Samples clocks = new Samples();
        // Kind by kind within a round, so that a slow minute of the machine hits all of them.
        for (int fork = 0; fork < forks; fork++) {
            for (Flavour flavour : List.of(Flavour.UNTRACED, Flavour.OFF, Flavour.ON)) {
                calls.add(flavour, nanos(flavour, LambdaCalls.class, LambdaCalls.COUNT));
                creations.add(flavour, nanos(flavour, LambdaCreations.class, LambdaCreations.COUNT));
                handOvers.add(flavour, nanos(flavour, LambdaHandOvers.class, LambdaHandOvers.COUNT));
            }
            clocks.add(Flavour.UNTRACED, nanos(Flavour.UNTRACED, ClockReadings.class, ClockReadings.COUNT));
        }
        Report report = new Report("what", "flavour", "ns", "added", "/ two clock readings");
        addRows(report, "call", calls, clocks);
        addRows(report, "creation", creations, clocks);
        addRows(report, "hand-over and run", handOvers, clocks);
        report.row("two clock readings", Flavour.UNTRACED, clocks.of(Flavour.UNTRACED), "", "");
        report.print(CallbackBench.class, forks);
    }

    private static double nanos(Flavour flavour, Class<? extends IntUnaryOperator> workload, int count)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = flavour.flags(LAMBDAS_AS_CALLBACKS, List.of(), fork.directory());
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
