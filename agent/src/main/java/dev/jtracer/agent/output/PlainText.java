// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

/** Names and texts of the application on a line of a terminal: nothing in them ends the line or steers the terminal. */
public final class PlainText {
    private PlainText() {}

    /** Appends the text with control, format and separator characters written as {@code \}{@code uXXXX}. */
    public static void append(StringBuilder line, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                line.append(c);
            } else {
                String hex = Integer.toHexString(c);
                line.append("\\u").append("0000", hex.length(), 4).append(hex);
            }
        }
    }

    private static boolean isPlain(char c) {
        if (c >= ' ' && c < 0x7f) {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
