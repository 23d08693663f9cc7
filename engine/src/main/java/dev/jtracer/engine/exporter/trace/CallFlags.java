// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceWords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The flags of a call as formats write them: arguments whose value is {@code true}. */
public final class CallFlags {
    /** The flags that are written. */
    public static final int WRITTEN = SpanFlags.THREW
            | SpanFlags.UNFINISHED
            | SpanFlags.CONTINUED
            | SpanFlags.CALLBACK
            | SpanFlags.PASSING
            | SpanFlags.AMBIGUOUS;

    private static final Set<String> NAMES = Set.of(
            TraceWords.THREW,
            TraceWords.UNFINISHED,
            TraceWords.CONTINUED,
            TraceWords.CALLBACK,
            TraceWords.PASSING,
            TraceWords.AMBIGUOUS);

    private CallFlags() {}

    /** Returns flags as arguments. */
    public static Map<String, Object> arguments(int flags) {
        Map<String, Object> args = new LinkedHashMap<>();
        put(args, flags, SpanFlags.THREW, TraceWords.THREW);
        put(args, flags, SpanFlags.UNFINISHED, TraceWords.UNFINISHED);
        put(args, flags, SpanFlags.CONTINUED, TraceWords.CONTINUED);
        put(args, flags, SpanFlags.CALLBACK, TraceWords.CALLBACK);
        put(args, flags, SpanFlags.PASSING, TraceWords.PASSING);
        put(args, flags, SpanFlags.AMBIGUOUS, TraceWords.AMBIGUOUS);
        return args;
    }

    private static void put(Map<String, Object> args, int flags, int flag, String name) {
        if ((flags & flag) != 0) {
            args.put(name, true);
        }
    }

    /** Returns whether an argument is the written form of a flag. */
    public static boolean isFlag(String name, @Nullable Object value) {
        return Boolean.TRUE.equals(value) && NAMES.contains(name);
    }
}
