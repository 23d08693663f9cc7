// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.bench.work.NestedSteps;
import dev.jtracer.it.bench.work.RootSteps;
import java.io.IOException;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The cost of {@code sample-calls=}: nanoseconds a call where all calls are root calls, and where one of sixteen is,
 * untraced, off, recorded, and with two shares; the second records next to nothing.
 */
final class SampledCallsBench {
    private static final String STEPS = "dev.jtracer.it.bench.work.Steps";

    private SampledCallsBench() {}

    /**
     * A way to run the calls.
     *
     * @param options the tracer's options for them
     */
    private record Kind(String name, Flavour flavour, String options, Samples roots, Samples nested) {
        Kind(String name, Flavour flavour, String options) {
            this(name, flavour, options, new Samples(), new Samples());
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 5);
        List<Kind> kinds = List.of(
                new Kind("untraced", Flavour.UNTRACED, ""),
                new Kind("off", Flavour.OFF, ""),
                new Kind("recorded", Flavour.ON, ""),
                new Kind("sample-calls=1/100", Flavour.ON, ",sample-calls=1/100"),
                new Kind("sample-calls=1/1000000", Flavour.ON, ",sample-calls=1/1000000"));
        for (int fork = 0; fork < forks; fork++) {
            for (Kind kind : kinds) {
                kind.roots().add(kind.flavour(), nanos(kind, RootSteps.class, RootSteps.COUNT));
                kind.nested().add(kind.flavour(), nanos(kind, NestedSteps.class, NestedSteps.COUNT));
            }
        }
        Report report = new Report("what", "kind", "ns", "added");
        Kind untraced = kinds.get(0);
        for (Kind kind : kinds) {
            Sample roots = kind.roots().of(kind.flavour());
            Sample nested = kind.nested().of(kind.flavour());
            report.row(
                    "all roots",
                    kind.name(),
                    roots,
                    roots.minus(untraced.roots().median(Flavour.UNTRACED)));
            report.row(
                    "one of sixteen",
                    kind.name(),
                    nested,
                    nested.minus(untraced.nested().median(Flavour.UNTRACED)));
        }
        report.print(SampledCallsBench.class, forks);
    }

    private static double nanos(Kind kind, Class<? extends IntUnaryOperator> workload, int count)
            throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = kind.flavour().flags(STEPS.concat(kind.options()), List.of(), fork.directory());
            List<Double> windows =
                    fork.java(flags, WorkloadMain.class.getName(), workload.getName(), "1", "1000", "150").stream()
                            .map(Double::valueOf)
                            .toList();
            return Sample.of(windows).median() / count;
        }
    }
}
