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

    private record Row(Counters.Counter counter, Counters.Series series) {
        String name() {
            boolean isOnly = counter.series().size() == 1 && counter.name().equals(series.name());
            return isOnly ? counter.name() : counter.name() + "." + series.name();
        }
    }

    private static List<SectionTable> tables(ParsedTrace trace, IntFunction<String> threads) {
        Counters counters = trace.data(CountersHandler.class);
        List<Row> rows = counters.counters().stream()
                .flatMap(counter -> counter.series().stream().map(series -> new Row(counter, series)))
                .toList();
        SectionTable table = SectionTable.of(
                        "counters",
                        "Counters, in the order of their first values; the mean is of the values, whatever the time between them:",
                        rows)
                .count("values", row -> row.series.count())
                .number("first", row -> row.series.start())
                .number("least", row -> row.series.min())
                .number("mean", row -> row.series.average())
                .number("most", row -> row.series.max())
                .number("last", row -> row.series.end())
                .count("process", row -> row.counter.pid())
                .text("counter", Row::name)
                .table();
        table.note("events of counters without a number", counters.withoutNumbers());
        table.note("values of series that their counter did not begin with", counters.unknownSeries());
        return List.of(table);
    }
}
