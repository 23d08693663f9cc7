// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.report.section.SectionTable;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.Styles;
import java.util.List;

/**
 * The sections of a report as tables of text.
 *
 * @param most rows of each table
 * @param styles styles of headings
 */
record SectionText(TraceReport report, int most, Styles styles) {
    private static final int DECIMALS = 4;
    private static final double MOST_EXACT = 1L << 53;

    void append(StringBuilder text) {
        for (SectionTable table : report.sections()) {
            styles.heading(text.append('\n'), table.title());
            List<List<Object>> rows = table.rows();
            if (!rows.isEmpty()) {
                ColumnText columns = new ColumnText(
                        table.columns().stream().map(SectionTable.Column::title).toArray(String[]::new));
                ColumnText.first(rows, most).forEach(row -> columns.row(cells(table, row)));
                columns.appendTo(text);
            }
            ColumnText.appendMore(text, rows.size(), most, "; --top N shows N, --json all");
            table.notes().forEach((what, count) -> text.append("  " + what + ": " + DecimalText.grouped(count) + "\n"));
        }
    }

    private String[] cells(SectionTable table, List<Object> row) {
        String[] cells = new String[row.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cell(row.get(i), table.columns().get(i).unit());
        }
        return cells;
    }

    private String cell(Object value, SectionTable.Unit unit) {
        return switch (unit) {
            case TEXT, COUNT -> value.toString();
            case NUMBER -> number((Double) value);
            case DURATION -> (Long) value < 0 ? "-" : DurationText.of((long) (Long) value);
            case TIME -> report.offset((Long) value);
        };
    }

    private static String number(double value) {
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < MOST_EXACT;
        return isWhole ? Long.toString((long) value) : DecimalText.of(value, DECIMALS);
    }
}
