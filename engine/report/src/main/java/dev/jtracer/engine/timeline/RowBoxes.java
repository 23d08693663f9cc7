// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The boxes of a thread within a window, or of several that share a row, by level. */
final class RowBoxes {
    /** Index of the first thread's track. */
    final int track;
    /** Time within the window that calls of the outermost level took. */
    long busyNanos;
    /** Greatest depth of a call in the window, boxes or not; -1 without calls. */
    int deepest = -1;
    /** Begin of the first box. */
    long startNanos = Long.MAX_VALUE;
    /** End of the last box. */
    long endNanos = Long.MIN_VALUE;

    private final List<LevelBoxes> levels = new ArrayList<>(4);

    RowBoxes(int track) {
        this.track = track;
    }

    /** Returns an order of threads: the one on a track first, then the busiest. */
    static Comparator<RowBoxes> busiestFirst(int focus) {
        return Comparator.<RowBoxes>comparingInt(thread -> thread.track == focus ? 0 : 1)
                .thenComparingLong(thread -> -thread.busyNanos)
                .thenComparingInt(thread -> thread.track);
    }

    /** Adds a box to its level. Returns whether there is one box more. */
    boolean add(TimelineBox box, long leastNanos) {
        startNanos = Math.min(startNanos, box.startNanos());
        endNanos = Math.max(endNanos, box.endNanos());
        while (levels.size() <= box.level()) {
            levels.add(new LevelBoxes());
        }
        return levels.get(box.level()).add(box, leastNanos);
    }

    /** Adds the boxes of a thread that shares the row. */
    void addAll(RowBoxes thread) {
        thread.boxes().forEach(box -> add(box, 0));
        deepest = Math.max(deepest, thread.deepest);
    }

    int levels() {
        return levels.size();
    }

    /** Removes the levels from one on. */
    void cutFrom(int level) {
        while (levels.size() > level) {
            levels.remove(levels.size() - 1);
        }
    }

    /** Sorts the boxes by time and merges those that are short by now. Returns how many boxes are left. */
    int merge(long leastNanos) {
        return levels.stream().mapToInt(level -> level.merge(leastNanos)).sum();
    }

    /** Returns the boxes, by level, and by time after {@link #merge}. */
    List<TimelineBox> boxes() {
        return levels.stream().flatMap(level -> level.boxes.stream()).toList();
    }

    /**
     * The boxes of one level of a row. Those that are shorter than a least length are merged with their neighbours,
     * unless a gap of this length is between them.
     */
    private static final class LevelBoxes {
        private static final Comparator<TimelineBox> BY_TIME =
                Comparator.comparingLong(TimelineBox::startNanos).thenComparingLong(TimelineBox::endNanos);

        List<TimelineBox> boxes = new ArrayList<>(4);

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
    }
}
