// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.text.PlainText;

/** Texts for boxes: short forms and widths. */
final class BoxLabel {
    private static final String NARROW = "iljtfrI.,:;'|()[]$<>! ";
    private static final String WIDE = "mwMW@%…";
    /** Longest name that may fit into a timeline in part. */
    private static final int MOST_LETTERS = 200;

    private static final char LAST_OF_LATIN = 0x24f;

    private BoxLabel() {}

    /** Returns {@code Counter.place} for {@code com.acme.Counter.place}, and other names as they are. */
    static String shortName(String name) {
        return isMethod(name) ? name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1) : name;
    }

    /** Returns {@code place} for {@code com.acme.Counter.place}, and other names as they are. */
    static String methodName(String name) {
        return isMethod(name) ? name.substring(name.lastIndexOf('.') + 1) : name;
    }

    /** Returns the class of a method without those nested in it; of other names the first word. */
    static String topLevelClass(String name) {
        int end = isMethod(name) ? name.lastIndexOf('.') : name.indexOf(' ');
        String type = end < 0 ? name : name.substring(0, end);
        int nested = type.indexOf('$');
        return nested <= 0 ? type : type.substring(0, nested);
    }

    private static boolean isMethod(String name) {
        int dot = name.lastIndexOf('.');
        if (dot <= 0 || dot == name.length() - 1) {
            return false;
        }
        return name.chars()
                .allMatch(letter -> Character.isJavaIdentifierPart(letter) || ".<>[]:-".indexOf(letter) >= 0);
    }

    /** Returns the part of a text that fits into a number of pixels; empty instead of a letter or two. */
    static String fit(String text, double fontSize, double pixels) {
        String plain = PlainText.of(text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS) + '…');
        if (width(plain, fontSize) <= pixels) {
            return plain;
        }
        int length = plain.length();
        while (length > 0 && width(plain.substring(0, length) + '…', fontSize) > pixels) {
            length--;
        }
        if (length > 0 && Character.isHighSurrogate(plain.charAt(length - 1))) {
            length--;
        }
        return length < 3 ? "" : plain.substring(0, length) + '…';
    }

    /** Returns an upper bound for the usual sans-serif fonts, any of which may show the timeline. */
    static double width(String text, double fontSize) {
        double ems = 0;
        for (int i = 0; i < text.length(); i++) {
            ems += ems(text.charAt(i));
        }
        return ems * fontSize;
    }

    private static double ems(char letter) {
        if (NARROW.indexOf(letter) >= 0) {
            return 0.36;
        }
        if (WIDE.indexOf(letter) >= 0) {
            return 0.95;
        }
        if (letter > LAST_OF_LATIN) {
            return 1.05;
        }
        return Character.isUpperCase(letter) ? 0.71 : 0.6;
    }
}
