// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The relevant data of an {@code s}, {@code t} or {@code f}. Its keys are comparable, so that maps are fast even if a
 * hostile file gives many keys the same hash.
 */
record FlowEvent(
        Phase phase,
        long index,
        long tsNanos,
        Place place,
        int track,
        int nameIndex,
        Key key,
        @Nullable String bp) {
    /** The key that the events of one flow share. */
    record Key(int categoryIndex, int nameIndex, String id, String scope, long localTo) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::id)
                .thenComparing(Key::scope)
                .thenComparingInt(Key::categoryIndex)
                .thenComparingInt(Key::nameIndex)
                .thenComparingLong(Key::localTo);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

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
                new Key(
                        event.categoryIndex(),
                        event.nameIndex(),
                        event.id(),
                        event.scope(),
                        event.idKind() == IdKind.LOCAL ? event.pid() : 0),
                event.phase() == Phase.FLOW_FINISH ? event.otherFields().text("bp") : null);
    }
}
