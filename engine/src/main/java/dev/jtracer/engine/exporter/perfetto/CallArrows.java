// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

import dev.jtracer.engine.exporter.trace.PointEvents;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The arrows between calls, numbered from 1, by the events that began the calls. Looking one up allocates nothing. */
final class CallArrows {
    private final long[] events;
    private final int[] numbers;

    CallArrows(List<PointEvents.Arrow> arrows) {
        long[][] ends = new long[2 * arrows.size()][];
        for (int i = 0; i < arrows.size(); i++) {
            ends[2 * i] = new long[] {arrows.get(i).from().beginIndex(), i + 1};
            ends[2 * i + 1] = new long[] {arrows.get(i).to().beginIndex(), i + 1};
        }
        Arrays.sort(ends, Comparator.comparingLong(end -> end[0]));
        events = new long[ends.length];
        numbers = new int[ends.length];
        for (int i = 0; i < ends.length; i++) {
            events[i] = ends[i][0];
            numbers[i] = (int) ends[i][1];
        }
    }

    /** Place of the first end at an event; where it would be if there is none. */
    int first(long event) {
        int low = 0;
        int high = events.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (events[middle] < event) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether the end at a place is at an event. */
    boolean isAt(int place, long event) {
        return place < events.length && events[place] == event;
    }

    /** Returns the number of the arrow that has an end at a place. */
    int number(int place) {
        return numbers[place];
    }
}
