// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The longest calls or waits of several recordings, the longest first. If lengths are equal, the earlier one comes
 * first, whatever the order of additions.
 *
 * @param <T> a call or a wait, with times and indexes of tracks of its recording
 */
final class Ranking<T> {
    private final int most;
    private final ToLongFunction<T> nanos;
    private final ToLongFunction<T> startNanos;
    private List<Ranked<T>> ranked = new ArrayList<>();

    /**
     * @param most length of the ranking
     * @param nanos gives the length of an element
     * @param startNanos gives its begin
     */
    Ranking(int most, ToLongFunction<T> nanos, ToLongFunction<T> startNanos) {
        this.most = most;
        this.nanos = nanos;
        this.startNanos = startNanos;
    }

    /**
     * An element of a ranking.
     *
     * @param startNanos its begin on the common clock
     * @param position its position among the elements of its recording
     */
    record Ranked<T>(RecordingShare share, long nanos, long startNanos, int position, T value) {}

    /** Adds the next element of a recording, after those that rank before it. */
    void add(RecordingShare share, T value) {
        ranked.add(new Ranked<>(
                share, nanos.applyAsLong(value), share.onClock(startNanos.applyAsLong(value)), ranked.size(), value));
    }

    /** Adds the elements of another ranking of the same kind. */
    void addAll(Ranking<T> other) {
        List<Ranked<T>> all = new ArrayList<>(ranked);
        all.addAll(other.ranked);
        all.sort(Comparator.<Ranked<T>>comparingLong(Ranked::nanos)
                .reversed()
                .thenComparingLong(Ranked::startNanos)
                .thenComparing(Ranked::share)
                .thenComparingInt(Ranked::position));
        ranked = new ArrayList<>(all.subList(0, Math.min(most, all.size())));
    }

    /** Returns the elements, the longest first. */
    List<Ranked<T>> elements() {
        return longest(most);
    }

    /** Returns at most this number of elements, the longest first. */
    List<Ranked<T>> longest(int count) {
        return List.copyOf(ranked.subList(0, Math.min(count, ranked.size())));
    }
}
