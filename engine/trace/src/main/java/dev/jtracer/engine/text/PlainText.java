// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.util.HexFormat;

/** The escaping of names for a line, so that they neither end it, nor control the terminal, nor fail to encode. */
public final class PlainText {
    private static final char NONE = 0;
    /** Includes the full-width forms of East Asian keyboards, which spreadsheets treat alike. */
    private static final String FORMULA_STARTS = "=+-@\uff1d\uff0b\uff0d\uff20";

    private PlainText() {}

    /**
     * Returns the text with control, format and separator characters, and halves of surrogate pairs, written as
     * {@code \}{@code uXXXX}.
     */
    public static String of(String text) {
        return of(text, NONE);
    }

    /** Returns the text as {@link #of(String)}, with one more character escaped. */
    public static String of(String text, char alsoEscaped) {
        StringBuilder plain = new StringBuilder(text.length());
        append(plain, text, alsoEscaped);
        return plain.toString();
    }

    /** Returns the text as {@link #of(String)}, with an apostrophe in front of what a spreadsheet would evaluate. */
    public static String ofCell(String text) {
        String plain = of(text);
        String visible = plain.stripLeading();
        return visible.isEmpty() || FORMULA_STARTS.indexOf(visible.charAt(0)) < 0 ? plain : "'" + plain;
    }

    /** Appends the result of {@link #of(String)}. */
    public static void append(StringBuilder line, String text) {
        append(line, text, NONE);
    }

    private static void append(StringBuilder plain, String text, char alsoEscaped) {
        int next;
        for (int i = 0; i < text.length(); i = next) {
            int codePoint = text.codePointAt(i);
            next = i + Character.charCount(codePoint);
            if (isPlain(codePoint) && codePoint != alsoEscaped) {
                plain.appendCodePoint(codePoint);
            } else {
                escape(text, i, next, plain);
            }
        }
    }

    private static void escape(String text, int from, int to, StringBuilder plain) {
        for (int i = from; i < to; i++) {
            plain.append("\\u").append(HexFormat.of().toHexDigits(text.charAt(i)));
        }
    }

    private static boolean isPlain(int codePoint) {
        if (codePoint >= ' ' && codePoint < 0x7f) {
            return true;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
