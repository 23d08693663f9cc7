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

    /** Returns the number of levels. */
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
        int left = 0;
        for (LevelBoxes level : levels) {
            left += level.merge(leastNanos);
        }
        return left;
    }

    /** Returns the boxes, by level, and by time after {@link #merge}. */
    List<TimelineBox> boxes() {
        return levels.stream().flatMap(level -> level.boxes().stream()).toList();
    }
}
