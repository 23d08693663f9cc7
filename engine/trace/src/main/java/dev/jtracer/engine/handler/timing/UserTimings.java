// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.util.List;

/**
 * The timings that programs report about themselves: in browsers by {@code performance.measure},
 * {@code performance.mark} and {@code console}, in Java by jtracer's {@code Tracer}. Immutable. All lists are in the
 * order of time.
 *
 * @param measures intervals between two moments
 * @param marks moments
 * @param consoleTimings intervals between {@code console.time} and {@code console.timeEnd}
 * @param timestamps moments of {@code console.timeStamp}, with labels in {@code args.data}
 * @param logs lines of text that jtracer's users wrote, as the names of the events
 * @param unmatchedBegins number of measures and console timings that never ended
 * @param unmatchedEnds number of ends of measures and console timings that never began
 */
public record UserTimings(
        List<MatchedEvents.Pair> measures,
        List<TraceEvent> marks,
        List<MatchedEvents.Pair> consoleTimings,
        List<TraceEvent> timestamps,
        List<TraceEvent> logs,
        long unmatchedBegins,
        long unmatchedEnds) {
    public UserTimings {
        measures = List.copyOf(measures);
        marks = List.copyOf(marks);
        consoleTimings = List.copyOf(consoleTimings);
        timestamps = List.copyOf(timestamps);
        logs = List.copyOf(logs);
    }
}
