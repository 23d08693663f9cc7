// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import java.util.Locale;

/** Sizes as text in decimal units: {@code 999 B}, {@code 1.5 KB}, {@code 256 MB}. */
public final class ByteText {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

    private ByteText() {}

    /** Returns a size in the largest unit that leaves at least 1. */
    public static String of(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1_000;
            unit++;
        }
        String format = unit > 0 && value < 99.95 ? "%.1f %s" : "%.0f %s";
        return String.format(Locale.ROOT, format, value, UNITS[unit]);
    }
}
