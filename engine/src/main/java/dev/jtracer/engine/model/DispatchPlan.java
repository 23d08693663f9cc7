// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import java.util.ArrayList;
import java.util.List;

/** Which handlers take the events of which phase, and which take spans. Arrays, because they are walked for every event. */
final class DispatchPlan {
    private static final EventHandler<?>[] NO_HANDLERS = {};
    private static final SpanHandler<?>[] NO_SPAN_HANDLERS = {};

    private final EventHandler<?>[][] byPhase = new EventHandler<?>[Phase.MAX_CODE + 1][];
    private final SpanHandler<?>[] spanHandlers;

    private DispatchPlan(List<EventHandler<?>> handlers) {
        for (Phase phase : Phase.values()) {
            List<EventHandler<?>> takers = new ArrayList<>();
            for (EventHandler<?> handler : handlers) {
                if (handler.phases().contains(phase)) {
                    takers.add(handler);
                }
            }
            byPhase[phase.code()] = takers.toArray(NO_HANDLERS);
        }
        List<SpanHandler<?>> takers = new ArrayList<>();
        for (EventHandler<?> handler : handlers) {
            if (handler instanceof SpanHandler<?> spanHandler) {
                takers.add(spanHandler);
            }
        }
        spanHandlers = takers.toArray(NO_SPAN_HANDLERS);
    }

    static DispatchPlan of(List<EventHandler<?>> handlers) {
        return new DispatchPlan(handlers);
    }

    EventHandler<?>[] handlers(Phase phase) {
        return byPhase[phase.code()];
    }

    boolean hasSpanHandlers() {
        return spanHandlers.length > 0;
    }

    SpanHandler<?>[] spanHandlers() {
        return spanHandlers;
    }
}
