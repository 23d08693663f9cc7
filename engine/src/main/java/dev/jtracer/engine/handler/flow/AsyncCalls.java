// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import java.util.List;

/**
 * Who handed what over to whom: a call, and what ran later because of it. Immutable.
 *
 * <p>In jtracer's traces, the call that was given a callback and each run of it, tied by the passing's number. In Chrome's,
 * what scheduled a task and what the task ran, as DevTools' trace engine ties them: by flows from
 * {@code v8::Debugger::AsyncTaskScheduled} to {@code v8::Debugger::AsyncTaskRun}; the caller is the nearest script around the
 * one, the run the nearest script within the other, or they themselves where there is none.
 *
 * @param calls those of passings in the order in which runs end, then those of flows in the order of the flows
 * @param neverRan first passings of callbacks that have not run, in order of arrival
 */
public record AsyncCalls(List<AsyncCall> calls, List<Flows.SpanRef> neverRan) {
    public static final AsyncCalls EMPTY = new AsyncCalls(List.of(), List.of());

    public AsyncCalls {
        calls = List.copyOf(calls);
        neverRan = List.copyOf(neverRan);
    }

    /**
     * One hand-over.
     *
     * @param taskName name of the callback or of the scheduled task; empty when it has none
     * @param caller the call that handed it over; the passing itself if it is not inside a call
     * @param run what ran because of it
     * @param handOffNanos from the begin of the caller, or in Chrome's traces of the event that scheduled it, to the begin of
     *     the run; at least 0
     * @param onAnotherThread whether caller and run are on different tracks
     * @param ambiguous whether another passing may have caused the run as well
     */
    public record AsyncCall(
            String taskName,
            Flows.SpanRef caller,
            Flows.SpanRef run,
            long handOffNanos,
            boolean onAnotherThread,
            boolean ambiguous) {}
}
