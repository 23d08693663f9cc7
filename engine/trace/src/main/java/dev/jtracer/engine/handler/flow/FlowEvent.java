// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import org.jspecify.annotations.Nullable;

/** The relevant data of an {@code s}, {@code t} or {@code f}. */
record FlowEvent(
        Phase phase,
        long index,
        long tsNanos,
        int track,
        String name,
        FlowKey key,
        @Nullable String bp) {
    static FlowEvent of(TraceEvent event) {
        return new FlowEvent(
                event.phase(),
                event.index(),
                event.tsNanos(),
                event.track(),
                event.name(),
                FlowKey.of(event),
                event.phase() == Phase.FLOW_FINISH ? event.otherFields().text("bp") : null);
    }
}
