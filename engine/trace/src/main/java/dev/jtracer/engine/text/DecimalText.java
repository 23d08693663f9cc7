// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text with a fixed number of decimals, as {@code String.format} gives them for no language. */
public final class DecimalText {
    /* Without Formatter and BigDecimal: a short program's totals are printed at its exit, and to load those classes
     * took longer than the rest of that text. */
    private static final int GROUP_DIGITS = 3;

    /** Powers of ten by their exponents. */
    private static final int[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};

    /**
     * Limit of the number of units. Below it, half a unit has at most 15 digits; a double is next to only one.
     */
    private static final double MOST_UNITS = 1e14;

    private DecimalText() {}

    /** Returns a number with this many decimals. Rounds half up the shortest decimal that identifies the double. */
    public static String of(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        double size = Math.abs(value);
        boolean exact = decimals < POWERS.length && size < MOST_UNITS / POWERS[decimals];
        String text = exact
                ? ofUnits(units(size, POWERS[decimals]), decimals)
                : new BigDecimal(Double.toString(size))
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString();
        return value < 0 ? "-" + text : text;
    }

    /**
     * Returns the number of units of the last decimal, half rounded up. The product may be wrong by a little: 1.005
     * is 100.5 hundredths, and its product is 100.49999999999999. So the value is compared with the doubles next to
     * the half below and the half above.
     */
    private static long units(double value, int unitsOfOne) {
        long units = (long) (value * unitsOfOne + 0.5);
        if (value < (units - 0.5) / unitsOfOne) {
            return units - 1;
        }
        return value >= (units + 0.5) / unitsOfOne ? units + 1 : units;
    }

    private static String ofUnits(long units, int decimals) {
        if (decimals == 0) {
            return Long.toString(units);
        }
        StringBuilder text = new StringBuilder().append(units);
        while (text.length() <= decimals) {
            text.insert(0, '0');
        }
        return text.insert(text.length() - decimals, '.').toString();
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

    /** Returns text behind as many blanks as it is shorter than the width. */
    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
