// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.text.NameText;
import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table as text: columns as wide as their widest cell, numbers right-aligned, the last column left. */
public final class ColumnText {
    private final List<String[]> rows = new ArrayList<>();
    private final Styles styles;
    private final Set<Integer> alerts = new HashSet<>();

    public ColumnText(String... titles) {
        this(Styles.PLAIN, titles);
    }

    /** Creates a table with a line of titles, and the styles for its cells. */
    public ColumnText(Styles styles, String... titles) {
        this.styles = styles;
        rows.add(titles);
    }

    /** Returns the first rows, of more than there is room for. */
    public static <T> List<T> first(List<T> rows, int most) {
        return rows.subList(0, Math.min(most, rows.size()));
    }

    /**
     * Appends how many rows are not among the {@link #first}, if any.
     *
     * @param rest what to do to see them, behind a semicolon; may be empty
     */
    public static void appendMore(StringBuilder text, int rows, int most, String rest) {
        if (rows > most) {
            text.append("  ").append(rows - most).append(" more").append(rest).append('\n');
        }
    }

    /** Adds a line with a cell for each title. */
    public void row(String... cells) {
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = NameText.of(cells[i]);
        }
        rows.add(row);
    }

    /** Marks a cell of the last row as an alert, for example a large part of the time. */
    public void alert(int column) {
        alerts.add(cell(rows.size() - 1, column));
    }

    private int cell(int row, int column) {
        return row * rows.get(0).length + column;
    }

    /** Appends the table, each line with an indent of two spaces and a line feed. */
    public void appendTo(StringBuilder text) {
        int columns = rows.get(0).length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns - 1; i++) {
                widths[i] = Math.max(widths[i], NameText.columns(row[i]));
            }
        }
        for (int r = 0; r < rows.size(); r++) {
            String[] row = rows.get(r);
            for (int i = 0; i < columns - 1; i++) {
                text.append("  ")
                        .append(" ".repeat(widths[i] - NameText.columns(row[i])))
                        .append(alerts.contains(cell(r, i)) ? styles.alert(row[i]) : row[i]);
            }
            text.append("  ").append(row[columns - 1]).append('\n');
        }
    }
}
