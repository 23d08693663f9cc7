// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts of problems by kind, with the first example of each. */
public final class ProblemCounts {
    private static final int MAX_EXAMPLE_CHARS = 200;

    /* Incremented in place, because with some writers every event has a problem. */
    private final Map<ImportProblem, long[]> counts = new EnumMap<>(ImportProblem.class);
    private final Map<ImportProblem, String> examples = new EnumMap<>(ImportProblem.class);

    /** Creates counts without problems. */
    public ProblemCounts() {}

    /** Counts a problem. Keeps the example, shortened, if it is the first. */
    public void add(ImportProblem problem, String example) {
        add(problem, 1, example);
    }

    /** Counts several occurrences of a problem; does nothing for 0. */
    void add(ImportProblem problem, long times, String example) {
        if (times == 0) {
            return;
        }
        count(problem, times);
        if (!example.isEmpty() && !examples.containsKey(problem)) {
            boolean fits = example.length() <= MAX_EXAMPLE_CHARS;
            examples.put(problem, fits ? example : example.substring(0, MAX_EXAMPLE_CHARS) + "...");
        }
    }

    /** Counts occurrences of a problem, without an example. */
    public void count(ImportProblem problem, long times) {
        counts.computeIfAbsent(problem, first -> new long[1])[0] += times;
    }

    void addAll(ImportReport report) {
        addAll(report.problems(), report.examples());
    }

    void addAll(ProblemCounts others) {
        addAll(others.counts(), others.examples);
    }

    private void addAll(Map<ImportProblem, Long> otherCounts, Map<ImportProblem, String> otherExamples) {
        otherCounts.forEach(this::count);
        otherExamples.forEach(examples::putIfAbsent);
    }

    /** Returns a report without metadata on a trace with these problems. */
    public ImportReport report(long events, boolean truncated) {
        return new ImportReport(events, truncated, Args.EMPTY, counts(), examples, List.of(), List.of());
    }

    /** Returns the number of occurrences so far of each problem that occurred. */
    public Map<ImportProblem, Long> counts() {
        Map<ImportProblem, Long> numbers = new EnumMap<>(ImportProblem.class);
        counts.forEach((problem, count) -> numbers.put(problem, count[0]));
        return numbers;
    }

    /** Returns whether a problem has occurred. */
    public boolean contains(ImportProblem problem) {
        return counts.containsKey(problem);
    }

    /** Returns the first example of each problem that has one, to which its user may add. */
    public Map<ImportProblem, String> examples() {
        return examples;
    }
}
