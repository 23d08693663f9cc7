// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.partial;

import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.handler.warning.Lags;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.report.TraceReport;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of a report that belong to no method: what was read, what is missing, and stalls. Immutable.
 *
 * @param problems occurrences by problem
 * @param lags stalls, only their number, sum and maximum
 */
record TraceCounts(
        long events,
        boolean truncated,
        Map<ImportProblem, Long> problems,
        PairingCounts pairing,
        Lags lags,
        long pathsLeftOut,
        long unmatchedEnds,
        long callsGivenUp,
        long runsWithoutPassing,
        long duplicates,
        long callbacksGivenUp) {
    static final TraceCounts NONE =
            new TraceCounts(0, false, Map.of(), PairingCounts.NONE, Lags.EMPTY, 0, 0, 0, 0, 0, 0);

    TraceCounts {
        problems = Map.copyOf(problems);
    }

    static TraceCounts of(TraceReport report) {
        Lags lags = report.lags();
        return new TraceCounts(
                report.source().events(),
                report.source().truncated(),
                report.source().problems(),
                report.pairing(),
                new Lags(List.of(), lags.count(), lags.maxNanos(), lags.totalNanos()),
                report.paths().leftOut(),
                report.functions().unmatchedEnds(),
                report.functions().givenUp(),
                report.callbacks().runsWithoutPassing(),
                report.callbacks().duplicates(),
                report.callbacks().givenUp());
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
                new Lags(
                        List.of(),
                        lags.count() + other.lags.count(),
                        Math.max(lags.maxNanos(), other.lags.maxNanos()),
                        Saturated.sum(lags.totalNanos(), other.lags.totalNanos())),
                pathsLeftOut + other.pathsLeftOut,
                unmatchedEnds + other.unmatchedEnds,
                callsGivenUp + other.callsGivenUp,
                runsWithoutPassing + other.runsWithoutPassing,
                duplicates + other.duplicates,
                callbacksGivenUp + other.callbacksGivenUp);
    }

    void write(PartialOutput out) {
        out.writeUnsigned(events);
        out.writeByte(truncated ? 1 : 0);
        out.writeUnsigned(problems.size());
        new TreeMap<>(problems).forEach((problem, count) -> {
            out.writeText(problem.name());
            out.writeUnsigned(count);
        });
        for (long count : new long[] {
            pairing.unmatchedBegins(),
            pairing.unmatchedEnds(),
            pairing.mismatchedNames(),
            pairing.overlaps(),
            pairing.outOfOrder(),
            pairing.negativeDurations(),
            pairing.tooManyOpen(),
            pairing.startedTwice(),
            pairing.unmatchedSteps(),
            pairing.mixedSteps(),
            pairing.looselyNested(),
            lags.count(),
            lags.maxNanos(),
            lags.totalNanos(),
            pathsLeftOut,
            unmatchedEnds,
            callsGivenUp,
            runsWithoutPassing,
            duplicates,
            callbacksGivenUp
        }) {
            out.writeUnsigned(count);
        }
    }

    static TraceCounts read(PartialInput in) throws PartialFormatException {
        long events = in.readCount();
        boolean truncated = in.readByte() == 1;
        Map<ImportProblem, Long> problems = new EnumMap<>(ImportProblem.class);
        for (int left = in.readLength(); left > 0; left--) {
            problems.put(problem(in), in.readCount());
        }
        return new TraceCounts(
                events,
                truncated,
                problems,
                new PairingCounts(
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount()),
                new Lags(List.of(), in.readCount(), in.readCount(), in.readCount()),
                in.readCount(),
                in.readCount(),
                in.readCount(),
                in.readCount(),
                in.readCount(),
                in.readCount());
    }

    private static ImportProblem problem(PartialInput in) throws PartialFormatException {
        String name = in.readText();
        for (ImportProblem problem : ImportProblem.values()) {
            if (problem.name().equals(name)) {
                return problem;
            }
        }
        in.require(false, "a problem has an unknown name");
        return ImportProblem.DAMAGED;
    }
}
