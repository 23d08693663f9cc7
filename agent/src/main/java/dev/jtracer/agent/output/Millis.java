// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

/** Formatter of durations in milliseconds with a fixed number of decimals. */
public final class Millis {
    /* Handwritten: java.util.Formatter allocates a kilobyte per number, and loads a hundred classes at the end of a
     * program that ran for ten milliseconds. */
    private static final int NANOS_PER_HUNDREDTH = 10_000;

    private Millis() {}

    /** Appends the duration with two decimals, rounded half up. */
    public static StringBuilder append(StringBuilder text, long nanos) {
        long hundredths = (Math.abs(nanos) + NANOS_PER_HUNDREDTH / 2) / NANOS_PER_HUNDREDTH;
        if (nanos < 0 && hundredths > 0) {
            text.append('-');
        }
        text.append(hundredths / 100).append('.');
        return text.append((char) ('0' + hundredths % 100 / 10)).append((char) ('0' + hundredths % 10));
    }

    /** Appends the duration with six decimals, that is to the nanosecond. */
    static StringBuilder appendExactly(StringBuilder text, long nanos) {
        long whole = nanos / 1_000_000;
        String decimals = Long.toString(1_000_000 + nanos % 1_000_000);
        return text.append(whole).append('.').append(decimals, 1, decimals.length());
    }
}
