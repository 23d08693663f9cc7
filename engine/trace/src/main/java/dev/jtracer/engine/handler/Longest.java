// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A collection of the longest elements, at most a fixed number; of equal ones the earlier, and of these the one on
 * the first track. So the choice does not depend on the order in which the elements of several tracks arrive.
 */
public final class Longest<T> {
    /** @param nanos the length by which elements compare */
    private record Entry<T>(long nanos, long startNanos, int track, long arrival, T value) {}

    private static final Comparator<Entry<?>> SHORTEST_FIRST = Comparator.<Entry<?>>comparingLong(Entry::nanos)
            .thenComparing(Comparator.<Entry<?>>comparingLong(Entry::startNanos)
                    .thenComparingInt(Entry::track)
                    .thenComparingLong(Entry::arrival)
                    .reversed());

    private final int most;
    private long leastNanos;
    private long arrivals;
    private final PriorityQueue<Entry<T>> entries = new PriorityQueue<>(SHORTEST_FIRST);

    /** Creates an empty collection for {@code most} elements. */
    public Longest(int most) {
        this.most = most;
        this.leastNanos = most > 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** Returns a length below which {@link #takes} accepts no element. */
    public long leastNanos() {
        return leastNanos;
    }

    /** Returns whether an element of this length is among the longest so far. */
    public boolean takes(long nanos, long startNanos, int track) {
        if (entries.size() < most) {
            return most > 0;
        }
        Entry<T> least = entries.element();
        if (nanos != least.nanos) {
            return nanos > least.nanos;
        }
        return startNanos < least.startNanos || startNanos == least.startNanos && track < least.track;
    }

    /**
     * Adds an element that {@link #takes} has accepted.
     *
     * @return the element that is no longer among the longest; null if there was room
     */
    public @Nullable T add(long nanos, long startNanos, int track, T value) {
        entries.add(new Entry<>(nanos, startNanos, track, arrivals++, value));
        T evicted = entries.size() > most ? entries.remove().value : null;
        if (entries.size() == most) {
            leastNanos = entries.element().nanos;
        }
        return evicted;
    }

    /** Removes elements of a length. Elements that they displaced do not come back. */
    public void removeIf(long nanos, Predicate<? super T> unwanted) {
        if (!entries.isEmpty() && nanos >= entries.element().nanos) {
            entries.removeIf(entry -> entry.nanos == nanos && unwanted.test(entry.value));
        }
    }

    /** Returns the elements, the longest first. */
    public List<T> sorted() {
        List<Entry<T>> sorted = new ArrayList<>(entries);
        sorted.sort(SHORTEST_FIRST.reversed());
        return sorted.stream().map(Entry::value).toList();
    }
}
