// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * DevTools' order of user timings: by time, the longest first; of timings on one track with the same start and duration the
 * last recorded first, because programs report a whole after its parts. Timings of different tracks are not moved past each
 * other.
 */
final class ParentsFirst {
    /* DevTools uses a comparator, which is no order when tracks are mixed (a before b before c before a) and copies the list
     * for each comparison. Here each track's positions among equals are filled from the back: n log n. */
    private ParentsFirst() {}

    /**
     * Sorts timings.
     *
     * @param track track of a timing; needed only where timings are equal
     */
    static <T> List<T> sort(List<T> timings, Comparator<? super T> byTime, Function<? super T, String> track) {
        List<T> sorted = new ArrayList<>(timings);
        sorted.sort(byTime);
        int start = 0;
        for (int end = 1; end <= sorted.size(); end++) {
            if (end == sorted.size() || byTime.compare(sorted.get(start), sorted.get(end)) != 0) {
                if (end - start > 1) {
                    reverseEachTrack(sorted.subList(start, end), track);
                }
                start = end;
            }
        }
        return sorted;
    }

    private static <T> void reverseEachTrack(List<T> equals, Function<? super T, String> track) {
        Map<String, Deque<T>> latestFirst = new HashMap<>();
        List<Deque<T>> ofSameTrack = new ArrayList<>(equals.size());
        for (T timing : equals) {
            Deque<T> sameTrack = latestFirst.computeIfAbsent(track.apply(timing), name -> new ArrayDeque<>());
            sameTrack.push(timing);
            ofSameTrack.add(sameTrack);
        }
        for (int i = 0; i < equals.size(); i++) {
            equals.set(i, ofSameTrack.get(i).pop());
        }
    }
}
