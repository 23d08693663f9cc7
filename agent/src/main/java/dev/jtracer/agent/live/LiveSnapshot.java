// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import java.util.List;

/** The tracer's state and its totals at one moment. */
public record LiveSnapshot(TracerState state, List<MethodCounts> methods, List<CallbackCounts> callbacks) {
    public LiveSnapshot {
        methods = List.copyOf(methods);
        callbacks = List.copyOf(callbacks);
    }

    /** Creates a snapshot of the engine's totals. */
    public static LiveSnapshot of(TracerState state, Functions functions, Callbacks callbacks) {
        return new LiveSnapshot(
                state,
                functions.rows().stream().map(MethodCounts::of).toList(),
                (state.lost() > 0 ? callbacks.withLosses() : callbacks)
                        .rows().stream().map(CallbackCounts::of).toList());
    }
}
