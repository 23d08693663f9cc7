// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceWords;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The arguments that are flags of the span, see {@link SpanFlags}. */
final class SpanArgument {
    private static final SpanArgument[] ALL = {
        new SpanArgument(TraceWords.CALLBACK, SpanFlags.CALLBACK, Value.TRUE),
        new SpanArgument(TraceWords.PASSING, SpanFlags.PASSING, Value.TRUE),
        new SpanArgument(TraceWords.THREW, SpanFlags.THREW, Value.TRUE),
        new SpanArgument(TraceWords.UNFINISHED, SpanFlags.UNFINISHED, Value.TRUE),
        new SpanArgument(TraceWords.CONTINUED, SpanFlags.CONTINUED, Value.TRUE),
        new SpanArgument(TraceWords.AMBIGUOUS, SpanFlags.AMBIGUOUS, Value.TRUE),
        new SpanArgument(TraceWords.THREAD, SpanFlags.THREAD, Value.TEXT),
        new SpanArgument(TraceWords.THREAD_END, SpanFlags.THREAD, Value.TRUE)
    };

    /** The value that an argument must have to count. */
    enum Value {
        TRUE,
        TEXT,
        OTHER
    }

    private final String key;
    private final byte[] keyAndQuote;
    private final int flag;
    private final Value value;

    private SpanArgument(String key, int flag, Value value) {
        this.key = key;
        this.keyAndQuote = (key + '"').getBytes(StandardCharsets.US_ASCII);
        this.flag = flag;
        this.value = value;
    }

    /** Returns the flags of an event after one of its arguments. */
    static int apply(int flags, String key, Value value) {
        for (SpanArgument argument : ALL) {
            if (argument.key.equals(key)) {
                return argument.apply(flags, value);
            }
        }
        return flags;
    }

    /** Returns the flags of an event after one of its arguments, whose name and closing quote are in {@code bytes}. */
    static int apply(int flags, byte[] bytes, int at, Value value) {
        for (SpanArgument argument : ALL) {
            byte[] key = argument.keyAndQuote;
            if (bytes[at] == key[0] && Arrays.equals(key, 0, key.length, bytes, at, at + key.length)) {
                return argument.apply(flags, value);
            }
        }
        return flags;
    }

    private int apply(int flags, Value value) {
        return value == this.value ? flags | flag : flags & ~flag;
    }
}
