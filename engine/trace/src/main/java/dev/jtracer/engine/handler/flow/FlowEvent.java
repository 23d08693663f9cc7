// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The relevant data of an {@code s}, {@code t} or {@code f}. Its place is comparable, so that maps are fast even
 * if a hostile file gives many places the same hash.
 */
record FlowEvent(
        Phase phase,
        long index,
        long tsNanos,
        Place place,
        int track,
        int nameIndex,
        FlowKey key,
        @Nullable String bp) {
    /** The key that a flow event shares with the event that it binds to. */
    record Place(long tsNanos, long pid, long tid, int categoryIndex) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparingLong(Place::tsNanos)
                .thenComparingLong(Place::pid)
                .thenComparingLong(Place::tid)
                .thenComparingInt(Place::categoryIndex);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    static FlowEvent of(TraceEvent event) {
        return new FlowEvent(
                event.phase(),
                event.index(),
                event.tsNanos(),
                new Place(event.tsNanos(), event.pid(), event.tid(), event.categoryIndex()),
                event.track(),
                event.nameIndex(),
                FlowKey.of(event),
                event.phase() == Phase.FLOW_FINISH ? event.otherFields().text("bp") : null);
    }
}
