// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import java.io.IOException;

/**
 * A reader of events directly from the bytes of the window, for the form of almost all events. It leaves every
 * unusual event to {@link EventParser}: escapes in names and ids, numbers where text is expected, deep nesting, and
 * all damaged data. So it never decides what is an error.
 */
final class EventScanner extends JsonScanner {
    /* Faster than the parser's tokens alone (WholeFileReading), because names and ids are looked up by their bytes,
     * and details stay bytes until the first access. */
    private static final int SHORT_TEXTS = 64;

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
    private static final long SITE = key(TraceWords.SITE);
    private static final long KIND = key(TraceWords.KIND);
    private static final long FLOW_IN = key("flow_in");
    private static final long FLOW_OUT = word(ascii("flow_out"), 0);

    private final ByteWindow window;
    private final EventAssembler assembler;
    private final TraceEvent event;
    private final ReadDetails details;

    private boolean hasArgs;

    /* Recent categories and ids of up to seven bytes, by their bytes and the quote behind them. */
    private final long[] shortTexts = new long[SHORT_TEXTS];
    private final int[] shortTextIndexes = new int[SHORT_TEXTS];

    EventScanner(ByteWindow window, EventAssembler assembler) {
        this.window = window;
        this.assembler = assembler;
        this.event = assembler.event;
        this.details = assembler.details;
    }

    /**
     * Reads the next comma and event of a list; {@link EventAssembler#complete} returns the event. Returns false, and
     * leaves the window unchanged, if anything else follows.
     */
    boolean scan() throws IOException {
        window.prefetch();
        do {
            bytes = window.bytes();
            lines = 0;
            hasArgs = false;
            assembler.begin();
            int end = entry(window.position());
            if (end != UNUSUAL) {
                details.readFrom(bytes);
                window.moveTo(end);
                return true;
            }
        } while (stoppedAt > window.limit() - Long.BYTES && window.loadMore());
        lines = 0;
        return false;
    }

    /** Returns the number of line ends in the last entry. */
    int lines() {
        return lines;
    }

    /** Returns the offset in the input of the line in which the last entry ends; only if it contained a line end. */
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
            event.setCategoryIndex((int) number);
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
            assembler.plainId = (int) number;
        } else if (key == SCOPE) {
            end = symbol(value);
            assembler.scope((int) number);
        } else if (key == TTS || key == TDUR) {
            end = micros(value); // by the thread's own clock, not used
        } else if (key == BIND_ID) {
            end = bindId(value);
            event.setBindId(number);
        } else if (key == FLOW_IN) {
            end = flag(SpanFlags.FLOW_IN, value);
        } else {
            boolean plainName = string(at) == lastByte(at, key) + 1;
            end = plainName ? otherMember(at, value) : unusual(at);
        }
        return end;
    }

    /** Reads a member whose name has eight bytes or more. */
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
        details.otherMemberAt(at, end);
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
        assembler.localId = assembler.noSymbol;
        assembler.globalId = assembler.noSymbol;
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
                assembler.localId = (int) number;
            } else {
                assembler.globalId = (int) number;
            }
            at = space(end);
        } while (bytes[at] == ',');
        return bytes[at] == '}' ? at + 1 : unusual(at);
    }

    /** Reads a text, or a whole number as text, and sets {@link #number} to its index. */
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
            int value = key(at);
            if (value == UNUSUAL) {
                return UNUSUAL;
            }
            boolean isSite = assembler.takesSite() && shortText(at) == SITE;
            int end = isSite ? site(value) : value(value, MAX_DEPTH);
            if (end == UNUSUAL) {
                return UNUSUAL;
            }
            if (bytes[at + 1] == 'k' && shortText(at) == KIND) {
                assembler.kind = NameKind.of(bytes, value + 1, Math.max(0, end - value - 2));
            }
            argument(at, value);
            at = space(end);
            if (bytes[at] == '}') {
                details.argsAt(start, at + 1);
                return at + 1;
            }
            if (bytes[at] != ',') {
                return unusual(at);
            }
        }
    }

    private int site(int at) {
        int end = text(at);
        if (end != UNUSUAL) {
            assembler.site = assembler.symbol(bytes, at + 1, end - at - 2);
        }
        return end;
    }

    private void argument(int name, int value) {
        SpanWords.Value kind =
                switch (bytes[value]) {
                    case 't' -> SpanWords.Value.TRUE;
                    case '"' -> SpanWords.Value.TEXT;
                    default -> SpanWords.Value.OTHER;
                };
        event.setFlags(SpanWords.apply(event.flags(), bytes, name + 1, kind));
    }

    /** Returns a short name of a member and the quote behind it, packed in a word. */
    private static long key(String name) {
        return word(ascii((name + "\"\0\0\0\0\0\0").substring(0, Long.BYTES)), 0);
    }
}
