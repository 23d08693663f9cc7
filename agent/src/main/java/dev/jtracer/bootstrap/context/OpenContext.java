// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.TracerSwitch;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The request, client call, statement and preparation that a thread is in, and its counts of statements. Exists only
 * while there is one.
 */
final class OpenContext {
    private static final ThreadLocal<@Nullable OpenContext> CURRENT = new ThreadLocal<>();

    /**
     * Number of threads that have one. While recording is off it is 0 but for moments, and {@link #current} does not
     * look for the thread's, which would make an entry of the thread and remove it again.
     */
    private static final AtomicInteger THREADS = new AtomicInteger();

    final Level request = new Level();
    final Level call = new Level();
    final Level statement = new Level();
    final Level preparation = new Level();

    /** Reader of the open request; null if its status is not wanted. */
    @Nullable
    RequestReader reader;

    /** The open request; null if it is not recorded. */
    @Nullable
    Object served;

    /** Text of its name. */
    @Nullable
    String text;

    /** The same request after the methods that serve it now; null if it is not known to go on. */
    @Nullable
    AsyncRequest async;

    /** Response of the open request, or its exchange. */
    @Nullable
    Object response;

    /** The open request if its server ends it by an event, and the open call is its first. */
    @Nullable
    ServedRequest begun;

    /** The open request if its server ends it by an event. */
    @Nullable
    ServedRequest going;

    /** The open part of a request, if it is a run that an earlier part announced. */
    @Nullable
    RequestEnd part;

    /** The open request as its earlier parts left it; null if this is the first. */
    @Nullable
    AsyncRequest earlier;

    /** The innermost reading of bytes by Netty; null outside of one. */
    @Nullable
    NettyRead read;

    /** Trace id that was put during the open request, or else the one that the thread had before. */
    @Nullable
    String traceId;

    private boolean isTraceIdOfRequest;

    /** Name of the open call of a client, without the kind. */
    @Nullable
    String callText;

    /** Reader of the open call of a client. */
    @Nullable
    RequestReader callReader;

    /** Connection of the open call, if it has one. */
    @Nullable
    HttpURLConnection connection;

    /** Text of the statement that is being prepared. */
    @Nullable
    String sql;

    /** Number of executions of each statement, by the id of its name; null while nobody counts. */
    private @Nullable Map<Integer, Long> executions;

    private int counts;
    private int countsEpoch;

    private OpenContext() {}

    /** Counts the thread's statements until {@link #endCount} has been called as often. */
    void beginCount() {
        if (counts++ == 0) {
            executions = new HashMap<>();
            countsEpoch = TracerSwitch.epoch();
        }
    }

    void endCount() {
        if (counts > 0 && --counts == 0) {
            executions = null;
        }
    }

    void executes(int nameId) {
        Map<Integer, Long> counted = executions;
        if (counted != null) {
            Long before = counted.get(nameId);
            counted.put(nameId, before == null ? 1 : before + 1);
        }
    }

    /** Returns the counts so far; null if nobody counts, or another recording has begun since. */
    @Nullable
    Map<Integer, Long> executions() {
        Map<Integer, Long> counted = executions;
        return counted == null || countsEpoch != TracerSwitch.epoch() ? null : Map.copyOf(counted);
    }

    /** Sets the trace id of the open request, unless one was put before. */
    void traceId(String id) {
        if (!request.isOpen() || isTraceIdOfRequest) {
            return;
        }
        isTraceIdOfRequest = true;
        if (!TraceIds.isOfSpan(traceId, id)) {
            traceId = id; // else that of a span around the request, in the same trace
        }
        AsyncRequest later = async;
        if (later != null) {
            later.traceId(id);
        }
    }

    /** Begins a request, whose trace id is the thread's until one is put. One may have ended in the same method. */
    void restartTraceId() {
        isTraceIdOfRequest = false;
        traceId = TraceIds.current();
    }

    static OpenContext begin() {
        OpenContext context = CURRENT.get();
        if (context == null) {
            context = new OpenContext();
            CURRENT.set(context);
            THREADS.getAndIncrement();
        }
        return context;
    }

    /** Returns the thread's context; null if nothing is open, and then leaves nothing behind. */
    static @Nullable OpenContext current() {
        if (THREADS.get() == 0) {
            return null;
        }
        OpenContext context = CURRENT.get();
        if (context == null) {
            CURRENT.remove();
        }
        return context;
    }

    /** Removes the context from the thread if nothing is open any more. */
    void end() {
        if (!request.isOpen()) {
            reader = null;
            response = null;
            served = null;
            text = null;
            async = null;
            begun = null;
            going = null;
            part = null;
            earlier = null;
            traceId = null;
            isTraceIdOfRequest = false;
        }
        if (!call.isOpen()) {
            callReader = null;
            callText = null;
            connection = null;
        }
        if (!preparation.isOpen()) {
            sql = null;
        }
        if (read == null
                && request.depth == 0
                && call.depth == 0
                && statement.depth == 0
                && preparation.depth == 0
                && counts == 0) {
            CURRENT.remove();
            THREADS.getAndDecrement();
        }
    }

    /** The nesting of methods of one kind. Only the outermost is recorded. */
    static final class Level {
        private int depth;
        /** Depth of the outermost method of the kind; below it may be methods of the same form. 0 outside of it. */
        private int outermost;
        /** Id of the outermost method's name; 0 if it is not recorded. */
        private int nameId;

        private int epoch;

        /** Returns whether the outermost method began in the recording that goes on now. */
        boolean isOfThisRecording() {
            return epoch == TracerSwitch.epoch();
        }

        /** Counts a method of the kind, or of its form. */
        void enter() {
            depth++;
        }

        /** Returns whether a method that has been entered is within one of the kind. */
        boolean isOpen() {
            return outermost > 0;
        }

        /** Returns whether the method that has been entered last is the outermost one of the kind. */
        boolean isAtOutermost() {
            return outermost > 0 && depth == outermost;
        }

        /** Begins the outermost method of the kind, which has just been entered. */
        void begin(int id) {
            outermost = depth;
            nameId = id;
            epoch = TracerSwitch.epoch();
        }

        /** Returns the id of the call that ends; 0 if none does, or if it began in an earlier recording. */
        int exit() {
            if (depth == 0) {
                return 0;
            }
            boolean ends = depth == outermost;
            depth--;
            if (!ends) {
                return 0;
            }
            outermost = 0;
            return isOfThisRecording() ? nameId : 0;
        }
    }
}
