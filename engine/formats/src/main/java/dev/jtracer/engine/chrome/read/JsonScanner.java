// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.ImportLimits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A scanner of plain JSON in the bytes of a {@link ByteWindow}. Its methods take the position of a value's first byte
 * and return the position behind its last, or {@link #UNUSUAL} if that is no JSON or a rare kind of JSON.
 */
abstract class JsonScanner {
    /* Eight bytes are compared at a time. No position needs a check against the end of the window, which is followed
     * by zeros, and a zero is valid nowhere. */
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    static final int UNUSUAL = -1;
    static final int MAX_DEPTH = 32;
    static final long TRUE = word(ascii("true\0\0\0\0"), 0);
    static final long FALSE = word(ascii("false\0\0\0"), 0);
    private static final long NULL = word(ascii("null\0\0\0\0"), 0);

    private static final int MAX_NUMBER_LENGTH = 300;
    private static final int MAX_DIGITS = 18;
    private static final int MAX_MICROS_DIGITS = 15;
    private static final int[] NANOS_OF_LAST_DIGIT = {1000, 100, 10, 1};
    private static final long ONES = 0x0101010101010101L;
    static final long HIGH_BITS = 0x8080808080808080L;

    byte[] bytes = {};
    /** Value of the last number read. */
    long number;
    /** Position of the first unusual byte. */
    int stoppedAt;
    /** Number of line ends skipped. */
    int lines;
    /** Position of the line after the last line end. */
    int lastLineStart;

    /** Skips any value. */
    final int value(int at, int depth) {
        byte first = bytes[at];
        if (first == '"') {
            return string(at);
        }
        if (first == '{') {
            return depth == 0 ? unusual(at) : container(at, depth - 1, '}');
        }
        if (first == '[') {
            return depth == 0 ? unusual(at) : container(at, depth - 1, ']');
        }
        if (first == '-' || isDigit(first)) {
            return anyNumber(at);
        }
        if (isLiteral(at, TRUE, 4) || isLiteral(at, NULL, 4)) {
            return at + 4;
        }
        return isLiteral(at, FALSE, 5) ? at + 5 : unusual(at);
    }

    /** Skips an object or an array, which ends with {@code close}. */
    private int container(int start, int depth, char close) {
        int at = space(start + 1);
        if (bytes[at] == close) {
            return at + 1;
        }
        for (; ; at = space(at + 1)) {
            int value = close == '}' ? key(at) : at;
            int end = value == UNUSUAL ? UNUSUAL : value(value, depth);
            if (end == UNUSUAL) {
                return UNUSUAL;
            }
            at = space(end);
            if (bytes[at] != ',') {
                return bytes[at] == close ? at + 1 : unusual(at);
            }
        }
    }

    /**
     * Skips the name of a member, the colon and the space around it. A name with escapes is unusual: half of a
     * surrogate pair, which JSON allows and Jackson refuses in a name, is then found with the event and not later.
     */
    final int key(int at) {
        int end = text(at);
        return end == UNUSUAL ? UNUSUAL : behindColon(end - 1);
    }

    final int behindColon(int quote) {
        int colon = bytes[quote] == '"' ? space(quote + 1) : quote;
        return bytes[colon] == ':' ? space(colon + 1) : unusual(colon);
    }

    final int string(int at) {
        int i = plainTextEnd(at + 1);
        while (bytes[i] == '\\') {
            int behindEscape = escape(i);
            if (behindEscape == UNUSUAL) {
                return UNUSUAL;
            }
            i = plainTextEnd(behindEscape);
        }
        return bytes[i] == '"' ? i + 1 : unusual(i);
    }

    private int escape(int at) {
        return switch (bytes[at + 1]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
            case 'u' -> isHex(at + 2) && isHex(at + 3) && isHex(at + 4) && isHex(at + 5) ? at + 6 : unusual(at + 1);
            default -> unusual(at + 1);
        };
    }

    private boolean isHex(int at) {
        return Character.digit(bytes[at], 16) >= 0;
    }

    /** Returns the position of the first quote, backslash or control character from {@code start} on. */
    final int plainTextEnd(int start) {
        byte[] bytes = this.bytes;
        for (int at = start; ; at += Long.BYTES) {
            long text = word(bytes, at);
            long control = (text - ONES * ' ') & ~text & HIGH_BITS;
            long stops = zeroBytes(text ^ (ONES * '"')) | zeroBytes(text ^ (ONES * '\\')) | control;
            if (stops != 0) {
                return at + (Long.numberOfTrailingZeros(stops) >>> 3);
            }
        }
    }

    final int wholeNumber(int start) {
        byte[] bytes = this.bytes;
        boolean negative = bytes[start] == '-';
        int firstDigit = negative ? start + 1 : start;
        int at = firstDigit;
        long value = 0;
        for (byte digit = bytes[at]; isDigit(digit); digit = bytes[++at]) {
            value = value * 10 + (digit - '0');
        }
        int digits = at - firstDigit;
        boolean leadingZero = bytes[firstDigit] == '0' && (digits > 1 || negative);
        if (digits == 0 || digits > MAX_DIGITS || leadingZero || continuesNumber(bytes[at])) {
            return unusual(at);
        }
        number = negative ? -value : value;
        return at;
    }

    /** Reads a time in microseconds and sets {@link #number} to its nanoseconds. */
    final int micros(int start) {
        byte[] bytes = this.bytes;
        boolean negative = bytes[start] == '-';
        int firstDigit = negative ? start + 1 : start;
        int at = firstDigit;
        long nanos = 0;
        for (byte digit = bytes[at]; isDigit(digit); digit = bytes[++at]) {
            nanos = nanos * 10 + (digit - '0');
        }
        int digits = at - firstDigit;
        int decimals = 0;
        if (bytes[at] == '.') {
            int firstDecimal = ++at;
            for (byte digit = bytes[at]; isDigit(digit); digit = bytes[++at]) {
                nanos = nanos * 10 + (digit - '0');
            }
            decimals = at - firstDecimal;
            if (decimals == 0) {
                return unusual(at);
            }
        }
        boolean leadingZero = digits > 1 && bytes[firstDigit] == '0';
        if (digits == 0 || digits > MAX_MICROS_DIGITS || decimals > 3 || leadingZero || continuesNumber(bytes[at])) {
            return longMicros(start);
        }
        nanos *= NANOS_OF_LAST_DIGIT[decimals];
        number = negative ? -nanos : nanos;
        return at;
    }

    private int longMicros(int start) {
        int end = anyNumber(start);
        if (end != UNUSUAL) {
            char[] text = new String(bytes, start, end - start, StandardCharsets.ISO_8859_1).toCharArray();
            number = Micros.toNanos(text, 0, text.length);
        }
        return end;
    }

    private int anyNumber(int start) {
        int at = bytes[start] == '-' ? start + 1 : start;
        int end = digits(at);
        boolean leadingZero = bytes[at] == '0' && end > at + 1;
        if (end == at || leadingZero) {
            return unusual(end);
        }
        if (bytes[end] == '.') {
            at = end + 1;
            end = digits(at);
            if (end == at) {
                return unusual(end);
            }
        }
        if (bytes[end] == 'e' || bytes[end] == 'E') {
            at = bytes[end + 1] == '+' || bytes[end + 1] == '-' ? end + 2 : end + 1;
            end = digits(at);
            if (end == at) {
                return unusual(end);
            }
        }
        return end - start <= MAX_NUMBER_LENGTH ? end : unusual(end);
    }

    private int digits(int start) {
        int at = start;
        while (isDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean continuesNumber(byte b) {
        return b == '.' || b == 'e' || b == 'E';
    }

    final boolean isLiteral(int at, long literal, int length) {
        return (word(bytes, at) ^ literal) << (Long.SIZE - Byte.SIZE * length) == 0;
    }

    /** Skips space, which is usually absent. */
    final int space(int start) {
        return bytes[start] > ' ' ? start : behindSpace(start);
    }

    /* Apart, because a loop at each of twenty places takes the JIT compiler longer than the reading of many files. */
    private int behindSpace(int start) {
        int at = start;
        while (true) {
            byte b = bytes[at];
            if (b == '\n' || (b == '\r' && bytes[at + 1] != '\n')) {
                lines++;
                lastLineStart = at + 1;
            } else if (b != ' ' && b != '\t' && b != '\r') {
                return at;
            }
            at++;
        }
    }

    final int unusual(int at) {
        stoppedAt = at;
        return UNUSUAL;
    }

    /** Returns a word with the high bit set of each byte that is zero, and perhaps of bytes above the lowest zero. */
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }

    static long word(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the text behind a quote, with the closing quote, in one word; of a longer text eight bytes. */
    final long shortText(int at) {
        long text = word(bytes, at + 1);
        long quote = zeroBytes(text ^ (ONES * '"'));
        return text & (quote ^ (quote - 1));
    }

    static int lastByte(int at, long shortText) {
        return at + Long.BYTES - (Long.numberOfLeadingZeros(shortText) >>> 3);
    }

    /** Skips a string without escapes that is not too long for a name. */
    final int text(int at) {
        if (bytes[at] != '"') {
            return unusual(at);
        }
        int end = plainTextEnd(at + 1);
        return bytes[end] == '"' && end - at <= ImportLimits.MAX_NAME_LENGTH ? end + 1 : unusual(end);
    }
}
