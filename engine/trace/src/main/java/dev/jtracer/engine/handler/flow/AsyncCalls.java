// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import java.util.List;

/**
 * Asynchronous calls: pairs of a caller and the run that it caused later. Immutable.
 *
 * <p>In jtracer's traces, the call that received a callback and each run of it, matched by the pass's number. In
 * Chrome's, the event that scheduled a task and the event that the task ran, matched as in DevTools' trace engine: by
 * flows from {@code v8::Debugger::AsyncTaskScheduled} to {@code v8::Debugger::AsyncTaskRun}; the caller is the
 * nearest script around the first event, the run the nearest script within the second, or the event itself if there
 * is none.
 *
 * @param calls those of passes in the order in which runs end, then those of flows in the order of the flows
 */
public record AsyncCalls(List<AsyncCall> calls) {
    public AsyncCalls {
        calls = List.copyOf(calls);
    }

    /**
     * A caller and a run.
     *
     * @param taskName name of the callback or of the scheduled task; empty if it has none
     * @param caller the call that received or scheduled it; the pass itself if it is not inside a call
     * @param run the run of the callback or task
     * @param runDelayNanos from the begin of the caller, or in Chrome's traces of the event that scheduled it, to the
     *     begin of the run; at least 0
     * @param onAnotherThread whether caller and run are on different tracks
     * @param ambiguous whether another pass may have caused the run as well
     */
    public record AsyncCall(
            String taskName,
            Flows.SpanRef caller,
            Flows.SpanRef run,
            long runDelayNanos,
            boolean onAnotherThread,
            boolean ambiguous) {}
}
