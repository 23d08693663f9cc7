// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.SyntheticEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The timings that programs report about themselves: in browsers by {@code performance.measure}, {@code performance.mark}
 * and {@code console}, in Java by jtracer's {@code Tracer}. Immutable. All lists are in the order of time, the longest
 * first; see {@link UserTimingsHandler} for timings with the same start and duration.
 *
 * @param measures intervals between two moments
 * @param marks moments
 * @param consoleTimings intervals between {@code console.time} and {@code console.timeEnd}
 * @param timestamps moments given by {@code console.timeStamp}, with labels in {@code args.data}
 * @param logs lines of text that jtracer's users wrote, as the names of the events
 * @param measureCalls calls of {@code performance.measure} by the {@code traceId} that their measures repeat
 * @param unmatchedBegins measures and console timings that never ended
 * @param unmatchedEnds ends of measures and console timings that never began
 * @param ignored number of the browser's own events, recognised by their names
 */
public record UserTimings(
        List<SyntheticEvent> measures,
        List<TraceEvent> marks,
        List<SyntheticEvent> consoleTimings,
        List<TraceEvent> timestamps,
        List<TraceEvent> logs,
        Map<Long, TraceEvent> measureCalls,
        List<SyntheticEvent> unmatchedBegins,
        List<TraceEvent> unmatchedEnds,
        long ignored) {
    static final String TRACE_ID = "traceId";

    public static final UserTimings EMPTY =
            new UserTimings(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), List.of(), 0);

    public UserTimings {
        measures = List.copyOf(measures);
        marks = List.copyOf(marks);
        consoleTimings = List.copyOf(consoleTimings);
        timestamps = List.copyOf(timestamps);
        logs = List.copyOf(logs);
        measureCalls = Map.copyOf(measureCalls);
        unmatchedBegins = List.copyOf(unmatchedBegins);
        unmatchedEnds = List.copyOf(unmatchedEnds);
    }

    /** Returns the call of {@code performance.measure} that created a measure, if the trace contains it. */
    public Optional<TraceEvent> callOf(SyntheticEvent measure) {
        Number traceId = measure.begin().args().number(TRACE_ID);
        return traceId == null ? Optional.empty() : Optional.ofNullable(measureCalls.get(traceId.longValue()));
    }
}
