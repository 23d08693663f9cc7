// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import dev.jtracer.it.harness.Jdk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs each suite untraced, then traced, and prints a line about it. Exits with 1 if the tracer made a test fail: it
 * passed untraced and failed traced, and did so again when its class ran alone; or if a traced JVM died
 * or no test ran.
 */
final class Suites {
    private static final Duration LONGEST_UNTRACED = Duration.ofMinutes(3);
    private static final int SLOWER = 3;
    private static final Duration ALLOWANCE = Duration.ofSeconds(60);
    private static final int REPETITIONS = 3;

    private final String options;

    private Suites(String options) {
        this.options = options;
    }

    /** Takes the name of a suite, or {@code all}, and options of the agent. */
    public static void main(String[] args) throws IOException {
        Suites suites = new Suites(args[1]);
        boolean blamed = false;
        for (Suite suite : Suite.named(args[0])) {
            blamed |= suites.differs(suite);
        }
        System.exit(blamed ? 1 : 0);
    }

    private boolean differs(Suite suite) throws IOException {
        Map<String, ClassRun> untraced = run(suite, Flavour.UNTRACED, suite.classes(), Map.of());
        List<String> ended = untraced.entrySet().stream()
                .filter(run -> run.getValue().ended())
                .map(Map.Entry::getKey)
                .toList();
        Map<String, ClassRun> traced = run(suite, Flavour.TRACED, ended, untraced);

        Comparison comparison = Comparison.of(untraced, traced);
        System.out.println(suite.name() + ", JDK " + Jdk.feature() + ": " + comparison);
        Map<String, List<Comparison.Difference>> byClass = comparison.differences().stream()
                .collect(Collectors.groupingBy(
                        Comparison.Difference::testClass, LinkedHashMap::new, Collectors.toList()));
        if (comparison.compared() == 0) {
            return true;
        }
        boolean blamed = traced.values().stream().anyMatch(run -> run.outcome() == ClassRun.Outcome.JVM_DIED);
        for (List<Comparison.Difference> ofClass : byClass.values()) {
            blamed |= failAgain(suite, ofClass, untraced);
        }
        return blamed;
    }

    /* In one JVM, as a build does. If a class must be stopped, the next one begins in another JVM. */
    private Map<String, ClassRun> run(
            Suite suite, Flavour flavour, List<String> classes, Map<String, ClassRun> untraced) throws IOException {
        Map<String, ClassRun> runs = new LinkedHashMap<>();
        Iterator<String> names = classes.iterator();
        while (names.hasNext()) {
            try (TestJvm jvm = TestJvm.start(suite, flavour, options)) {
                boolean ended = true;
                while (ended && names.hasNext()) {
                    String name = names.next();
                    ClassRun run = jvm.run(name, limit(untraced.get(name)));
                    runs.put(name, run);
                    ended = run.ended();
                }
            }
        }
        return runs;
    }

    private static Duration limit(@Nullable ClassRun untraced) {
        return untraced == null
                ? LONGEST_UNTRACED
                : Duration.ofNanos(untraced.wallNanos()).multipliedBy(SLOWER).plus(ALLOWANCE);
    }

    /* A test that fails now and then, traced or not, must not be blamed on the tracer. */
    private boolean failAgain(Suite suite, List<Comparison.Difference> differences, Map<String, ClassRun> untraced)
            throws IOException {
        if (differences.stream().noneMatch(Comparison.Difference::failsTraced)) {
            differences.forEach(difference -> System.out.println("  " + difference));
            return false;
        }
        List<String> alone = List.of(differences.get(0).testClass());
        List<ClassRun> plainRuns = new ArrayList<>();
        List<ClassRun> tracedRuns = new ArrayList<>();
        for (int i = 0; i < REPETITIONS; i++) {
            plainRuns.addAll(run(suite, Flavour.UNTRACED, alone, untraced).values());
            tracedRuns.addAll(run(suite, Flavour.TRACED, alone, untraced).values());
        }
        boolean blamed = false;
        for (Comparison.Difference difference : differences) {
            long plain = failures(plainRuns, difference.test());
            long traced = failures(tracedRuns, difference.test());
            System.out.println("  " + difference + "; alone: fails in " + plain + " of " + REPETITIONS
                    + " runs untraced, " + traced + " traced");
            blamed |= difference.failsTraced() && plain == 0 && traced > 0;
        }
        return blamed;
    }

    private static long failures(List<ClassRun> runs, String test) {
        return runs.stream().filter(run -> !run.passed(test)).count();
    }
}
