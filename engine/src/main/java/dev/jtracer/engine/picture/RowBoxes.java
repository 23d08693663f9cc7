// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import java.util.ArrayList;
import java.util.List;

/** Boxes of a row, by level. */
final class RowBoxes {
    private final List<LevelBoxes> levels = new ArrayList<>();

    void add(TimelineBox box, long leastNanos) {
        while (levels.size() <= box.level()) {
            levels.add(new LevelBoxes());
        }
        levels.get(box.level()).add(box, leastNanos);
    }

    /** Returns the number of levels. */
    int levels() {
        return levels.size();
    }

    /** Returns the boxes by level and time, short ones merged. */
    List<TimelineBox> merged(long leastNanos) {
        List<TimelineBox> all = new ArrayList<>();
        for (LevelBoxes level : levels) {
            level.merge(leastNanos);
            all.addAll(level.boxes());
        }
        return all;
    }
}
