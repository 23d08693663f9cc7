// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.timeline.TimelineRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The place of a row in a timeline, in pixels.
 *
 * @param top upper edge of its outermost level
 * @param bottom lower edge of its innermost level
 * @param note what is not shown of the row, below it; empty if all is
 */
record RowLayout(TimelineRow row, double top, double bottom, String note) {
    static final double BOX = 19;
    static final double LEVEL = BOX + 1.5;
    static final double NOTE = 14;

    private static final double LANE_GAP = 6;

    /** Returns the places of rows, from one height on. */
    static List<RowLayout> of(List<TimelineRow> rows, double top, double gap) {
        List<RowLayout> places = new ArrayList<>();
        double y = top;
        for (int i = 0; i < rows.size(); i++) {
            TimelineRow row = rows.get(i);
            RowLayout place = new RowLayout(row, y, y + row.levels() * LEVEL - (LEVEL - BOX), note(row));
            places.add(place);
            boolean lanesFollow =
                    row.isLane() && i + 1 < rows.size() && rows.get(i + 1).isLane();
            y = place.bottom + place.noteHeight() + (lanesFollow ? LANE_GAP : gap);
        }
        return places;
    }

    private static String note(TimelineRow row) {
        int folded = row.foldedLevels();
        int deeper = row.deeperLevels();
        if (folded > 0 && deeper > 0) {
            return folded + " outer and " + CountText.plain(deeper, "deeper level") + " not shown";
        }
        if (folded > 0) {
            return CountText.plain(folded, "outer level") + " not shown";
        }
        return deeper > 0 ? CountText.plain(deeper, "deeper level") + " not shown" : "";
    }

    double noteHeight() {
        return note.isEmpty() ? 0 : NOTE;
    }

    /** Returns the upper edge of a level; of one that is not shown, that of the innermost level. */
    double levelTop(int level) {
        return top + Math.min(level, row.levels() - 1) * LEVEL;
    }
}
