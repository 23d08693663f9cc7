// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.timeline.TimelineArrow;
import dev.jtracer.engine.timeline.TimelineBox;
import dev.jtracer.engine.timeline.TimelineRow;
import dev.jtracer.engine.timeline.TimelineWindow;
import java.util.List;

/** The arrows of a timeline. */
final class SvgArrows {
    private static final double HALF_BOX = RowLayout.BOX / 2;
    private static final double PADDING = 5;
    private static final double STUB = 24;

    private final TimeScale scale;
    private final TimelineWindow window;
    private final List<RowLayout> rows;
    private final Svg svg;
    private boolean anyBeyond;

    SvgArrows(TimeScale scale, TimelineWindow window, List<RowLayout> rows, Svg svg) {
        this.scale = scale;
        this.window = window;
        this.rows = rows;
        this.svg = svg;
    }

    /** Adds a small one as a sample. */
    static void sample(Svg svg, double left, double y) {
        svg.path("arrow", Svg.path("M", left, y, "h", 20));
        svg.dot(left, y);
        svg.path("tip", ArrowPath.head(left + 26, y));
    }

    void draw(TimelineArrow arrow) {
        TimelineArrow.End from = arrow.from();
        TimelineArrow.End to = arrow.to();
        boolean starts = from.row() >= 0 && window.contains(from.nanos());
        boolean ends = to.row() >= 0 && window.contains(to.nanos());
        svg.element("g").attribute("class", "flow").begin().title(title(arrow));
        if (starts && ends) {
            whole(from, to);
        } else if (ends) {
            anyBeyond = true;
            fromBorder(from, to);
        } else {
            anyBeyond = true;
            toBorder(from, to);
        }
        svg.close("g");
    }

    private String title(TimelineArrow arrow) {
        long passed = arrow.from().nanos();
        String title = arrow.name();
        if (passed == TimelineArrow.End.EARLIER) {
            title += ", passed before the window";
        } else {
            title += ", runs " + DurationText.of(Math.max(0, arrow.to().nanos() - passed)) + " after it was passed";
            title += passed < window.fromNanos()
                    ? ", which was " + DurationText.of(window.fromNanos() - passed) + " before the window"
                    : "";
            title += arrow.to().nanos() > window.toNanos()
                    ? ", " + DurationText.of(arrow.to().nanos() - window.toNanos()) + " after the window"
                    : "";
        }
        boolean hidden = arrow.from().row() < 0 && passed != TimelineArrow.End.EARLIER
                || arrow.to().row() < 0;
        title += hidden ? ", on a thread that is not shown" : "";
        return arrow.count() == 1 ? title : arrow.count() + " callbacks, such as " + title;
    }

    private void whole(TimelineArrow.End from, TimelineArrow.End to) {
        RowLayout passer = rows.get(from.row());
        RowLayout runner = rows.get(to.row());
        double runX = scale.x(to.nanos());
        double runTop = runner.levelTop(to.level());
        double x = scale.x(from.nanos());
        boolean same = from.row() == to.row();
        boolean up = to.row() < from.row();
        double fromTop = passer.levelTop(from.level());
        double y = up ? fromTop : fromTop + RowLayout.BOX;
        double edge = same ? y : up ? passer.top() - 2 : passer.bottom() + passer.noteHeight();
        boolean fromLeft = same || up || freeOnLeft(runner.row(), to.level(), runX);
        line(new ArrowPath(x, y, edge, runX, runTop, same ? runTop : runner.top(), fromLeft), "");
        svg.dot(x, y);
    }

    private void fromBorder(TimelineArrow.End from, TimelineArrow.End to) {
        RowLayout runner = rows.get(to.row());
        double runX = scale.x(to.nanos());
        double middle = runner.levelTop(to.level()) + HALF_BOX;
        boolean known = from.row() >= 0
                && from.row() != to.row()
                && from.nanos() < window.fromNanos()
                && from.nanos() != TimelineArrow.End.EARLIER;
        if (known) {
            RowLayout passer = rows.get(from.row());
            boolean up = to.row() < from.row();
            double y = passer.levelTop(from.level()) + HALF_BOX;
            double edge = up ? passer.top() - 2 : passer.bottom() + passer.noteHeight();
            boolean fromLeft = up || freeOnLeft(runner.row(), to.level(), runX);
            line(new ArrowPath(scale.left(), y, edge, runX, middle - HALF_BOX, runner.top(), fromLeft), " beyond");
        } else {
            double left = Math.max(scale.left() - 2, runX - STUB);
            path(Svg.path("M", left, middle, "H", runX - ArrowPath.HEAD + 1), " beyond");
            svg.path("tip", ArrowPath.head(runX, middle));
        }
    }

    private void toBorder(TimelineArrow.End from, TimelineArrow.End to) {
        RowLayout passer = rows.get(from.row());
        double x = scale.x(from.nanos());
        double y = passer.levelTop(from.level()) + RowLayout.BOX;
        double below = passer.bottom() + passer.noteHeight();
        if (to.row() >= 0 && to.row() != from.row()) {
            double end = rows.get(to.row()).levelTop(to.level()) + HALF_BOX;
            double edge = to.row() < from.row() ? passer.top() - 2 : below;
            double start = to.row() < from.row() ? passer.levelTop(from.level()) : y;
            double bend = 0.65 * (scale.right() - x);
            path(
                    Svg.path("M", x, start, "V", edge, "C", x, edge + 0.8 * (end - edge))
                            + Svg.path(" ", scale.right() - bend, end, scale.right() - 5, end),
                    " beyond");
            svg.path("tip", ArrowPath.head(scale.right() + 2, end));
            svg.dot(x, start);
        } else if (window.contains(to.nanos())) {
            svg.dot(x, y); // the thread of the run is not shown
        } else {
            double end = Math.min(scale.right() + 2, x + STUB);
            double under = below + 6;
            path(
                    Svg.path("M", x, y, "V", below + 1, "Q", x, under, x + 5, under, "H", Math.max(x + 6, end - 6)),
                    " beyond");
            svg.path("tip", ArrowPath.head(Math.max(x + 12, end), under));
            svg.dot(x, y);
        }
    }

    private void line(ArrowPath curve, String style) {
        path(curve.line(), style);
        svg.path("tip", curve.head());
    }

    private void path(String data, String style) {
        // The seam keeps the line apart from the boxes it crosses.
        svg.path("seam", data).path("arrow" + style, data);
    }

    /** Returns whether no box is beside that point, down to that level. */
    private boolean freeOnLeft(TimelineRow row, int level, double x) {
        for (TimelineBox box : row.boxes()) {
            // The run's callers begin slightly earlier than the run.
            if (box.level() <= level
                    && scale.x(box.startNanos()) < x - PADDING
                    && scale.x(box.endNanos()) > x - ArrowPath.REACH) {
                return false;
            }
        }
        return x - ArrowPath.REACH > scale.left();
    }

    /** Returns whether an arrow was drawn that has an end beyond the timeline. */
    boolean anyBeyond() {
        return anyBeyond;
    }

    /**
     * The curve of an arrow. It leaves the rows of a thread upright, so that it passes between labels, which are
     * right of a box's left edge. Lengths are in pixels.
     *
     * @param x where the callback is passed
     * @param y edge of that call's box
     * @param edge edge of all boxes of its thread, on the side of the run
     * @param runX left edge of the run's box
     * @param runTop upper edge of the run's box
     * @param runEdge edge of all boxes of the run's thread, on the side of the call
     * @param fromLeft whether the run's box is reached from its left
     */
    private record ArrowPath(
            double x, double y, double edge, double runX, double runTop, double runEdge, boolean fromLeft) {
        /** The free width on the left that a box reached from there needs. */
        static final double REACH = 30;

        static final double HEAD = 7;

        private static final double HALF_HEAD = 3.5;
        private static final double HALF_BOX = RowLayout.BOX / 2;
        /* Beside the corner, on the box. */
        private static final double INTO_BOX = 4;
        private static final double LEAST_BEND = 12;

        /** Returns the data of the line's path. */
        String line() {
            return fromLeft ? lineFromLeft() : lineFromAbove();
        }

        /** Returns the data of the head's path. */
        String head() {
            return fromLeft ? head(runX, runTop + HALF_BOX) : headDown(runX + INTO_BOX, runTop);
        }

        /** Returns the data of a head that points to the right. */
        static String head(double tipX, double tipY) {
            return Svg.path("M", tipX, tipY, "l", -HEAD, -HALF_HEAD, "v", 2 * HALF_HEAD, "z");
        }

        private static String headDown(double tipX, double tipY) {
            return Svg.path("M", tipX, tipY, "l", -HALF_HEAD, -HEAD, "h", 2 * HALF_HEAD, "z");
        }

        private String lineFromLeft() {
            double end = runTop + HALF_BOX;
            double wide = runX - HEAD - x;
            // With hardly any room between the two it takes a detour to arrive from the left.
            double bend = Math.max(LEAST_BEND, Math.max(0.65 * wide, Math.min(REACH, wide)));
            return Svg.path(
                    "M",
                    x,
                    y,
                    "V",
                    edge,
                    "C",
                    x,
                    edge + 0.8 * (end - edge),
                    runX - HEAD - bend,
                    end,
                    runX - HEAD + 1,
                    end);
        }

        private String lineFromAbove() {
            double down = runX + INTO_BOX;
            double bend = 0.7 * (runEdge - edge);
            return Svg.path(
                    "M",
                    x,
                    y,
                    "V",
                    edge,
                    "C",
                    x,
                    edge + bend,
                    down,
                    runEdge - bend,
                    down,
                    runEdge,
                    "V",
                    runTop - HEAD + 1);
        }
    }
}
