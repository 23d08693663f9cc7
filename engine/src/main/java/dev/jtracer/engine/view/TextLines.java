// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.text.PlainText;
import java.util.List;

/**
 * Text for a terminal under construction. Control and format characters in data from a trace are escaped, so that they can
 * neither control the terminal nor imitate other lines. Not safe for use by several threads.
 */
public final class TextLines {
    /** Limit of the width of columns, for long names. */
    private static final int MAX_WIDTH = 40;

    private static final String GAP = "  ";

    private final StringBuilder lines = new StringBuilder();

    /** Creates an empty text. */
    public TextLines() {}

    /** Adds a line, with line ends in it escaped. */
    public TextLines line(String text) {
        lines.append(PlainText.of(text)).append('\n');
        return this;
    }

    /**
     * Adds rows of cells, aligned in columns of at most 40 characters. Where a row's last cell has several lines, they are
     * below each other, indented.
     *
     * @param rows all of the same number of cells, which is at least one
     */
    public TextLines table(List<? extends List<String>> rows) {
        if (rows.isEmpty()) {
            return this;
        }
        int last = rows.get(0).size() - 1;
        List<List<String>> plain =
                rows.stream().map(row -> plainCells(row, last)).toList();
        int[] widths = widths(plain, last);
        for (int i = 0; i < rows.size(); i++) {
            StringBuilder start = new StringBuilder();
            for (int column = 0; column < last; column++) {
                String cell = plain.get(i).get(column);
                start.append(cell)
                        .append(" ".repeat(Math.max(0, widths[column] - cell.length())))
                        .append(GAP);
            }
            String end = severalLines(rows.get(i).get(last), Math.min(start.length(), MAX_WIDTH));
            lines.append(start.append(end).toString().stripTrailing()).append('\n');
        }
        return this;
    }

    private static List<String> plainCells(List<String> row, int cells) {
        return row.subList(0, cells).stream().map(PlainText::of).toList();
    }

    private static int[] widths(List<List<String>> rows, int columns) {
        int[] widths = new int[columns];
        for (int column = 0; column < columns; column++) {
            for (List<String> row : rows) {
                widths[column] = Math.min(
                        MAX_WIDTH, Math.max(widths[column], row.get(column).length()));
            }
        }
        return widths;
    }

    private static String severalLines(String text, int indent) {
        String next = "\n" + " ".repeat(Math.max(GAP.length(), indent));
        List<String> parts =
                text.replace("\t", "    ").lines().map(PlainText::of).toList();
        return String.join(next, parts);
    }

    /** Returns the lines so far, each with its end. */
    public String text() {
        return lines.toString();
    }
}
