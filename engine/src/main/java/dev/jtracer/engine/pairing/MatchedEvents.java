// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.EventOrder;
import dev.jtracer.engine.event.TraceEvent;
import java.util.List;

/**
 * The result of an {@link EventMatcher}. Each event is in exactly one of these lists, by itself or as a part of a synthetic
 * event. Immutable; all lists are in the order of time.
 *
 * @param pairs begins with their ends
 * @param unmatchedBegins begins whose end never came, with their instants
 * @param unmatchedEnds ends without an open begin of their key
 * @param strayInstants instants without an open begin of their key
 * @param overlaps begins while another begin of their key was open
 * @param reusedKeys keys with more than one pair
 */
public record MatchedEvents(
        List<SyntheticEvent> pairs,
        List<SyntheticEvent> unmatchedBegins,
        List<TraceEvent> unmatchedEnds,
        List<TraceEvent> strayInstants,
        long overlaps,
        long reusedKeys) {
    public MatchedEvents {
        pairs = List.copyOf(pairs);
        unmatchedBegins = List.copyOf(unmatchedBegins);
        unmatchedEnds = List.copyOf(unmatchedEnds);
        strayInstants = List.copyOf(strayInstants);
    }

    /** Returns pairs and unmatched begins as one list, in the order of time. */
    public List<SyntheticEvent> all() {
        return EventOrder.merge(pairs, unmatchedBegins, SyntheticEvent.BY_TIME);
    }
}
