// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words of {@link SpanFlags} in files: arguments of an event, most of them with the value {@code true}. */
public final class SpanWords {
    private static final Word[] ALL = {
        new Word(TraceWords.THREW, SpanFlags.THREW, Value.TRUE),
        new Word(TraceWords.UNFINISHED, SpanFlags.UNFINISHED, Value.TRUE),
        new Word(TraceWords.CONTINUED, SpanFlags.CONTINUED, Value.TRUE),
        new Word(TraceWords.CALLBACK, SpanFlags.CALLBACK, Value.TRUE),
        new Word(TraceWords.PASS, SpanFlags.PASS, Value.TRUE),
        new Word(TraceWords.AMBIGUOUS, SpanFlags.AMBIGUOUS, Value.TRUE),
        new Word(TraceWords.THREAD, SpanFlags.THREAD, Value.TEXT),
        new Word(TraceWords.THREAD_END, SpanFlags.THREAD, Value.TRUE)
    };

    /** The flags of calls. {@link SpanFlags#THREAD} is that of rows. */
    public static final int OF_CALLS = SpanFlags.THREW
            | SpanFlags.UNFINISHED
            | SpanFlags.CONTINUED
            | SpanFlags.CALLBACK
            | SpanFlags.PASS
            | SpanFlags.AMBIGUOUS;

    private SpanWords() {}

    /** The value of an argument. */
    public enum Value {
        TRUE,
        TEXT,
        OTHER
    }

    private static final class Word {
        final String key;
        final byte[] keyAndQuote;
        final int flag;
        final Value value;

        Word(String key, int flag, Value value) {
            this.key = key;
            this.keyAndQuote = (key + '"').getBytes(StandardCharsets.US_ASCII);
            this.flag = flag;
            this.value = value;
        }

        int apply(int flags, Value its) {
            return its == value ? flags | flag : flags & ~flag;
        }
    }

    /** Returns the flags of a call as arguments. */
    public static Map<String, Object> arguments(int flags) {
        Map<String, Object> args = new LinkedHashMap<>();
        for (Word word : ALL) {
            if ((flags & word.flag & OF_CALLS) != 0) {
                args.put(word.key, true);
            }
        }
        return args;
    }

    /** Returns whether an argument is the written form of a flag of calls. */
    public static boolean isFlag(String key, @Nullable Object value) {
        for (Word word : ALL) {
            if ((word.flag & OF_CALLS) != 0 && word.key.equals(key)) {
                return Boolean.TRUE.equals(value);
            }
        }
        return false;
    }

    /** Returns whether an argument is the written form of the flag of rows. */
    public static boolean isOfRow(String key, @Nullable Object value) {
        return key.equals(TraceWords.THREAD)
                ? value instanceof String
                : key.equals(TraceWords.THREAD_END) && Boolean.TRUE.equals(value);
    }

    /** Returns the flags of an event after one of its arguments. */
    public static int apply(int flags, String key, Value value) {
        for (Word word : ALL) {
            if (word.key.equals(key)) {
                return word.apply(flags, value);
            }
        }
        return flags;
    }

    /** Returns an event's flags after one of its arguments, whose name and closing quote are in {@code bytes}. */
    public static int apply(int flags, byte[] bytes, int at, Value value) {
        for (Word word : ALL) {
            byte[] key = word.keyAndQuote;
            if (bytes[at] == key[0] && Arrays.equals(key, 0, key.length, bytes, at, at + key.length)) {
                return word.apply(flags, value);
            }
        }
        return flags;
    }
}
