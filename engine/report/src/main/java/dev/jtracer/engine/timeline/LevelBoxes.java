// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The boxes of one level of a row. Those that are shorter than a least length are merged with their neighbours,
 * unless a gap of this length is between them.
 */
final class LevelBoxes {
    private static final Comparator<TimelineBox> BY_TIME =
            Comparator.comparingLong(TimelineBox::startNanos).thenComparingLong(TimelineBox::endNanos);

    private List<TimelineBox> boxes = new ArrayList<>(4);

    /** Adds a box, most often after all others. Returns whether there is one box more. */
    boolean add(TimelineBox box, long leastNanos) {
        int last = boxes.size() - 1;
        if (last >= 0 && merges(boxes.get(last), box, leastNanos)) {
            boxes.set(last, boxes.get(last).plus(box));
            return false;
        }
        boxes.add(box);
        return true;
    }

    private static boolean merges(TimelineBox before, TimelineBox box, long leastNanos) {
        return isShort(before, leastNanos)
                && isShort(box, leastNanos)
                && box.startNanos() >= before.startNanos()
                && box.startNanos() - before.endNanos() < leastNanos;
    }

    private static boolean isShort(TimelineBox box, long leastNanos) {
        return box.isRun() || box.nanos() < leastNanos;
    }

    /** Sorts the boxes by time and merges those that are short by now. Returns how many are left. */
    int merge(long leastNanos) {
        List<TimelineBox> old = boxes;
        old.sort(BY_TIME);
        boxes = new ArrayList<>(old.size());
        for (TimelineBox box : old) {
            add(box, leastNanos);
        }
        return boxes.size();
    }

    List<TimelineBox> boxes() {
        return boxes;
    }
}
