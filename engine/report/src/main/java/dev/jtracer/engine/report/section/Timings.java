// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.timing.CustomTracks;
import dev.jtracer.engine.handler.timing.CustomTracksHandler;
import dev.jtracer.engine.handler.timing.UserTimings;
import dev.jtracer.engine.handler.timing.UserTimingsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The events that the program recorded by itself: measures, marks, lines of text, and entries of its own tracks. */
final class Timings {
    static final ReportSection SECTION =
            new ReportSection(List.of(UserTimingsHandler::new, CustomTracksHandler::new), Timings::tables);

    private Timings() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        UserTimings timings = trace.data(UserTimingsHandler.class);
        NamedDurations measures = new NamedDurations();
        timings.measures().forEach(measure -> measures.add(measure.name(), measure.durNanos()));
        timings.consoleTimings().forEach(timing -> measures.add(timing.name(), timing.durNanos()));
        SectionTable measured = measures.table("measures", "Measures of the program, by their total time:", "measure");
        measured.note("measures without an end", timings.unmatchedBegins());
        measured.note("ends of measures without a begin", timings.unmatchedEnds());
        List<TraceEvent> marks = new ArrayList<>(timings.marks());
        marks.addAll(timings.timestamps());
        marks.sort(Comparator.comparingLong(TraceEvent::tsNanos));
        return List.of(measured, marks(marks), logs(timings.logs(), threads), tracks(trace));
    }

    private static SectionTable marks(List<TraceEvent> marks) {
        Map<String, List<TraceEvent>> byName = marks.stream()
                .collect(Collectors.groupingBy(TraceEvent::name, LinkedHashMap::new, Collectors.toList()));
        return SectionTable.of("marks", "Marks of the program, by their first time:", byName.values())
                .count("count", List::size)
                .time("first", events -> events.get(0).tsNanos())
                .time("last", events -> events.get(events.size() - 1).tsNanos())
                .text("mark", events -> events.get(0).name())
                .table();
    }

    private static SectionTable logs(List<TraceEvent> logs, IntFunction<String> threads) {
        return SectionTable.of("logLines", "Lines that the program wrote into the trace, in their order:", logs)
                .time("at", TraceEvent::tsNanos)
                .text("thread", log -> threads.apply(log.track()))
                .text("line", TraceEvent::name)
                .table();
    }

    private static SectionTable tracks(ParsedTrace trace) {
        CustomTracks tracks = trace.data(CustomTracksHandler.class);
        SectionTable table = SectionTable.of(
                        "customTracks", "Tracks of the program's own, in their order:", tracks.tracks())
                .count("entries", CustomTracks.Track::entries)
                .duration("longest", CustomTracks.Track::longestNanos)
                .text("group", CustomTracks.Track::group)
                .text("track", CustomTracks.Track::name)
                .table();
        table.note("markers of the whole trace", tracks.markers());
        table.note("intervals between console time stamps", tracks.consoleStretches());
        table.note("invalid entries", tracks.dropped());
        return table;
    }
}
