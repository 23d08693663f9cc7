// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.timing.AsyncPairsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** Async events that are no calls: pairs of a begin and an end with one id, name and category. */
final class AsyncEvents {
    /** Categories with sections of their own. */
    private static final Set<String> OTHERS =
            Set.of(TraceWords.JAVA, TraceWords.JTRACER, "blink.user_timing", "blink.console");

    static final ReportSection SECTION = new ReportSection(
            List.of(() -> new AsyncPairsHandler(event -> !OTHERS.contains(event.category()))), AsyncEvents::tables);

    private AsyncEvents() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        MatchedEvents matched = trace.data(AsyncPairsHandler.class);
        NamedDurations durations = new NamedDurations();
        matched.pairs().forEach(pair -> durations.add(pair.name(), pair.durNanos()));
        SectionTable table = durations.table("asyncEvents", "Async events, by their total time:", "event");
        table.note("begins without an end", matched.unmatchedBegins());
        table.note("ends without a begin", matched.unmatchedEnds());
        table.note("steps without a begin", matched.strayInstants());
        return List.of(table);
    }
}
