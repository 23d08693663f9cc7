// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.totals.Functions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The part of the methods' self times that the tracer took. One of a call's two timings lies within the call, the
 * other in its caller: a method's self time contains one for each of its calls, and one for each call or run of a
 * callback made by it.
 */
final class TimingCost {
    private static final int NAMED = 3;
    /** A method whose calls take less than this number of timings themselves is too short to be traced. */
    private static final int FEW_TIMINGS = 4;

    private final List<Functions.Row> methods;
    private final long tracedNanos;
    /** Nanoseconds; 0 if it is not known, or not how many timings a method contains. */
    private final double nanosPerTiming;

    private final Map<String, Long> madeCalls = new HashMap<>();

    TimingCost(TraceReport report) {
        methods = report.functions().rows();
        tracedNanos = report.tracedNanos();
        nanosPerTiming = isComplete(report) ? new DataQuality(report).overheadNanosPerTiming() : 0;
        if (nanosPerTiming > 0) {
            List<String> callers = new ArrayList<>();
            CallPath.visit(report.paths().roots(), (path, caller) -> {
                callers.add(path.name());
                if (caller >= 0) {
                    madeCalls.merge(callers.get(caller), path.calls(), Long::sum);
                }
            });
        }
    }

    private static boolean isComplete(TraceReport report) {
        Recordings recordings = report.recordings();
        return report.paths().dropped() == 0
                && recordings.sum("tooShort") == 0
                && recordings.sum("depthCut") == 0
                && recordings.recordings().stream()
                        .allMatch(recording -> recording.counter("overheadPicosPerTiming") > 0);
    }

    /** Returns the self time of a method's calls without the tracer, at least 0; empty if it is not known. */
    OptionalLong selfWithoutTracer(Functions.Row row) {
        // The self time of an unfinished call does not count, but the calls made by it cannot be told from others.
        return nanosPerTiming == 0 || row.unfinished() > 0
                ? OptionalLong.empty()
                : OptionalLong.of(row.selfNanos() - nanosWithin(row));
    }

    private long nanosWithin(Functions.Row row) {
        double timings = (double) row.calls().count() + madeCalls.getOrDefault(row.name(), 0L);
        return Math.min(row.selfNanos(), Math.round(timings * nanosPerTiming));
    }

    /** Returns whether the tracer took more than half of the traced time. */
    boolean prevails() {
        return nanos() > tracedNanos / 2;
    }

    private long nanos() {
        return nanosPerTiming == 0
                ? 0
                : methods.stream().mapToLong(this::nanosWithin).sum();
    }

    /** Returns one line for the user; empty unless the tracer {@link #prevails}. */
    String warning() {
        if (!prevails()) {
            return "";
        }
        List<String> tooShort = methods.stream()
                .filter(row -> row.calls().count() * nanosPerTiming * FEW_TIMINGS > row.selfNanos())
                .sorted(Comparator.comparingLong(
                                (Functions.Row row) -> row.calls().count())
                        .reversed()
                        .thenComparing(Functions.Row::name))
                .limit(NAMED)
                .map(Functions.Row::name)
                .toList();
        return "the times are mostly the tracer's own: " + TotalsText.percent(nanos(), tracedNanos)
                + " % of the traced time; exclude the methods that are too short to be timed: exclude="
                + String.join(";", tooShort);
    }
}
