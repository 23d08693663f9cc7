// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What came of reading a trace.
 *
 * @param events events delivered
 * @param truncated whether the trace ends in the middle, as that of a killed process does
 * @param metadata what the trace says about itself outside of its events
 * @param problems how often each problem was met; without those never met
 * @param examples where or how some of the problems were met first, for the user
 * @param unreadSections names of the parts of the trace that no reader here understands
 * @param sources the traces that this one was made of, in the order in which they were read; empty for one that was not
 *     put together
 */
public record ImportReport(
        long events,
        boolean truncated,
        Args metadata,
        Map<ImportProblem, Long> problems,
        Map<ImportProblem, String> examples,
        List<String> unreadSections,
        List<SourceReport> sources) {
    /** The report on a trace that came live. */
    public static final ImportReport NONE = new ImportReport(0, false, Args.EMPTY, Map.of());

    public ImportReport {
        problems = ordered(problems);
        examples = ordered(examples);
        unreadSections = List.copyOf(unreadSections);
        sources = List.copyOf(sources);
    }

    /** Creates a report on a trace from one source that was read in full, without examples. */
    public ImportReport(long events, boolean truncated, Args metadata, Map<ImportProblem, Long> problems) {
        this(events, truncated, metadata, problems, Map.of(), List.of(), List.of());
    }

    private static <V> Map<ImportProblem, V> ordered(Map<ImportProblem, V> map) {
        Map<ImportProblem, V> ordered = new EnumMap<>(ImportProblem.class);
        ordered.putAll(map);
        return Collections.unmodifiableMap(ordered);
    }

    /** Returns how often a problem was met. */
    public long count(ImportProblem problem) {
        return problems.getOrDefault(problem, 0L);
    }
}
