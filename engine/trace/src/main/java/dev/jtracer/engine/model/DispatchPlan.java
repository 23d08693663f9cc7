// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.PlainCalls;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The handlers of each phase's events, and those of spans. Arrays, because they are read for every event. */
final class DispatchPlan {
    private final EventHandler<?>[][] byPhase = new EventHandler<?>[Phase.MAX_CODE + 1][];
    private final SpanHandler<?>[] spanHandlers;
    private final SpanHandler<?>[] callHandlers;
    /** A bit for each phase that a handler takes, by the last six bits of its code, which differ for all letters. */
    private final long phases;

    private final CallRecordHandler<?>[] recordHandlers;
    private final boolean takesSpans;
    private final boolean takesRecords;

    DispatchPlan(List<EventHandler<?>> handlers) {
        long phases = 0;
        for (Phase phase : Phase.values()) {
            List<EventHandler<?>> takers = new ArrayList<>();
            for (EventHandler<?> handler : handlers) {
                if (handler.phases().contains(phase)) {
                    takers.add(handler);
                }
            }
            byPhase[phase.code()] = takers.toArray(new EventHandler<?>[0]);
            phases |= takers.isEmpty() ? 0 : 1L << phase.code();
        }
        List<SpanHandler<?>> spanTakers = new ArrayList<>();
        List<SpanHandler<?>> callTakers = new ArrayList<>();
        List<CallRecordHandler<?>> recordTakers = new ArrayList<>();
        boolean onlyRecordTakers = true;
        for (EventHandler<?> handler : handlers) {
            if (handler instanceof SpanHandler<?> spanHandler) {
                spanTakers.add(spanHandler);
                if (spanHandler.takesCalls()) {
                    callTakers.add(spanHandler);
                }
            }
            if (handler.phases().contains(Phase.ASYNC_BEGIN) || handler.phases().contains(Phase.ASYNC_END)) {
                if (handler instanceof CallRecordHandler<?> recordHandler) {
                    recordTakers.add(recordHandler);
                } else {
                    onlyRecordTakers = false;
                }
            }
        }
        spanHandlers = spanTakers.toArray(new SpanHandler<?>[0]);
        callHandlers = callTakers.toArray(new SpanHandler<?>[0]);
        recordHandlers = recordTakers.toArray(new CallRecordHandler<?>[0]);
        takesSpans = !spanTakers.isEmpty();
        takesRecords = onlyRecordTakers;
        this.phases = phases;
    }

    /** Returns whether a phase has {@link #handlers}. A cheaper check, made first: live there are none. */
    boolean takes(Phase phase) {
        return ((phases >>> phase.code()) & 1) != 0;
    }

    EventHandler<?>[] handlers(Phase phase) {
        return byPhase[phase.code()];
    }

    boolean hasSpanHandlers() {
        return takesSpans;
    }

    /** Returns whether no handler needs an event for each begin and end of a call. */
    boolean takesRecords() {
        return takesRecords;
    }

    /** Returns the handlers of begins and ends of calls, if {@link #takesRecords}. */
    CallRecordHandler<?>[] recordHandlers() {
        return recordHandlers;
    }

    /** Returns the handlers that take calls. */
    SpanHandler<?>[] callHandlers() {
        return callHandlers;
    }

    /** Returns where calls may be added up, if that is all that the handlers do with them; else null. */
    PlainCalls.@Nullable CallSums sums() {
        return takesRecords && recordHandlers.length == 0 && callHandlers.length == 1 ? callHandlers[0].sums() : null;
    }

    /** Returns the handlers that take a span. */
    SpanHandler<?>[] handlers(Span span) {
        return (span.flags() & SpanFlags.OF_CALLBACK) == 0 ? callHandlers : spanHandlers;
    }
}
