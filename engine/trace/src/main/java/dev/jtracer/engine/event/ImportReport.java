// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The report on reading a trace.
 *
 * @param events events delivered
 * @param truncated whether the trace ends in the middle, as after a killed process
 * @param metadata the trace's data about itself outside of its events
 * @param problems number of occurrences of each problem that occurred
 * @param examples the first occurrences of some of the problems, for the user
 * @param unreadSections names of the parts of the trace that no reader here understands
 * @param sources the traces merged into this one, in the order in which they were read; empty for a single trace
 */
public record ImportReport(
        long events,
        boolean truncated,
        Args metadata,
        Map<ImportProblem, Long> problems,
        Map<ImportProblem, String> examples,
        List<String> unreadSections,
        List<SourceReport> sources) {
    /** The report on a live trace. */
    public static final ImportReport NONE = new ImportReport(0, false, Args.EMPTY, Map.of());

    public ImportReport {
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
        examples = Collections.unmodifiableMap(new TreeMap<>(examples));
        unreadSections = List.copyOf(unreadSections);
        sources = List.copyOf(sources);
    }

    /** Creates a report on a trace from one source that was read in full, without examples. */
    public ImportReport(long events, boolean truncated, Args metadata, Map<ImportProblem, Long> problems) {
        this(events, truncated, metadata, problems, Map.of(), List.of(), List.of());
    }

    /** Returns the number of occurrences of a problem. */
    public long count(ImportProblem problem) {
        return problems.getOrDefault(problem, 0L);
    }
}
