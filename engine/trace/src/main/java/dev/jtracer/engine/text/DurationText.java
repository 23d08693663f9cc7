// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

/** Durations in the unit that fits, with three digits: {@code 45 ns}, {@code 3.52 us}, {@code 1.40 s}. */
public final class DurationText {
    private static final String[] UNITS = {" ns", " us", " ms", " s"};

    private DurationText() {}

    /** Returns the text of a duration in nanoseconds. */
    public static String of(long nanos) {
        return of((double) nanos);
    }

    /** Returns the text of an average duration in nanoseconds. */
    public static String of(double nanos) {
        double value = nanos;
        int unit = 0;
        // From 999.5 on, three digits round up to four.
        while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        int digits = unit == 0 || Math.abs(value) >= 99.95 ? 0 : Math.abs(value) >= 9.995 ? 1 : 2;
        return DecimalText.of(value, digits) + UNITS[unit];
    }
}
