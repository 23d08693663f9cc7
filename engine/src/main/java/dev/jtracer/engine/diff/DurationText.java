// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.Locale;

/** Durations in the unit that fits, with three digits. */
final class DurationText {
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private DurationText() {}

    static String of(double nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f %s", value, UNITS[unit]);
    }
}
