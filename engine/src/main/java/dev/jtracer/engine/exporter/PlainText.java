// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

/** Names on a line of a text file: nothing in them ends the line or steers the terminal that shows it. */
final class PlainText {
    private static final char NONE = 0;
    private static final String HEX = "0123456789abcdef";

    private PlainText() {}

    /** The text with control, format and separator characters written as {@code \}{@code uXXXX}. */
    static String of(String text) {
        return of(text, NONE);
    }

    /** What {@link #of(String)} gives, with one more character written so. */
    static String of(String text, char alsoEscaped) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c) && c != alsoEscaped) {
                plain.append(c);
            } else {
                plain.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    plain.append(HEX.charAt((c >> shift) & 15));
                }
            }
        }
        return plain.toString();
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
