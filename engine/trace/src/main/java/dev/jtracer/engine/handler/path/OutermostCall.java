// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A call that no other traced call surrounds on its thread, such as the handling of one request.
 *
 * @param track index of its track
 * @param startNanos when it began, as in the trace
 * @param path the calls within it, added up by their callers; its own total is the duration
 * @param arguments what the trace says about it, by the words of its events: {@code status}, {@code trace_id}, {@code rows}, {@code
 *     arguments}, {@code result}, {@code exception}; texts, and numbers as {@code Long}
 * @param requestNanos the time to the end of the request that the call began, on whichever thread; the call's own duration if it began
 *     none, or the end is not known
 */
public record OutermostCall(
        int track, long startNanos, CallPath path, Map<String, Object> arguments, long requestNanos) {
    public OutermostCall {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    public String name() {
        return path.name();
    }

    public long durationNanos() {
        return path.totalNanos();
    }
}
