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

    private final Map<ImportProblem, Long> counts = new EnumMap<>(ImportProblem.class);
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
        counts.merge(problem, times, Long::sum);
        if (!example.isEmpty() && !examples.containsKey(problem)) {
            boolean fits = example.length() <= MAX_EXAMPLE_CHARS;
            examples.put(problem, fits ? example : example.substring(0, MAX_EXAMPLE_CHARS) + "...");
        }
    }

    void addAll(ImportReport report) {
        addAll(report.problems(), report.examples());
    }

    void addAll(ProblemCounts others) {
        addAll(others.counts, others.examples);
    }

    private void addAll(Map<ImportProblem, Long> otherCounts, Map<ImportProblem, String> otherExamples) {
        otherCounts.forEach((problem, count) -> counts.merge(problem, count, Long::sum));
        otherExamples.forEach(examples::putIfAbsent);
    }

    /** Returns a report without metadata on a trace with these problems. */
    public ImportReport report(long events, boolean truncated) {
        return new ImportReport(events, truncated, Args.EMPTY, counts, examples, List.of(), List.of());
    }

    public Map<ImportProblem, Long> counts() {
        return counts;
    }

    public Map<ImportProblem, String> examples() {
        return examples;
    }
}
