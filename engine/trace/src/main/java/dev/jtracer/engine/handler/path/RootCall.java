// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.handler.totals.Wait;
import dev.jtracer.engine.handler.totals.Waits;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A call that no other traced call surrounds on its thread, such as the handling of one request.
 *
 * @param track index of its track
 * @param startNanos when it began, as in the trace
 * @param path the calls within it, added up by their callers; its own total is the duration
 * @param arguments what the trace says about it, by the words of its events: {@code status}, {@code trace_id},
 *     {@code rows}, {@code arguments}, {@code result}, {@code exception}; texts, and numbers as {@code Long}
 * @param requestNanos the time to the end of the request that the call began, on whichever thread; the call's own
 *     duration if it began none, or the end is not known
 * @param stalledNanos for how much of that time its JVM stalled; 0 also where that is not known
 * @param waits what it waited for, as far as is known, the longest first
 * @param throughout whether it was open while its process had calls, as {@code main} is; such a call is no request
 *     and ranks behind all others
 */
public record RootCall(
        int track,
        long startNanos,
        CallPath path,
        Map<String, Object> arguments,
        long requestNanos,
        long stalledNanos,
        List<Wait> waits,
        boolean throughout) {
    public RootCall {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        waits = List.copyOf(waits);
    }

    /** Creates a call of which it is not known what it waited for. */
    public RootCall(int track, long startNanos, CallPath path, Map<String, Object> arguments, long requestNanos) {
        this(track, startNanos, path, arguments, requestNanos, 0, List.of(), false);
    }

    /** Returns this call with what it waited for, within its own time, and for how long its JVM stalled. */
    RootCall with(Waits known, long stalledNanos) {
        return new RootCall(
                track,
                startNanos,
                path,
                arguments,
                requestNanos,
                stalledNanos,
                known.of(track, startNanos, startNanos + durationNanos()),
                throughout);
    }

    RootCall openThroughout() {
        return new RootCall(track, startNanos, path, arguments, requestNanos, stalledNanos, waits, true);
    }

    public String name() {
        return path.name();
    }

    public long durationNanos() {
        return path.totalNanos();
    }
}
