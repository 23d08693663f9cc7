// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.it.app.library.Library;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Programs of libraries under a budget, with everything included: milliseconds of wall clock and of CPU time a round,
 * from {@code -Dbench.warmup} seconds on, untraced and with {@code budget=5%} or {@code -Dbench.budget}.
 */
final class LibrariesBench {
    private static final String WARM_UP_SECONDS = System.getProperty("bench.warmup", "30");
    private static final String MEASURED_SECONDS = System.getProperty("bench.seconds", "15");
    private static final String BUDGET = "budget=" + System.getProperty("bench.budget", "5%");
    private static final List<Library> LIBRARIES = libraries();

    private LibrariesBench() {}

    private static List<Library> libraries() {
        String names = System.getProperty("bench.libraries", "H2 LUCENE NETTY JETTY REACTOR JACKSON GROOVY");
        return Arrays.stream(names.split(" ")).map(Library::valueOf).toList();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 3);
        Map<Library, Samples> wall = new EnumMap<>(Library.class);
        Map<Library, Samples> cpu = new EnumMap<>(Library.class);
        for (int fork = 0; fork < forks; fork++) {
            for (Library library : LIBRARIES) {
                for (Flavour flavour : List.of(Flavour.UNTRACED, Flavour.ON)) {
                    double[] round = measure(library, flavour);
                    wall.computeIfAbsent(library, none -> new Samples()).add(flavour, round[0]);
                    cpu.computeIfAbsent(library, none -> new Samples()).add(flavour, round[1]);
                }
            }
        }
        Report report = new Report("library", "ms a round, untraced", BUDGET + ", x untraced", "CPU time, x untraced");
        wall.forEach((library, rounds) -> {
            Samples its = cpu.getOrDefault(library, new Samples());
            report.row(
                    library,
                    rounds.of(Flavour.UNTRACED),
                    rounds.of(Flavour.ON).per(rounds.median(Flavour.UNTRACED)),
                    its.of(Flavour.ON).per(its.median(Flavour.UNTRACED)));
        });
        report.print(LibrariesBench.class, forks);
    }

    private static double[] measure(Library library, Flavour flavour) throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            String[] round = fork.javaBeside(
                            flavour.flags("*," + BUDGET, List.of(), fork.directory()),
                            library.jars(),
                            LibraryRounds.class.getName(),
                            library.program().getName(),
                            WARM_UP_SECONDS,
                            MEASURED_SECONDS)
                    .get(0)
                    .split(" ");
            return new double[] {Double.parseDouble(round[0]), Double.parseDouble(round[1])};
        }
    }
}
