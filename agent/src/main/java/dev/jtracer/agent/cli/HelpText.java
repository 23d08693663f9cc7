// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.List;

/** Text of a help page, wrapped to the width of a terminal. */
final class HelpText {
    static final int DEFAULT_WIDTH = 80;

    private static final int MIN_WIDTH = 40;
    private static final int MAX_WIDTH = 120;
    private static final int INDENT = 2;
    /** Columns of the left side of a table, its indent included. A longer left side has a line of its own. */
    private static final int LEFT = 22;

    private final int width;
    private final Styles styles;
    private final StringBuilder text = new StringBuilder();

    /** @param width columns of the terminal; clipped to 40 to 120 */
    HelpText(int width, Styles styles) {
        this.styles = styles;
        this.width = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width));
    }

    /** Returns the columns of the terminal according to {@code COLUMNS}, which shells set for those who export it. */
    static int columns(String environment) {
        try {
            return Integer.parseInt(environment.strip());
        } catch (NumberFormatException unset) {
            return DEFAULT_WIDTH;
        }
    }

    /** Adds the title of a section, after an empty line. */
    HelpText heading(String title) {
        text.append('\n').append(styles.heading(title)).append('\n');
        return this;
    }

    /** Adds a paragraph, or an empty line. */
    HelpText line(String paragraph) {
        wrapped(paragraph, width).forEach(line -> text.append(line).append('\n'));
        return this;
    }

    /** Adds a line that is never wrapped: one to copy. */
    HelpText verbatim(String line) {
        text.append(" ".repeat(INDENT)).append(line).append('\n');
        return this;
    }

    HelpText row(String left, String right) {
        int column = width < DEFAULT_WIDTH ? INDENT * 3 : LEFT;
        List<String> lines = wrapped(right, width - column);
        String head = " ".repeat(INDENT) + left;
        boolean fits = head.length() < column;
        text.append(fits ? head + " ".repeat(column - head.length()) + lines.get(0) : head)
                .append('\n');
        for (String line : fits ? lines.subList(1, lines.size()) : lines) {
            text.append(" ".repeat(column)).append(line).append('\n');
        }
        return this;
    }

    private static List<String> wrapped(String paragraph, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : paragraph.split(" ", -1)) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() > 0 ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
