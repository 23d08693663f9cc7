// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The synthetic events of one trace, indexed by the events that they contain and by keys that can be saved. A search takes
 * constant time. Immutable; valid for its trace only.
 */
public final class SyntheticEvents {
    public static final SyntheticEvents EMPTY = new SyntheticEvents(List.of());

    private final List<SyntheticEvent> events;
    /** By the index of each event in them. */
    private final Map<Long, List<SyntheticEvent>> byRawEvent = new HashMap<>();

    private SyntheticEvents(Collection<SyntheticEvent> events) {
        List<SyntheticEvent> registered = new ArrayList<>(events.size());
        for (SyntheticEvent event : events) {
            if (!ofRawEvent(event.begin().index()).contains(event)) {
                registered.add(event);
                register(event);
            }
        }
        this.events = List.copyOf(registered);
    }

    private void register(SyntheticEvent event) {
        register(event.begin().index(), event);
        if (event.end() != null) {
            register(event.end().index(), event);
        }
        event.instants().forEach(instant -> register(instant.index(), event));
    }

    private void register(long rawIndex, SyntheticEvent event) {
        List<SyntheticEvent> before = byRawEvent.putIfAbsent(rawIndex, List.of(event)); // nearly always the only event
        if (before == null) {
            return;
        }
        List<SyntheticEvent> several = before.size() == 1 ? new ArrayList<>(before) : before;
        several.add(event);
        byRawEvent.put(rawIndex, several);
    }

    /** Creates an index of synthetic events, each registered once, in their order. Their keys depend on the order. */
    public static SyntheticEvents of(Collection<SyntheticEvent> events) {
        return events.isEmpty() ? EMPTY : new SyntheticEvents(events);
    }

    /** Returns all of them, in the order in which they were registered. */
    public List<SyntheticEvent> all() {
        return events;
    }

    /**
     * Returns those that contain an event of the trace, as begin, end or instant; empty if there are none.
     *
     * @param rawIndex index of the event among the events of the trace
     */
    public List<SyntheticEvent> ofRawEvent(long rawIndex) {
        return Collections.unmodifiableList(byRawEvent.getOrDefault(rawIndex, List.of()));
    }

    /**
     * Returns the key of one of these events.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    public EventKey.Synthetic keyOf(SyntheticEvent event) {
        int ordinal = ofRawEvent(event.begin().index()).indexOf(event);
        if (ordinal < 0) {
            throw new IllegalArgumentException(
                    "'" + event.syntheticId() + "' is no synthetic event of this trace; register it with the others");
        }
        return new EventKey.Synthetic(event.begin().index(), ordinal);
    }

    /** Returns the event of a key, if there is one in this trace. */
    public Optional<SyntheticEvent> find(EventKey.Synthetic key) {
        List<SyntheticEvent> candidates = ofRawEvent(key.index());
        return key.ordinal() < candidates.size() ? Optional.of(candidates.get(key.ordinal())) : Optional.empty();
    }
}
