// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;
import java.util.OptionalLong;

/**
 * A kind of number with a unit: {@code 5ms}, {@code 0.2s}, {@code 64k}.
 *
 * @param accepted description of accepted values, the end of the sentence "'x' is not ..."
 * @param units units from the smallest, in which {@link #parse} counts, to the largest
 */
public record Quantity(String accepted, List<Unit> units) {
    /** A unit's name and its size in the smallest unit. */
    public record Unit(String name, long factor) {}

    /** Durations in nanoseconds. */
    public static final Quantity DURATION = new Quantity(
            "a duration; write a number and a unit, such as 5ms (units: ns us ms s m)",
            List.of(
                    new Unit("ns", 1),
                    new Unit("us", 1_000),
                    new Unit("ms", 1_000_000),
                    new Unit("s", 1_000_000_000),
                    new Unit("m", 60_000_000_000L)));

    /** Sizes in bytes. */
    public static final Quantity SIZE = new Quantity(
            "a size; write a number and a unit, such as 64k (units: k m g)",
            List.of(new Unit("", 1), new Unit("k", 1L << 10), new Unit("m", 1L << 20), new Unit("g", 1L << 30)));

    /** Counts without a unit. */
    public static final Quantity COUNT = new Quantity("a count; write a whole number", List.of(new Unit("", 1)));

    /** Shares in thousandths of a percent. */
    public static final Quantity SHARE =
            new Quantity("a share; write a percentage, such as 5%", List.of(new Unit("%", 1_000)));

    /**
     * Parses a number and returns it in the smallest unit (ns, bytes), truncated. Zero needs no unit.
     *
     * @throws NumberFormatException if the text is not a number, or is too large for a long
     */
    public long parse(String text) {
        int end = 0;
        while (end < text.length() && isNumeric(text.charAt(end))) {
            end++;
        }
        String number = text.substring(0, end);
        if (text.equals("0")) {
            return 0;
        }
        long factor = factor(text.substring(end).trim());
        int point = number.indexOf('.');
        try {
            if (point < 0) {
                return Math.multiplyExact(Long.parseLong(number), factor);
            }
            long whole = Math.multiplyExact(Long.parseLong(number.substring(0, point)), factor);
            return Math.addExact(whole, fraction(number.substring(point + 1), factor));
        } catch (ArithmeticException tooLarge) {
            throw new NumberFormatException(text);
        }
    }

    /** Parses a number as {@link #parse} does. Returns empty if it is none, or outside of a range. */
    public OptionalLong within(String text, long least, long most) {
        try {
            long value = parse(text);
            return value >= least && value <= most ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty();
        }
    }

    /** Returns the number in the largest unit without a remainder. */
    public String format(long value) {
        int index = units.size() - 1;
        while (index > 0 && value % units.get(index).factor() != 0) {
            index--;
        }
        Unit unit = units.get(index);
        return value / unit.factor() + unit.name();
    }

    private long factor(String name) {
        for (Unit unit : units) {
            if (unit.name().equalsIgnoreCase(name)) {
                return unit.factor();
            }
        }
        throw new NumberFormatException(name);
    }

    private static long fraction(String digits, long factor) {
        if (factor == 1) {
            throw new NumberFormatException(digits);
        }
        long divisor = 1;
        for (int i = 0; i < digits.length(); i++) {
            divisor = Math.multiplyExact(divisor, 10);
        }
        return Math.multiplyExact(Long.parseLong(digits), factor) / divisor;
    }

    private static boolean isNumeric(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }
}
