// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.counter.Counters;
import dev.jtracer.engine.handler.counter.CountersHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.List;
import java.util.function.IntFunction;

/** The counters of a trace, a row for each series. */
final class CounterSeries {
    static final ReportSection SECTION = new ReportSection(List.of(CountersHandler::new), CounterSeries::tables);

    private CounterSeries() {}

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        Counters counters = trace.data(CountersHandler.class);
        SectionTable table = new SectionTable(
                "counters",
                "Counters, in the order of their first values; the mean is of the values, whatever the time between them:",
                SectionTable.count("values"),
                SectionTable.number("first"),
                SectionTable.number("least"),
                SectionTable.number("mean"),
                SectionTable.number("most"),
                SectionTable.number("last"),
                SectionTable.count("process"),
                SectionTable.text("counter"));
        for (Counters.Counter counter : counters.counters()) {
            for (Counters.Series series : counter.series()) {
                table.row(
                        series.count(),
                        series.start(),
                        series.min(),
                        series.average(),
                        series.max(),
                        series.end(),
                        counter.pid(),
                        counter.series().size() == 1 && counter.name().equals(series.name())
                                ? counter.name()
                                : counter.name() + "." + series.name());
            }
        }
        table.note("events of counters without a number", counters.withoutNumbers());
        table.note("values of series that their counter did not begin with", counters.unknownSeries());
        return List.of(table);
    }
}
