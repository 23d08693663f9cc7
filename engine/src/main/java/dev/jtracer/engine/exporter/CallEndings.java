// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What follows the name of a call in Chrome's format: the quote, its flags as arguments, the end of the event. */
final class CallEndings {
    /** The flags that are told. */
    static final int WRITTEN =
            SpanFlags.THREW | SpanFlags.UNFINISHED | SpanFlags.CALLBACK | SpanFlags.PASSING | SpanFlags.AMBIGUOUS;

    private static final byte[] NO_ARGS = EventLines.ascii("\"}");
    private static final byte[][] BY_FLAGS = byFlags();

    private CallEndings() {}

    static byte[] of(int flags) {
        return BY_FLAGS[flags & WRITTEN];
    }

    /** Returns the ending of a call that has arguments beside its flags. */
    static byte[] of(int flags, Args args) {
        if (args.isEmpty()) {
            return of(flags);
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>(args.asMap());
        all.putAll(arguments(flags));
        return JsonText.bytes("\",\"args\":" + JsonText.json(all) + "}");
    }

    /** Returns the flags as they are spelled in arguments. */
    static Map<String, Object> arguments(int flags) {
        Map<String, Object> args = new LinkedHashMap<>();
        put(args, flags, SpanFlags.THREW, TraceWords.THREW);
        put(args, flags, SpanFlags.UNFINISHED, TraceWords.UNFINISHED);
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

    private static byte[][] byFlags() {
        byte[][] endings = new byte[WRITTEN + 1][];
        for (int flags = 0; flags <= WRITTEN; flags++) {
            Map<String, Object> args = arguments(flags);
            endings[flags] = args.isEmpty() ? NO_ARGS : JsonText.bytes("\",\"args\":" + JsonText.json(args) + "}");
        }
        return endings;
    }
}
