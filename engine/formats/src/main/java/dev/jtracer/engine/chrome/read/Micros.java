// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** A parser of times. A double would hold a time since 1970 in microseconds only to a quarter of one. */
final class Micros {
    /** The result of {@link #toNanos} for text that is no time. */
    static final long INVALID = Long.MIN_VALUE;

    private static final long MAX_WHOLE = Long.MAX_VALUE / 1000 - 1;
    private static final int MAX_WHOLE_DIGITS = 16;

    private Micros() {}

    /**
     * Converts a JSON number of microseconds to nanoseconds: exact to three decimals, further decimals rounded;
     * returns {@link #INVALID} if it is no number or does not fit.
     */
    static long toNanos(char[] chars, int offset, int length) {
        int end = offset + length;
        int i = offset;
        boolean negative = i < end && chars[i] == '-';
        if (negative) {
            i++;
        }
        int firstDigit = i;
        long whole = 0;
        for (; i < end && isDigit(chars[i]); i++) {
            if (whole > MAX_WHOLE / 10) {
                return INVALID;
            }
            whole = whole * 10 + (chars[i] - '0');
        }
        if (i == firstDigit || whole > MAX_WHOLE) {
            return INVALID;
        }
        int fraction = 0;
        if (i < end && chars[i] == '.') {
            int firstDecimal = ++i;
            for (int unit = 100; i < end && isDigit(chars[i]); unit /= 10, i++) {
                fraction += (chars[i] - '0') * unit;
                if (i == firstDecimal + 3 && chars[i] >= '5') {
                    fraction++;
                }
            }
        }
        if (i < end) {
            return withExponent(chars, offset, length);
        }
        long nanos = whole * 1000 + fraction;
        return negative ? -nanos : nanos;
    }

    private static long withExponent(char[] chars, int offset, int length) {
        BigDecimal micros;
        try {
            micros = new BigDecimal(chars, offset, length);
        } catch (NumberFormatException e) {
            return INVALID;
        }
        // Checked first, because an exponent of a billion would make a number of a billion digits.
        long wholeDigits = (long) micros.precision() - micros.scale();
        if (wholeDigits > MAX_WHOLE_DIGITS) {
            return INVALID;
        }
        if (wholeDigits < -3) {
            return 0;
        }
        BigInteger nanos =
                micros.movePointRight(3).setScale(0, RoundingMode.HALF_UP).toBigInteger();
        return nanos.bitLength() < Long.SIZE ? nanos.longValue() : INVALID;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
