// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

/**
 * Names in lines for a terminal: escaped as by {@link PlainText}, isolated if they are written from right to left,
 * and measured in the terminal's columns.
 */
public final class NameText {
    /** FIRST STRONG ISOLATE: what follows has its own direction and does not reorder the rest of the line. */
    static final char ISOLATE = '\u2068';
    /** POP DIRECTIONAL ISOLATE. */
    static final char END_OF_ISOLATE = '\u2069';

    private static final String GAP = "..";

    /* Blocks whose characters take two columns, first and last code point (East_Asian_Width W and F in Unicode 15).
     * Blocks are whole: an unassigned code point is escaped before it is measured. */
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x231a, 0x231b, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3,
        0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680,
        0x1f6ff, 0x1f900, 0x1f9ff, 0x20000, 0x3fffd
    };

    private NameText() {}

    /** Returns a name for a line of text. */
    public static String of(String name) {
        return isolated(PlainText.of(name));
    }

    private static String isolated(String plain) {
        return isRightToLeft(plain) ? ISOLATE + plain + END_OF_ISOLATE : plain;
    }

    /** Returns a name for a line of text, without its middle if it is too wide for the columns. */
    public static String shortened(String name, int columns) {
        String plain = PlainText.of(name);
        if (columns(plain) <= columns) {
            return isolated(plain);
        }
        int half = (columns - GAP.length()) / 2;
        int head = plain.length();
        while (columns(plain.substring(0, head)) > half) {
            head = plain.offsetByCodePoints(head, -1);
        }
        int tail = 0;
        while (columns(plain.substring(tail)) > half) {
            tail = plain.offsetByCodePoints(tail, 1);
        }
        return isolated(plain.substring(0, head) + GAP + plain.substring(tail));
    }

    /** Returns the columns that a text takes in a terminal. */
    public static int columns(String text) {
        int columns = 0;
        int next;
        for (int i = 0; i < text.length(); i = next) {
            int codePoint = text.codePointAt(i);
            next = i + Character.charCount(codePoint);
            columns += columns(codePoint);
        }
        return columns;
    }

    /** Returns the columns that a character takes: 0, 1 or 2. */
    static int columns(int codePoint) {
        if (codePoint < WIDE[0]) {
            return codePoint < 0x300 || !isMark(codePoint) ? 1 : 0;
        }
        if (isMark(codePoint)) {
            return 0;
        }
        for (int i = 0; i < WIDE.length; i += 2) {
            if (codePoint <= WIDE[i + 1]) {
                return codePoint >= WIDE[i] ? 2 : 1;
            }
        }
        return 1;
    }

    /** Returns whether a character takes no column: a mark on the one before it, or one that steers the layout. */
    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> true;
            default -> false;
        };
    }

    private static boolean isRightToLeft(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x590 && isRightToLeft(text.codePointAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRightToLeft(int codePoint) {
        return switch (Character.getDirectionality(codePoint)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
                    Character.DIRECTIONALITY_ARABIC_NUMBER -> true;
            default -> false;
        };
    }
}
