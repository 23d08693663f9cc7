// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import java.util.ArrayList;
import java.util.List;

/** The boxes of one track within a window, by level. */
final class TrackBoxes {
    final int track;
    /** Time within the window that calls of the outermost level took. */
    long busyNanos;
    /** Calls in the window, those without a box included. */
    long calls;
    /** Greatest depth of a call in the window, boxes or not; -1 without calls. */
    int deepest = -1;

    private final List<LevelBoxes> levels = new ArrayList<>(4);

    TrackBoxes(int track) {
        this.track = track;
    }

    LevelBoxes level(int level) {
        while (levels.size() <= level) {
            levels.add(new LevelBoxes());
        }
        return levels.get(level);
    }

    /** Returns the number of levels that may have boxes. */
    int levels() {
        return levels.size();
    }

    /** Removes the levels from one on. */
    void cutFrom(int level) {
        while (levels.size() > level) {
            levels.remove(levels.size() - 1);
        }
    }

    /** Merges short boxes. Returns how many boxes are left. */
    int merge(long leastNanos) {
        int left = 0;
        for (LevelBoxes level : levels) {
            left += level.merge(leastNanos);
        }
        return left;
    }
}
