// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/** A table as text: columns as wide as their longest cell, numbers aligned to the right, the last column to the left. */
public final class ColumnText {
    private final List<String[]> rows = new ArrayList<>();

    /** Creates a table with a line of titles. */
    public ColumnText(String... titles) {
        rows.add(titles);
    }

    /** Adds a line with a cell for each title. */
    public void row(String... cells) {
        rows.add(cells);
    }

    /** Appends the table, each line with an indent of two spaces and a line feed. */
    public void appendTo(StringBuilder text) {
        int columns = rows.get(0).length;
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns - 1; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            for (int i = 0; i < columns - 1; i++) {
                text.append("  ")
                        .append(" ".repeat(widths[i] - row[i].length()))
                        .append(row[i]);
            }
            text.append("  ");
            PlainText.append(text, row[columns - 1]);
            text.append('\n');
        }
    }
}
