// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Async begins and ends, matched one by one by DevTools' rules: an end belongs to the latest open begin of its
 * category, id <em>and name</em>. Unlike {@link SpanPairing} it builds no stacks in which one end closes several
 * spans. Immutable.
 *
 * <p>Differences from DevTools: ids are separated by scope, and local ids also by process, as in catapult; nothing is
 * dropped uncounted.
 *
 * @param pairs begins with their ends, in the order of time, the longest first
 * @param unmatchedBegins number of begins whose end never came
 * @param unmatchedEnds number of ends without an open begin of their key
 * @param strayInstants number of instants without an open begin of their key
 */
public record MatchedEvents(List<Pair> pairs, long unmatchedBegins, long unmatchedEnds, long strayInstants) {
    /** The phases of events that are matched. */
    public static final Set<Phase> PHASES = Collections.unmodifiableSet(EnumSet.of(
            Phase.ASYNC_BEGIN,
            Phase.ASYNC_INSTANT,
            Phase.ASYNC_END,
            Phase.LEGACY_ASYNC_START,
            Phase.LEGACY_ASYNC_STEP_INTO,
            Phase.LEGACY_ASYNC_STEP_PAST,
            Phase.LEGACY_ASYNC_FINISH));

    public MatchedEvents {
        pairs = List.copyOf(pairs);
    }

    /** A begin and its end, which is not earlier. */
    public record Pair(TraceEvent begin, TraceEvent end) {
        private static final Comparator<Pair> BY_TIME =
                Comparator.comparingLong(Pair::startNanos).thenComparing(Pair::durNanos, Comparator.reverseOrder());

        /** Returns the name of both. */
        public String name() {
            return begin.name();
        }

        public long startNanos() {
            return begin.tsNanos();
        }

        /** Returns the time from the begin to the end, at least 0. */
        public long durNanos() {
            return end.tsNanos() - begin.tsNanos();
        }
    }

    /**
     * Matches events in the order of their times, those of the same time in the given order.
     *
     * @param events copies of events of the {@link #PHASES}, in any order
     */
    public static MatchedEvents of(Collection<? extends TraceEvent> events) {
        List<TraceEvent> ordered = new ArrayList<>(events);
        ordered.sort(Comparator.comparingLong(TraceEvent::tsNanos));
        // A track is one id in one category and scope, and in one process if the id is local.
        Map<Long, Deque<TraceEvent>> open = new HashMap<>();
        List<Pair> pairs = new ArrayList<>();
        long unmatchedEnds = 0;
        long strayInstants = 0;
        for (TraceEvent event : ordered) {
            long key = ((long) event.track() << 32) | event.nameIndex();
            Deque<TraceEvent> begins = open.computeIfAbsent(key, added -> new ArrayDeque<>());
            switch (event.phase()) {
                case ASYNC_BEGIN, LEGACY_ASYNC_START -> begins.push(event);
                case ASYNC_END, LEGACY_ASYNC_FINISH -> {
                    if (begins.isEmpty()) {
                        unmatchedEnds++;
                    } else {
                        pairs.add(new Pair(begins.pop(), event));
                    }
                }
                default -> strayInstants += begins.isEmpty() ? 1 : 0;
            }
        }
        pairs.sort(Pair.BY_TIME);
        long unmatchedBegins = open.values().stream().mapToLong(Deque::size).sum();
        return new MatchedEvents(pairs, unmatchedBegins, unmatchedEnds, strayInstants);
    }
}
