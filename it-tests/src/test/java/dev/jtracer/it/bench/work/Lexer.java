// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

/** Cuts an expression into numbers, the variable {@code x}, operators and brackets. */
final class Lexer {
    static final char NUMBER = '0';
    static final char END = 0;

    private final String text;
    private int position;
    private int number;

    Lexer(String text) {
        this.text = text;
    }

    /** Returns the next token's first character; for a number {@link #NUMBER}. */
    char next() {
        skipBlanks();
        if (position == text.length()) {
            return END;
        }
        char c = text.charAt(position);
        if (isDigit(c)) {
            readNumber();
            return NUMBER;
        }
        position++;
        return c;
    }

    int number() {
        return number;
    }

    private void skipBlanks() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
    }

    private void readNumber() {
        number = 0;
        while (position < text.length() && isDigit(text.charAt(position))) {
            number = number * 10 + text.charAt(position) - '0';
            position++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
