// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.EventOrder;
import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Matches async begins, instants and ends one by one, by DevTools' rules: an end belongs to the latest open begin of its
 * category, id <em>and name</em>, an instant to the begin that is open then. Unlike {@link SpanPairing} it builds no stacks
 * in which one end closes several spans.
 *
 * <p>Differences from DevTools: ids are separated by scope, and local ids also by process, as in catapult; an instant
 * belongs to the begin that was open at its time; nothing is dropped, see {@link MatchedEvents}.
 *
 * <p>Events may be added in any order; they are matched in the order of their times, those of the same time in the order of
 * addition. Keeps every event, so add only the events of interest. Takes O(n log n) time, and O(n) for events in order. Not
 * safe for use by several threads.
 */
public final class EventMatcher {
    private final List<TraceEvent> events = new ArrayList<>();

    /** Creates a matcher without events. */
    public EventMatcher() {}

    /** Adds a copy of an event. Ignores it unless it is an async begin, instant or end. */
    public void add(TraceEvent event) {
        if (Role.of(event) != Role.NONE) {
            events.add(event.copy());
        }
    }

    /** Matches the events added so far. */
    public MatchedEvents match() {
        List<TraceEvent> ordered = new ArrayList<>(events);
        ordered.sort(EventOrder.BY_TIME);
        return new Matching(ordered).run();
    }

    private enum Role {
        BEGIN,
        INSTANT,
        END,
        NONE;

        static Role of(TraceEvent event) {
            return switch (event.phase()) {
                case ASYNC_BEGIN, LEGACY_ASYNC_START -> BEGIN;
                case ASYNC_INSTANT, LEGACY_ASYNC_STEP_INTO, LEGACY_ASYNC_STEP_PAST -> INSTANT;
                case ASYNC_END, LEGACY_ASYNC_FINISH -> END;
                default -> NONE;
            };
        }
    }

    /** State of one key. */
    private static final class Key {
        /** Index of the latest open begin. */
        int open = Matching.NOTHING;

        long pairs;
    }

    /** One pass over ordered events. */
    private static final class Matching {
        static final int NOTHING = -1;

        /* Begins of the same time keep the order of the trace, which the collection by key loses. */
        private static final Comparator<SyntheticEvent> BEGINS_BY_TIME =
                SyntheticEvent.BY_TIME.thenComparingLong(event -> event.begin().index());

        private final List<TraceEvent> events;
        private final Map<Long, Key> keys = new HashMap<>();
        /** Index of the previous open begin with the same key. */
        private final int[] outer;
        /** For a begin the index of its latest instant, for an instant the index of the previous one. */
        private final int[] latestInstant;

        private final List<SyntheticEvent> pairs = new ArrayList<>();
        private final List<SyntheticEvent> unmatchedBegins = new ArrayList<>();
        private final List<TraceEvent> unmatchedEnds = new ArrayList<>();
        private final List<TraceEvent> strayInstants = new ArrayList<>();
        private long overlaps;

        Matching(List<TraceEvent> events) {
            this.events = events;
            outer = new int[events.size()];
            latestInstant = new int[events.size()];
            Arrays.fill(latestInstant, NOTHING);
        }

        MatchedEvents run() {
            for (int place = 0; place < events.size(); place++) {
                TraceEvent event = events.get(place);
                Key key = keys.computeIfAbsent(key(event), number -> new Key());
                switch (Role.of(event)) {
                    case BEGIN -> begin(place, key);
                    case INSTANT -> instant(place, event, key);
                    case END -> end(event, key);
                    case NONE -> {}
                }
            }
            keys.values().forEach(this::leaveOpen);
            pairs.sort(SyntheticEvent.BY_TIME);
            unmatchedBegins.sort(BEGINS_BY_TIME);
            long reusedKeys =
                    keys.values().stream().filter(key -> key.pairs > 1).count();
            return new MatchedEvents(pairs, unmatchedBegins, unmatchedEnds, strayInstants, overlaps, reusedKeys);
        }

        // A track is one id in one category and scope, and in one process if the id is local.
        private static long key(TraceEvent event) {
            return ((long) event.track() << 32) | event.nameIndex();
        }

        private void begin(int place, Key key) {
            if (key.open != NOTHING) {
                overlaps++;
            }
            outer[place] = key.open;
            key.open = place;
        }

        private void instant(int place, TraceEvent event, Key key) {
            if (key.open == NOTHING) {
                strayInstants.add(event);
                return;
            }
            latestInstant[place] = latestInstant[key.open];
            latestInstant[key.open] = place;
        }

        private void end(TraceEvent event, Key key) {
            if (key.open == NOTHING) {
                unmatchedEnds.add(event);
                return;
            }
            pairs.add(new SyntheticEvent(events.get(key.open), event, instants(key.open)));
            key.pairs++;
            key.open = outer[key.open];
        }

        private void leaveOpen(Key key) {
            for (int place = key.open; place != NOTHING; place = outer[place]) {
                unmatchedBegins.add(new SyntheticEvent(events.get(place), null, instants(place)));
            }
        }

        private List<TraceEvent> instants(int begin) {
            List<TraceEvent> instants = new ArrayList<>();
            for (int place = latestInstant[begin]; place != NOTHING; place = latestInstant[place]) {
                instants.add(events.get(place));
            }
            Collections.reverse(instants);
            return instants;
        }
    }
}
