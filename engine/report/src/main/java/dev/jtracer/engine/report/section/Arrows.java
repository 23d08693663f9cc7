// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.flow.Flows;
import dev.jtracer.engine.handler.flow.FlowsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.List;
import java.util.function.IntFunction;

/** The arrows of a trace by name, as catapult binds them to spans; those of callbacks are in the callbacks' table. */
final class Arrows {
    static final ReportSection SECTION = new ReportSection(List.of(FlowsHandler::withoutCallbacks), Arrows::tables);

    private Arrows() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        Flows flows = trace.data(FlowsHandler.class);
        NamedDurations arrows = new NamedDurations();
        long toOtherThreads = 0;
        for (Flows.Arrow arrow : flows.arrows()) {
            arrows.add(arrow.name(), Math.max(0, arrow.endNanos() - arrow.startNanos()));
            toOtherThreads += arrow.from().track() == arrow.to().track() ? 0 : 1;
        }
        SectionTable table = arrows.table("arrows", "Arrows, by the time from their start to their end:", "arrow");
        table.note("arrows to another thread", toOtherThreads);
        table.notes("without an arrow: ", flows.problems());
        return List.of(table);
    }
}
