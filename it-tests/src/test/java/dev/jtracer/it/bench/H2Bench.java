// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.io.IOException;
import java.util.List;

/**
 * Tracing of a whole database: the first round of 2,000 inserts and 2,000 selects, which includes the weaving, and
 * the steady one, of the second half of {@code -Dbench.rounds}.
 */
final class H2Bench {
    private static final int ROUNDS = Integer.getInteger("bench.rounds", 8);
    private static final double NANOS_PER_MILLI = 1e6;

    private final Samples first = new Samples();
    private final Samples steady = new Samples();

    private H2Bench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 3);
        H2Bench bench = new H2Bench();
        for (int fork = 0; fork < forks; fork++) {
            for (Flavour flavour : Flavour.available()) {
                // JFR would need H2's classes named one by one.
                if (flavour != Flavour.JFR) {
                    bench.measure(flavour);
                }
            }
        }
        bench.report().print(H2Bench.class, forks);
    }

    private void measure(Flavour flavour) throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = flavour.flags("org.h2", List.of(), fork.directory());
            List<Double> millis = fork.java(flags, H2Rounds.class.getName(), Integer.toString(ROUNDS)).stream()
                    .map(nanos -> Double.parseDouble(nanos) / NANOS_PER_MILLI)
                    .toList();
            first.add(flavour, millis.get(0));
            steady.add(flavour, Sample.of(millis.subList(ROUNDS / 2, ROUNDS)).median());
        }
    }

    private Report report() {
        Report report = new Report("round", "flavour", "ms", "x untraced", "x floor");
        addRows(report, "first", first);
        addRows(report, "steady", steady);
        return report;
    }

    private static void addRows(Report report, String round, Samples millis) {
        for (Flavour flavour : millis.flavours()) {
            Sample sample = millis.of(flavour);
            report.row(
                    round,
                    flavour,
                    sample,
                    sample.per(millis.median(Flavour.UNTRACED)),
                    sample.per(millis.median(Flavour.FLOOR)));
        }
    }
}
