// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of the methods by which a program puts the trace id of a request into the context of its log. Does
 * nothing before the program has loaded a class that serves requests. Calls no method of the program's objects.
 */
public final class LogTracer {
    private static final String[] KEYS = {
        "traceId",
        "trace_id",
        "trace.id",
        "traceid",
        "TraceId",
        "X-B3-TraceId",
        "dd.trace_id",
        "x-trace-id",
        "X-Trace-Id"
    };
    /** The key of the ids that are not put by a key: those of OpenTelemetry's spans. */
    private static final String SPAN = "span";

    private static final String NO_SPAN = "00000000000000000000000000000000";

    private static volatile boolean isPrepared;

    private LogTracer() {}

    /** Initialises this class; returns false before {@link #prepared}. */
    public static boolean isPrepared() {
        return isPrepared;
    }

    /** Begins to take ids, when all classes that this needs are defined. */
    public static void prepared() {
        isPrepared = true;
    }

    /** Takes a value that is put into the context of a thread's log; null removes its key. */
    public static void put(@Nullable Object key, @Nullable Object value) {
        if (!TracerSwitch.isOn() || !isPrepared) {
            return;
        }
        try {
            if (key instanceof String name && isTraceId(name)) {
                set(name, value);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    private static void set(String key, @Nullable Object value) {
        if (value instanceof String id) {
            take(key, id, id);
        } else {
            TraceIds.forget(key);
        }
    }

    /**
     * Takes an id, also for the request that the thread serves, unless that has one.
     *
     * @param later the id for requests that begin later on this thread
     */
    private static void take(String key, String id, String later) {
        if (TraceIds.isOfSpan(TraceIds.current(), later) || TraceIds.put(key, later)) {
            OpenContext context = OpenContext.current();
            if (context != null) {
                context.traceId(id);
            }
        }
    }

    /** Takes a map that replaces the context of a thread's log. */
    public static void replace(@Nullable Object map) {
        clear();
        putAll(map);
    }

    /** Takes a map that is put into the context of a thread's log. Other maps may be the program's own code. */
    public static void putAll(@Nullable Object map) {
        if (!TracerSwitch.isOn() || !isPrepared || map == null || map.getClass() != HashMap.class) {
            return;
        }
        try {
            for (String key : KEYS) {
                Object value = ((HashMap<?, ?>) map).get(key);
                if (value != null) {
                    set(key, value);
                    return;
                }
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** Takes the removal of all keys from the context of a thread's log, or of keys that are not known. */
    public static void clear() {
        if (!TracerSwitch.isOn() || !isPrepared) {
            return;
        }
        try {
            TraceIds.forgetUnless(SPAN);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Takes the context of OpenTelemetry that becomes the thread's.
     *
     * @param caller lookup of OpenTelemetry's class
     */
    public static void attach(@Nullable Object context, MethodHandles.Lookup caller) {
        if (!TracerSwitch.isOn() || !isPrepared || context == null || !isOwn(context)) {
            return;
        }
        try {
            RequestReader reader = RequestReaders.of(caller, RequestReader.OPEN_TELEMETRY);
            String id = reader.traceId(context);
            if (id == null || id.equals(NO_SPAN)) {
                TraceIds.forget(SPAN);
            } else {
                // The span may be the parent of a request that begins later, but not of one that is open.
                take(SPAN, id, id.concat("-").concat(String.valueOf(reader.spanId(context))));
            }
        } catch (LinkageError absent) {
            // The program has OpenTelemetry's contexts without its spans.
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /* A context may be a class of the program, whose code must not run here. */
    private static boolean isOwn(Object context) {
        return context.getClass().getName().endsWith(".context.ArrayBasedContext");
    }

    /** Takes the end of the thread's context of OpenTelemetry. */
    public static void detach() {
        if (!TracerSwitch.isOn() || !isPrepared) {
            return;
        }
        try {
            TraceIds.forget(SPAN);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    private static boolean isTraceId(String key) {
        for (String each : KEYS) {
            if (each.equals(key)) {
                return true;
            }
        }
        return false;
    }
}
