// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The order of events in time, and searches in lists of that order. */
public final class EventOrder {
    /**
     * Orders by start, then by duration, longest first, so that an outer event precedes its inner events. Events with the
     * same start and duration are equal, so a stable sort keeps their order.
     */
    public static final Comparator<TraceEvent> BY_TIME = Comparator.comparingLong(TraceEvent::tsNanos)
            .thenComparing(TraceEvent::durNanos, Comparator.reverseOrder());

    private EventOrder() {}

    /**
     * Merges two ordered lists; of equal elements those of the first list come first. Takes time proportional to their
     * length.
     */
    public static <T> List<T> merge(List<? extends T> first, List<? extends T> second, Comparator<? super T> order) {
        List<T> merged = new ArrayList<>(first.size() + second.size());
        int taken = 0;
        for (T event : first) {
            while (taken < second.size() && order.compare(second.get(taken), event) < 0) {
                merged.add(second.get(taken++));
            }
            merged.add(event);
        }
        merged.addAll(second.subList(taken, second.size()));
        return merged;
    }

    /** Returns the first event that starts after a time. A binary search: the list must be ordered. */
    public static <T extends TraceEvent> Optional<T> next(List<T> ordered, long nanos) {
        int index = countOfFirst(ordered, event -> event.tsNanos() <= nanos);
        return index == ordered.size() ? Optional.empty() : Optional.of(ordered.get(index));
    }

    /** Returns the last event that starts before a time. A binary search: the list must be ordered. */
    public static <T extends TraceEvent> Optional<T> previous(List<T> ordered, long nanos) {
        int count = countOfFirst(ordered, event -> event.tsNanos() < nanos);
        return count == 0 ? Optional.empty() : Optional.of(ordered.get(count - 1));
    }

    /** Returns the number of leading events that fulfil a condition that no later event fulfils. */
    private static <T extends TraceEvent> int countOfFirst(List<T> ordered, Predicate<? super T> condition) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (condition.test(ordered.get(middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
