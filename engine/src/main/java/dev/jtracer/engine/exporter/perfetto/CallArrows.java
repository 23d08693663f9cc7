// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

import dev.jtracer.engine.exporter.trace.PointEvents;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** An index of the arrows between calls by the events that began the calls. Arrows count from 1. A lookup allocates nothing. */
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

    /** Returns the index of the first arrow end at an event, or the index where it would be. */
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

    /** Returns whether the arrow end at an index is at an event. */
    boolean isAt(int index, long event) {
        return index < events.length && events[index] == event;
    }

    /** Returns the number of the arrow whose end is at an index. */
    int number(int index) {
        return numbers[index];
    }
}
