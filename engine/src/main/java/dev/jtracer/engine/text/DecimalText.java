// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text with a fixed number of decimals, as {@code String.format} gives them for no language. */
public final class DecimalText {
    /* Without Formatter, whose classes and locale data are loaded for its first number: that takes longer than the rest of the
     * text of a small report. */
    private static final int GROUP_DIGITS = 3;

    private DecimalText() {}

    /** Returns a number with this many decimals, half rounded up. */
    public static String of(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        String text = new BigDecimal(Double.toString(Math.abs(value)))
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString();
        return value < 0 ? "-" + text : text;
    }

    /** Returns a whole number with commas between groups of three digits. */
    public static String grouped(long value) {
        StringBuilder text = new StringBuilder().append(value);
        int first = value < 0 ? 1 : 0;
        for (int at = text.length() - GROUP_DIGITS; at > first; at -= GROUP_DIGITS) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** Appends text behind as many blanks as it is shorter than the width. */
    public static void appendRight(StringBuilder to, String text, int width) {
        to.append(" ".repeat(Math.max(0, width - text.length()))).append(text);
    }
}
