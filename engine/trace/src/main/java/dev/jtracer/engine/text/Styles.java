// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

/**
 * Styles of text for a terminal. They are the ones that every terminal's colour scheme keeps readable, on dark and on
 * light: bold, red and green.
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

    /** Appends a line with the title of a section. */
    public void heading(StringBuilder text, String title) {
        text.append(heading(title)).append('\n');
    }

    /** Styles what the user looks for or must know: the largest part of the time, a loss, a change for the worse. */
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

    /** Returns the begin of a line, of at most these columns. The styles and isolates that it opens are closed. */
    public static String cut(String line, int columns) {
        StringBuilder cut = new StringBuilder();
        boolean styled = false;
        int isolates = 0;
        int room = columns;
        int next;
        for (int i = 0; i < line.length(); i = next) {
            int codePoint = line.codePointAt(i);
            boolean isStyle = codePoint == ESCAPE;
            room -= isStyle ? 0 : NameText.columns(codePoint);
            if (room < 0 || room == 0 && isStyle) {
                break;
            }
            next = isStyle ? line.indexOf(END, i) + 1 : i + Character.charCount(codePoint);
            cut.append(line, i, next);
            styled |= isStyle;
            isolates += codePoint == NameText.ISOLATE ? 1 : codePoint == NameText.END_OF_ISOLATE ? -1 : 0;
        }
        cut.append(String.valueOf(NameText.END_OF_ISOLATE).repeat(Math.max(0, isolates)));
        return styled ? cut.append(RESET).toString() : cut.toString();
    }
}
