// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.request.Statements;
import dev.jtracer.engine.handler.request.StatementsHandler;
import java.util.List;

/** The statements of root calls and requests: one that repeats a query in a loop is on top. */
public final class StatementCounts {
    private static final String KEY = "statements";

    static final ReportSection SECTION = new ReportSection(
            List.of(StatementsHandler::new), (trace, threads) -> List.of(table(trace.data(StatementsHandler.class))));

    private StatementCounts() {}

    /** Returns the rows of the table among the sections of a report, the most in one call first. */
    public static List<Statements.Row> rows(List<SectionTable> sections) {
        return sections.stream()
                .filter(table -> table.key().equals(KEY))
                .flatMap(table -> table.rows().stream())
                .map(row -> new Statements.Row(
                        (String) row.get(3),
                        (Long) row.get(1),
                        (Long) row.get(2),
                        (Long) row.get(0),
                        (Long) row.get(4),
                        (String) row.get(5),
                        (String) row.get(6)))
                .toList();
    }

    private static SectionTable table(Statements statements) {
        return SectionTable.of(
                        KEY,
                        "Statements of a root call or request, on its thread, the most in one call first:",
                        statements.rows())
                .count("most", Statements.Row::most)
                .count("calls", Statements.Row::calls)
                .count("statements", Statements.Row::total)
                .text("call", Statements.Row::name)
                .count("repeated", Statements.Row::repeated)
                .text("in", Statements.Row::repeatedIn)
                .text("statement", Statements.Row::statement)
                .table();
    }
}
