// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.picture;

import java.util.Locale;

/** Texts for boxes: short forms and widths. */
final class Label {
    private static final String NARROW = "iljtfrI.,:;'|()[]$<> ";
    private static final String WIDE = "mwMW@%";

    private Label() {}

    /** {@code Counter.place} for {@code com.acme.Counter.place}. */
    static String shortName(String function) {
        return function.substring(function.lastIndexOf('.', function.lastIndexOf('.') - 1) + 1);
    }

    /** {@code place} for {@code com.acme.Counter.place}. */
    static String methodName(String function) {
        return function.substring(function.lastIndexOf('.') + 1);
    }

    /** The class of a function, with those nested in it. */
    static String topLevelClass(String function) {
        String type = function.substring(0, Math.max(0, function.lastIndexOf('.')));
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }

    /** A duration with three to four digits and the unit that suits it. */
    static String duration(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        return nanos < 1_000_000
                ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
                : String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }

    /** Returns the part of the text that fits into that many pixels; empty instead of a letter or two. */
    static String fit(String text, double fontSize, double pixels) {
        if (width(text, fontSize) <= pixels) {
            return text;
        }
        int length = text.length();
        while (length > 0 && width(text.substring(0, length) + "…", fontSize) > pixels) {
            length--;
        }
        return length < 3 ? "" : text.substring(0, length) + "…";
    }

    /** An upper bound for the usual sans-serif fonts, any of which may show the picture. */
    static double width(String text, double fontSize) {
        double ems = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (NARROW.indexOf(letter) >= 0) {
                ems += 0.33;
            } else if (WIDE.indexOf(letter) >= 0) {
                ems += 0.9;
            } else {
                ems += Character.isUpperCase(letter) ? 0.68 : 0.57;
            }
        }
        return ems * fontSize;
    }
}
