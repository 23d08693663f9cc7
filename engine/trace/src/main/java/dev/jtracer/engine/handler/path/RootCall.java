// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import dev.jtracer.engine.handler.totals.ThreadCpu;
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
 * @param cpu the CPU time of the call itself, as far as it is known
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
        ThreadCpu.Range cpu,
        List<Wait> waits,
        boolean throughout) {
    public RootCall {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        waits = List.copyOf(waits);
    }

    /** Creates a call of which it is not known what it waited for. */
    public RootCall(int track, long startNanos, CallPath path, Map<String, Object> arguments, long requestNanos) {
        this(track, startNanos, path, arguments, requestNanos, 0, ThreadCpu.Range.UNKNOWN, List.of(), false);
    }

    /** Returns this call with what it waited for, within its own time, its CPU time, and how long its JVM stalled. */
    RootCall with(Waits known, ThreadCpu.ByTrack cpu, long stalledNanos) {
        long endNanos = startNanos + durationNanos();
        return new RootCall(
                track,
                startNanos,
                path,
                arguments,
                requestNanos,
                stalledNanos,
                cpu.between(track, startNanos, endNanos),
                known.of(track, startNanos, endNanos).stream()
                        .map(wait -> wait.with(cpu))
                        .toList(),
                throughout);
    }

    RootCall openThroughout() {
        return new RootCall(track, startNanos, path, arguments, requestNanos, stalledNanos, cpu, waits, true);
    }

    public String name() {
        return path.name();
    }

    public long durationNanos() {
        return path.totalNanos();
    }
}
