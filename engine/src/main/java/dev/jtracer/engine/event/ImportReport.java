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
 * @param unreadSections names of the parts of the trace that nobody here understands
 */
public record ImportReport(
        long events, boolean truncated, Args metadata, Map<ImportProblem, Long> problems, List<String> unreadSections) {
    /** The report on a trace that came live. */
    public static final ImportReport NONE = new ImportReport(0, false, Args.EMPTY, Map.of());

    public ImportReport {
        Map<ImportProblem, Long> ordered = new EnumMap<>(ImportProblem.class);
        ordered.putAll(problems);
        problems = Collections.unmodifiableMap(ordered);
        unreadSections = List.copyOf(unreadSections);
    }

    /** A report on a trace of which every part was read. */
    public ImportReport(long events, boolean truncated, Args metadata, Map<ImportProblem, Long> problems) {
        this(events, truncated, metadata, problems, List.of());
    }

    /** How often a problem was met. */
    public long count(ImportProblem problem) {
        return problems.getOrDefault(problem, 0L);
    }
}
