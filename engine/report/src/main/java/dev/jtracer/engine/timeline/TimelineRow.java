// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import java.util.List;

/**
 * A thread's calls in a window, or a lane of those of virtual threads.
 *
 * @param name name of the thread
 * @param track index of its track; of a lane that of one of its threads
 * @param lane number of the lane among those of virtual threads; -1 for a platform thread
 * @param boxes boxes by level and time
 * @param levels number of levels with boxes
 * @param foldedLevels outer levels that are not shown, because each is one call that lasts longer than the window
 * @param deeperLevels inner levels that are not shown
 */
public record TimelineRow(
        String name, int track, int lane, List<TimelineBox> boxes, int levels, int foldedLevels, int deeperLevels) {
    /** The lane of a row that is none. */
    public static final int NO_LANE = -1;

    public TimelineRow {
        boxes = List.copyOf(boxes);
    }

    /** Returns whether this is a lane of virtual threads. */
    public boolean isLane() {
        return lane != NO_LANE;
    }

    /** Returns the row without its levels from one on, and with boxes shorter than a length merged. */
    public TimelineRow simplified(int most, long leastNanos) {
        int left = Math.min(levels, most);
        RowBoxes simple = new RowBoxes(track);
        boxes.stream().filter(box -> box.level() < left).forEach(box -> simple.add(box, leastNanos));
        simple.merge(leastNanos);
        return new TimelineRow(name, track, lane, simple.boxes(), left, foldedLevels, deeperLevels + levels - left);
    }
}
