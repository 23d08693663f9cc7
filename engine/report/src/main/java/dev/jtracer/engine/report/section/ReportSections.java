// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** The sections of a report, in their order. */
public final class ReportSections {
    // A section a line.
    private static final List<ReportSection> ALL = List.of(
            StatementCounts.SECTION,
            TestCalls.SECTION,
            Timings.SECTION,
            AsyncEvents.SECTION,
            CounterSeries.SECTION,
            Arrows.SECTION,
            WarningKinds.SECTION,
            ObjectLifetimes.SECTION,
            NetworkTraffic.SECTION,
            LayoutStability.SECTION);

    private ReportSections() {}

    /** Returns suppliers of the handlers that the sections read. */
    public static List<Supplier<? extends EventHandler<?>>> handlers() {
        List<Supplier<? extends EventHandler<?>>> handlers = new ArrayList<>();
        ALL.forEach(section -> handlers.addAll(section.handlers()));
        return handlers;
    }

    /**
     * Returns the tables that totals alone give, for added recordings, which have no others.
     *
     * @param callbacks totals of callbacks
     */
    public static List<SectionTable> ofTotals(Callbacks callbacks) {
        SectionTable table = CallbackWarnings.table(callbacks);
        return table.isEmpty() ? List.of() : List.of(table);
    }

    /** Returns whether a table is that of one trace, which {@link #ofTotals} does not give. */
    public static boolean isOfOneTrace(SectionTable table) {
        return !table.key().equals(CallbackWarnings.KEY);
    }

    /**
     * Returns the tables of a trace that was parsed with the {@link #handlers}, those with content alone.
     *
     * @param threads returns the name of the thread of a track
     */
    public static List<SectionTable> of(ParsedTrace trace, IntFunction<String> threads) {
        List<SectionTable> tables = new ArrayList<>();
        for (ReportSection section : ALL) {
            try {
                section.tables().apply(trace, threads).stream()
                        .filter(table -> !table.isEmpty())
                        .forEach(tables::add);
            } catch (IllegalStateException e) { // one of its handlers failed, which must not cost the whole report
                SectionTable failed = new SectionTable("failed", "Not shown: " + e.getMessage());
                failed.note("sections not shown", 1);
                tables.add(failed);
            }
        }
        SectionTable dropped = new SectionTable("dropped", "These sections show a part of the trace; raise -Xmx:");
        dropped.note("events beyond the memory of this JVM", trace.dropped());
        if (!dropped.isEmpty()) {
            tables.add(dropped);
        }
        return tables;
    }
}
