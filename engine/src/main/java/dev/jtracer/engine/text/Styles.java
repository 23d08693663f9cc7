// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

/**
 * Styles of text for a terminal. They are the ones that every terminal's colour scheme keeps readable, on dark and on light: bold, red
 * and green.
 */
public enum Styles {
    /** Leaves text as it is: for files, pipes and programs. */
    PLAIN,
    /** Adds escape sequences (ECMA-48 SGR), which take no column. */
    COLORED;

    private static final char ESCAPE = '\u001b';
    private static final String RESET = ESCAPE + "[0m";
    private static final char END = 'm';

    /** Styles the title of a section. */
    public String heading(String text) {
        return styled("1", text);
    }

    /** Styles what the user looks for or has to know: the largest part of the time, a loss, a change for the worse. */
    public String alert(String text) {
        return styled("31", text);
    }

    /** Styles a change for the better, or a check that succeeded. */
    public String good(String text) {
        return styled("32", text);
    }

    private String styled(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : ESCAPE + "[" + code + END + text + RESET;
    }

    /** Returns the begin of a line, at most as many characters wide as given. The styles that it opens are closed. */
    public static String cut(String line, int columns) {
        StringBuilder cut = new StringBuilder();
        boolean styled = false;
        int room = columns;
        for (int i = 0; i < line.length() && room > 0; i++) {
            char c = line.charAt(i);
            if (c == ESCAPE) {
                int end = line.indexOf(END, i) + 1;
                cut.append(line, i, end);
                styled = true;
                i = end - 1;
            } else {
                cut.append(c);
                room--;
            }
        }
        return styled ? cut.append(RESET).toString() : cut.toString();
    }
}
