// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.handler.warning.Stalls;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.report.section.ReportSections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of a report that belong to no method: what was read, what is missing, and stalls. Immutable.
 *
 * @param problems occurrences by problem
 * @param stalls stalls, only their number, sum and maximum
 */
record TraceCounts(
        long events,
        boolean truncated,
        Map<ImportProblem, Long> problems,
        PairingCounts pairing,
        Stalls stalls,
        long pathsDropped,
        long unmatchedEnds,
        long callsDropped,
        long runsWithoutPass,
        long duplicates,
        long callbacksDropped) {
    static final TraceCounts NONE =
            new TraceCounts(0, false, Map.of(), PairingCounts.NONE, Stalls.EMPTY, 0, 0, 0, 0, 0, 0);

    static TraceCounts of(TraceReport report) {
        Stalls stalls = report.stalls();
        Map<ImportProblem, Long> problems = new TreeMap<>(report.source().problems());
        if (report.sections().stream().anyMatch(ReportSections::isOfOneTrace)) {
            problems.put(ImportProblem.NOT_ADDED, 1L);
        }
        return new TraceCounts(
                report.source().events(),
                report.source().truncated(),
                problems,
                report.pairing(),
                new Stalls(List.of(), stalls.count(), stalls.maxNanos(), stalls.totalNanos()),
                report.paths().dropped(),
                report.functions().unmatchedEnds(),
                report.functions().dropped(),
                report.callbacks().runsWithoutPass(),
                report.callbacks().duplicates(),
                report.callbacks().dropped());
    }

    TraceCounts plus(TraceCounts other) {
        Map<ImportProblem, Long> sums = new EnumMap<>(ImportProblem.class);
        sums.putAll(problems);
        other.problems.forEach((problem, count) -> sums.merge(problem, count, Long::sum));
        return new TraceCounts(
                events + other.events,
                truncated || other.truncated,
                sums,
                pairing.plus(other.pairing),
                new Stalls(
                        List.of(),
                        stalls.count() + other.stalls.count(),
                        Math.max(stalls.maxNanos(), other.stalls.maxNanos()),
                        Saturated.sum(stalls.totalNanos(), other.stalls.totalNanos())),
                pathsDropped + other.pathsDropped,
                unmatchedEnds + other.unmatchedEnds,
                callsDropped + other.callsDropped,
                runsWithoutPass + other.runsWithoutPass,
                duplicates + other.duplicates,
                callbacksDropped + other.callbacksDropped);
    }

    static TraceCounts code(Coding coding, TraceCounts counts) throws PartialFormatException {
        long events = coding.count(counts.events);
        boolean truncated = coding.flag(counts.truncated);
        Map<ImportProblem, Long> problems = new EnumMap<>(ImportProblem.class);
        coding.each(
                new TreeMap<>(counts.problems).entrySet(),
                Map.entry(ImportProblem.DAMAGED, 0L),
                problem -> Map.entry(
                        coding.constant(problem.getKey(), ImportProblem.values()), coding.count(problem.getValue())),
                read -> problems.put(read.getKey(), read.getValue()));
        Map<PairingProblem, Long> pairing = new EnumMap<>(PairingProblem.class);
        for (PairingProblem problem : PairingProblem.values()) {
            pairing.put(problem, coding.count(counts.pairing.count(problem)));
        }
        return new TraceCounts(
                events,
                truncated,
                problems,
                new PairingCounts(pairing),
                new Stalls(
                        List.of(),
                        coding.count(counts.stalls.count()),
                        coding.count(counts.stalls.maxNanos()),
                        coding.count(counts.stalls.totalNanos())),
                coding.count(counts.pathsDropped),
                coding.count(counts.unmatchedEnds),
                coding.count(counts.callsDropped),
                coding.count(counts.runsWithoutPass),
                coding.count(counts.duplicates),
                coding.count(counts.callbacksDropped));
    }
}
