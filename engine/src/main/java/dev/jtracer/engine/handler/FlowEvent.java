// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import org.jspecify.annotations.Nullable;

/** What counts of an {@code s}, {@code t} or {@code f}. */
record FlowEvent(
        Phase phase,
        long index,
        long tsNanos,
        Place place,
        int track,
        int nameIndex,
        Key key,
        @Nullable String bp) {
    /** What the events of one flow have in common. */
    record Key(int categoryIndex, int nameIndex, String id, String scope, long localTo) {}

    /** What an event and the event that it binds to have in common. */
    record Place(long tsNanos, long pid, long tid, int categoryIndex) {}

    static FlowEvent of(TraceEvent event) {
        return new FlowEvent(
                event.phase(),
                event.index(),
                event.tsNanos(),
                new Place(event.tsNanos(), event.pid(), event.tid(), event.categoryIndex()),
                event.track(),
                event.nameIndex(),
                new Key(
                        event.categoryIndex(),
                        event.nameIndex(),
                        event.id(),
                        event.scope(),
                        event.idKind() == IdKind.LOCAL ? event.pid() : 0),
                event.phase() == Phase.FLOW_FINISH ? event.otherFields().text("bp") : null);
    }
}
