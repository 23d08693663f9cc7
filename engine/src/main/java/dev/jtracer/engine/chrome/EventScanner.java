// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads events straight from the bytes of the window, as long as they look as almost all events do. Whatever looks unusual is
 * left alone, so that {@link EventParser} reads it: text with escapes in names and ids, numbers where text is expected, deep
 * nesting, and all that is damaged. So nothing here decides what is an error.
 *
 * <p>The methods that read take the position of a value's first byte and return that behind its last, or {@link #UNUSUAL}.
 */
final class EventScanner {
    /* Three times as fast as the parser, because names and ids are looked up by their bytes, details stay bytes until
     * somebody asks, and eight bytes are compared at a time: ReaderBenchmark. No position needs a check against the end of
     * the window: there stands a zero, which fits nowhere, and behind it are more. */
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int UNUSUAL = -1;
    private static final int MAX_DEPTH = 32;
    private static final int SHORT_TEXTS = 64;
    private static final int MAX_NUMBER_LENGTH = 300;
    private static final int MAX_DIGITS = 18;
    private static final int MAX_MICROS_DIGITS = 15;
    private static final int[] NANOS_OF_LAST_DIGIT = {1000, 100, 10, 1};

    private static final long PH = key("ph");
    private static final long TS = key("ts");
    private static final long DUR = key("dur");
    private static final long PID = key("pid");
    private static final long TID = key("tid");
    private static final long CAT = key("cat");
    private static final long NAME = key("name");
    private static final long ARGS = key("args");
    private static final long ID = key("id");
    private static final long ID2 = key("id2");
    private static final long LOCAL = key("local");
    private static final long GLOBAL = key("global");
    private static final long SCOPE = key("scope");
    private static final long TTS = key("tts");
    private static final long TDUR = key("tdur");
    private static final long BIND_ID = key("bind_id");
    private static final long FLOW_IN = key("flow_in");
    private static final long FLOW_OUT = word(ascii("flow_out"), 0);
    private static final long NULL = word(ascii("null\0\0\0\0"), 0);
    private static final long TRUE = word(ascii("true\0\0\0\0"), 0);
    private static final long FALSE = word(ascii("false\0\0\0"), 0);

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final ByteWindow window;
    private final EventAssembler assembler;
    private final ReadEvent event;

    private byte[] bytes = {};
    /** Where something unusual was met. */
    private int stoppedAt;
    /** What the last number read stands for. */
    private long number;

    private boolean hasArgs;
    private int lines;
    private int lastLineStart;

    /* Categories and ids of up to seven bytes that were met lately, by their bytes and the quote behind them. */
    private final long[] shortTexts = new long[SHORT_TEXTS];
    private final int[] shortTextIndexes = new int[SHORT_TEXTS];

    EventScanner(ByteWindow window, EventAssembler assembler) {
        this.window = window;
        this.assembler = assembler;
        this.event = assembler.event;
    }

    /**
     * Reads the comma and the event that come next in a list, and passes over them; {@link EventAssembler#complete} gives the
     * event. Returns false, and leaves the window where it was, if anything else comes.
     */
    boolean scan() throws IOException {
        do {
            bytes = window.bytes();
            lines = 0;
            hasArgs = false;
            assembler.begin();
            int end = entry(window.position());
            if (end != UNUSUAL) {
                event.readFrom(bytes);
                window.moveTo(end);
                return true;
            }
        } while (stoppedAt > window.limit() - Long.BYTES && window.loadMore());
        lines = 0;
        return false;
    }

    /** Line ends in the entry read last. */
    int lines() {
        return lines;
    }

    /** Offset in the input of the line in which the entry read last ends; only if there was a line end in it. */
    long lastLineStart() {
        return window.offset(lastLineStart);
    }

    private int entry(int start) {
        int at = space(start);
        if (bytes[at] != ',') {
            return unusual(at);
        }
        at = space(at + 1);
        if (bytes[at] != '{') {
            return unusual(at);
        }
        do {
            at = member(space(at + 1));
            if (at == UNUSUAL) {
                return UNUSUAL;
            }
            at = space(at);
        } while (bytes[at] == ',');
        return bytes[at] == '}' ? at + 1 : unusual(at);
    }

    private int member(int at) {
        if (bytes[at] != '"') {
            return unusual(at);
        }
        long key = shortText(at);
        int lastByte = lastByte(at, key);
        if (bytes[lastByte] != '"') {
            return longMember(at);
        }
        int value = behindColon(lastByte);
        if (value == UNUSUAL) {
            return UNUSUAL;
        }
        if (key == PH) {
            return phase(value);
        }
        if (key == TS) {
            int end = micros(value);
            assembler.time(number);
            return end;
        }
        if (key == PID) {
            int end = wholeNumber(value);
            assembler.pid(number);
            return end;
        }
        if (key == TID) {
            int end = wholeNumber(value);
            assembler.tid(number);
            return end;
        }
        if (key == CAT) {
            int end = symbol(value);
            assembler.category((int) number);
            return end;
        }
        if (key == NAME) {
            return name(value);
        }
        if (key == ID2) {
            return id2(value);
        }
        if (key == ARGS) {
            return args(value);
        }
        return rareMember(key, at, value);
    }

    private int rareMember(long key, int at, int value) {
        int end;
        if (key == DUR) {
            end = micros(value);
            assembler.duration(number);
        } else if (key == ID) {
            end = symbol(value);
            assembler.plainId((int) number);
        } else if (key == SCOPE) {
            end = symbol(value);
            assembler.scope((int) number);
        } else if (key == TTS) {
            end = micros(value);
            assembler.threadTime(number);
        } else if (key == TDUR) {
            end = micros(value);
            assembler.threadDuration(number);
        } else if (key == BIND_ID) {
            end = bindId(value);
            assembler.bindId(number);
        } else if (key == FLOW_IN) {
            end = flag(SpanFlags.FLOW_IN, value);
        } else {
            boolean plainName = string(at) == lastByte(at, key) + 1;
            end = plainName ? otherMember(at, value) : unusual(at);
        }
        return end;
    }

    /** A member whose name has eight bytes or more. */
    private int longMember(int at) {
        int value = key(at);
        if (value == UNUSUAL) {
            return UNUSUAL;
        }
        boolean flowOut = word(bytes, at + 1) == FLOW_OUT && bytes[at + 1 + Long.BYTES] == '"';
        return flowOut ? flag(SpanFlags.FLOW_OUT, value) : otherMember(at, value);
    }

    private int otherMember(int at, int value) {
        int end = value(value, MAX_DEPTH);
        event.otherMemberAt(at, end);
        return end;
    }

    private int phase(int at) {
        byte code = bytes[at + 1];
        if (bytes[at] != '"' || bytes[at + 2] != '"' || code < ' ' || code == '"' || code == '\\') {
            return unusual(at);
        }
        assembler.phase(Phase.of(code));
        return at + 3;
    }

    private int name(int at) {
        int end = text(at);
        if (end != UNUSUAL) {
            assembler.name(bytes, at + 1, end - at - 2);
        }
        return end;
    }

    private int id2(int start) {
        if (bytes[start] != '{') {
            return unusual(start);
        }
        assembler.localId(assembler.noSymbol());
        assembler.globalId(assembler.noSymbol());
        int at = start;
        do {
            at = space(at + 1);
            if (bytes[at] != '"') {
                return unusual(at);
            }
            long key = shortText(at);
            if (key != LOCAL && key != GLOBAL) {
                return unusual(at);
            }
            int value = behindColon(lastByte(at, key));
            int end = value == UNUSUAL ? UNUSUAL : symbol(value);
            if (end == UNUSUAL) {
                return UNUSUAL;
            }
            if (key == LOCAL) {
                assembler.localId((int) number);
            } else {
                assembler.globalId((int) number);
            }
            at = space(end);
        } while (bytes[at] == ',');
        return bytes[at] == '}' ? at + 1 : unusual(at);
    }

    /** A text, or a whole number taken as text; its index becomes the number. */
    private int symbol(int at) {
        if (bytes[at] != '"') {
            int end = wholeNumber(at);
            if (end != UNUSUAL) {
                number = assembler.symbol(bytes, at, end - at);
            }
            return end;
        }
        long text = shortText(at);
        int slot = (int) ((text * 0x9E3779B97F4A7C15L) >>> 58);
        if (shortTexts[slot] == text) {
            number = shortTextIndexes[slot];
            return lastByte(at, text) + 1;
        }
        int end = text(at);
        if (end != UNUSUAL) {
            number = assembler.symbol(bytes, at + 1, end - at - 2);
            if (end - at - 2 < Long.BYTES) {
                shortTexts[slot] = text;
                shortTextIndexes[slot] = (int) number;
            }
        }
        return end;
    }

    /** What stands behind a quote, with the quote at its end, in one word; of a longer text the first eight bytes. */
    private long shortText(int at) {
        long text = word(bytes, at + 1);
        long quote = zeroBytes(text ^ (ONES * '"'));
        return text & (quote ^ (quote - 1));
    }

    private static int lastByte(int at, long shortText) {
        return at + Long.BYTES - (Long.numberOfLeadingZeros(shortText) >>> 3);
    }

    /** A string without escapes, and not too long for a name. */
    private int text(int at) {
        if (bytes[at] != '"') {
            return unusual(at);
        }
        int end = plainTextEnd(at + 1);
        return bytes[end] == '"' && end - at <= ImportLimits.MAX_NAME_LENGTH ? end + 1 : unusual(end);
    }

    private int bindId(int at) {
        if (bytes[at] != '"') {
            return wholeNumber(at);
        }
        if (bytes[at + 1] != '0' || bytes[at + 2] != 'x') {
            return unusual(at);
        }
        int firstDigit = at + 3;
        int i = firstDigit;
        long value = 0;
        for (int digit = Character.digit(bytes[i], 16); digit >= 0; digit = Character.digit(bytes[++i], 16)) {
            value = (value << 4) | digit;
        }
        number = value;
        int digits = i - firstDigit;
        return bytes[i] == '"' && digits > 0 && digits <= 16 ? i + 1 : unusual(i);
    }

    private int flag(int flag, int at) {
        if (isLiteral(at, TRUE, 4)) {
            assembler.flag(flag, true);
            return at + 4;
        }
        assembler.flag(flag, false);
        return isLiteral(at, FALSE, 5) ? at + 5 : unusual(at);
    }

    private int args(int start) {
        if (bytes[start] != '{' || hasArgs) {
            return unusual(start);
        }
        hasArgs = true;
        int at = space(start + 1);
        if (bytes[at] == '}') {
            return at + 1;
        }
        for (; ; at = space(at + 1)) {
            int value = bytes[at] == '"' ? key(at) : unusual(at);
            if (value == UNUSUAL) {
                return UNUSUAL;
            }
            int end = value(value, MAX_DEPTH);
            if (end == UNUSUAL) {
                return UNUSUAL;
            }
            argument(at, value);
            at = space(end);
            if (bytes[at] == '}') {
                event.argsAt(start, at + 1);
                return at + 1;
            }
            if (bytes[at] != ',') {
                return unusual(at);
            }
        }
    }

    private void argument(int name, int value) {
        SpanArgument.Value kind =
                switch (bytes[value]) {
                    case 't' -> SpanArgument.Value.TRUE;
                    case '"' -> SpanArgument.Value.TEXT;
                    default -> SpanArgument.Value.OTHER;
                };
        event.flags = SpanArgument.apply(event.flags, bytes, name + 1, kind);
    }

    /** Passes over any value. */
    private int value(int at, int depth) {
        byte first = bytes[at];
        if (first == '"') {
            return string(at);
        }
        if (first == '{') {
            return depth == 0 ? unusual(at) : object(at, depth - 1);
        }
        if (first == '[') {
            return depth == 0 ? unusual(at) : array(at, depth - 1);
        }
        if (first == '-' || isDigit(first)) {
            return anyNumber(at);
        }
        if (isLiteral(at, TRUE, 4) || isLiteral(at, NULL, 4)) {
            return at + 4;
        }
        return isLiteral(at, FALSE, 5) ? at + 5 : unusual(at);
    }

    private int object(int start, int depth) {
        int at = space(start + 1);
        if (bytes[at] == '}') {
            return at + 1;
        }
        for (; ; at = space(at + 1)) {
            int value = bytes[at] == '"' ? key(at) : unusual(at);
            int end = value == UNUSUAL ? UNUSUAL : value(value, depth);
            if (end == UNUSUAL) {
                return UNUSUAL;
            }
            at = space(end);
            if (bytes[at] != ',') {
                return bytes[at] == '}' ? at + 1 : unusual(at);
            }
        }
    }

    private int array(int start, int depth) {
        int at = space(start + 1);
        if (bytes[at] == ']') {
            return at + 1;
        }
        for (; ; at = space(at + 1)) {
            int end = value(at, depth);
            if (end == UNUSUAL) {
                return UNUSUAL;
            }
            at = space(end);
            if (bytes[at] != ',') {
                return bytes[at] == ']' ? at + 1 : unusual(at);
            }
        }
    }

    /** Passes over the name of a member, the colon and the space around it. */
    private int key(int at) {
        int end = string(at);
        if (end == UNUSUAL) {
            return UNUSUAL;
        }
        return end - at <= ImportLimits.MAX_NAME_LENGTH ? behindColon(end - 1) : unusual(at);
    }

    private int behindColon(int quote) {
        int colon = bytes[quote] == '"' ? space(quote + 1) : quote;
        return bytes[colon] == ':' ? space(colon + 1) : unusual(colon);
    }

    private int string(int at) {
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

    /** The first byte from here on that is a quote, a backslash or a control character. */
    private int plainTextEnd(int start) {
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

    private int wholeNumber(int start) {
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

    /** A time in microseconds; its nanoseconds become the number. */
    private int micros(int start) {
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

    private boolean isLiteral(int at, long literal, int length) {
        return (word(bytes, at) ^ literal) << (Long.SIZE - Byte.SIZE * length) == 0;
    }

    /** Passes over space, which most often is not there. */
    private int space(int start) {
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

    private int unusual(int at) {
        stoppedAt = at;
        return UNUSUAL;
    }

    /** Has the high bit set of each byte that is zero, and perhaps of some above the lowest of them. */
    private static long zeroBytes(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }

    private static long word(byte[] bytes, int at) {
        return (long) WORD.get(bytes, at);
    }

    /** A short name of a member and the quote behind it, as they stand in a word. */
    private static long key(String name) {
        return word(ascii((name + "\"\0\0\0\0\0\0").substring(0, Long.BYTES)), 0);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
