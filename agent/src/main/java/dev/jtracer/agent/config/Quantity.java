// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** Numbers with a unit: {@code 5ms}, {@code 0.2s}, {@code 64k}. */
enum Quantity {
    DURATION(
            "a duration; write a number and a unit, such as 5ms (units: ns us ms s m)",
            new String[] {"ns", "us", "ms", "s", "m"},
            new long[] {1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L}),
    SIZE("a size; write a number and a unit, such as 64k (units: k m g)", new String[] {"", "k", "m", "g"}, new long[] {
        1, 1L << 10, 1L << 20, 1L << 30
    }),
    COUNT("a count; write a whole number", new String[] {""}, new long[] {1});

    private final String accepted;
    private final String[] units;
    private final long[] factors;

    Quantity(String accepted, String[] units, long[] factors) {
        this.accepted = accepted;
        this.units = units;
        this.factors = factors;
    }

    /** What is accepted, as the end of the sentence "'x' is not ...". */
    String accepted() {
        return accepted;
    }

    /**
     * Reads a number in its smallest unit (ns, bytes); a fraction is cut there. Zero needs no unit.
     *
     * @throws NumberFormatException when the text is not one, or is too large for a long
     */
    long parse(String text) {
        int end = 0;
        while (end < text.length() && isNumeric(text.charAt(end))) {
            end++;
        }
        String number = text.substring(0, end);
        if (number.equals("0") && end == text.length()) {
            return 0;
        }
        long factor = factor(text.substring(end).trim());
        int point = number.indexOf('.');
        try {
            return point < 0
                    ? Math.multiplyExact(Long.parseLong(number), factor)
                    : Math.addExact(
                            Math.multiplyExact(Long.parseLong(number.substring(0, point)), factor),
                            fraction(number.substring(point + 1), factor));
        } catch (ArithmeticException tooLarge) {
            throw new NumberFormatException(text);
        }
    }

    /** The number in the largest unit that leaves no rest. */
    String format(long value) {
        int unit = units.length - 1;
        while (unit > 0 && value % factors[unit] != 0) {
            unit--;
        }
        return value / factors[unit] + units[unit];
    }

    private long factor(String unit) {
        for (int i = 0; i < units.length; i++) {
            if (units[i].equalsIgnoreCase(unit)) {
                return factors[i];
            }
        }
        throw new NumberFormatException(unit);
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
