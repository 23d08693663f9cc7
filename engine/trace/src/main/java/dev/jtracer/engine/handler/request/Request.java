// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.request;

import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.TraceWords;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One HTTP request: the call that began it, and the parts and the end that came after that call, on any thread. Its
 * parts may be found in any order, so one of them is a request of its own until the call that began it is known.
 * Confined to the handlers' thread.
 */
public final class Request {
    final String name;
    final NameKind kind;
    private Request joined = this;
    private boolean hasBegun;
    private long startNanos;
    private long endNanos = Long.MIN_VALUE;
    /** Parts and ends that are announced and not yet found; below 0 for parts found before their announcement. */
    private int expected;

    private boolean isSettled;
    /** Track of the part that ended last. */
    private int lastTrack = -1;

    private final Map<String, Object> arguments = new LinkedHashMap<>();

    Request(String name, NameKind kind) {
        this.name = name;
        this.kind = kind;
    }

    /** Returns the request that this one is part of. */
    Request whole() {
        Request whole = this;
        while (whole.joined != whole) {
            whole = whole.joined;
        }
        return whole;
    }

    void begin(long nanos) {
        hasBegun = true;
        startNanos = nanos;
    }

    /** Adds the end of a call or a part, with what is known of the request then. */
    void add(int track, long nanos, Map<String, Object> known) {
        if (nanos >= endNanos) {
            endNanos = nanos;
            lastTrack = track;
        }
        arguments.putAll(known);
    }

    /** Adds a number of parts that are to be found. */
    void expect(int more) {
        expected += more;
    }

    /** Adds the parts of a request that has turned out to be this one. */
    void join(Request part) {
        if (part == this) {
            return;
        }
        part.joined = this;
        expected += part.expected;
        add(part.lastTrack, part.endNanos, part.arguments);
    }

    /** Returns whether the call that began it and all of its parts have been found. */
    boolean isWhole() {
        return hasBegun && expected <= 0;
    }

    boolean hasBegun() {
        return hasBegun;
    }

    int lastTrack() {
        return lastTrack;
    }

    /** Returns whether its response is known to have ended, though a part is still expected. */
    boolean hasStatus() {
        return arguments.containsKey(TraceWords.STATUS);
    }

    /** Returns whether a part may come after the end of a call that was not announced, as for an error page. */
    boolean hasFailed(boolean threw) {
        return threw || arguments.get(TraceWords.STATUS) instanceof Number status && status.intValue() >= 400;
    }

    /** Marks it as counted. Returns false if it was already. */
    boolean settle() {
        boolean isFirst = !isSettled;
        isSettled = true;
        return isFirst;
    }

    /** Returns whether it has been counted, as one that has ended or as one whose end is not known. */
    public boolean isSettled() {
        return isSettled;
    }

    /** Returns the time from its begin to the end of its last part. */
    public long nanos() {
        return Math.max(0, endNanos - startNanos);
    }

    /** Returns what is known of it: {@code status}, {@code trace_id}. */
    public Map<String, Object> arguments() {
        return arguments;
    }
}
