// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.handler.density.Density;
import dev.jtracer.engine.timeline.Survey;
import dev.jtracer.engine.timeline.Timeline;
import dev.jtracer.engine.timeline.TimelineRow;
import dev.jtracer.engine.timeline.TimelineWindow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The strip at the top of a timeline: the whole trace, a line or a few for each row, and the window marked. */
final class SvgOverview {
    private static final int MOST_WITH_NAMES = 10;
    private static final double NAMED_ROW = 14;
    private static final double LINE = 3;
    private static final double PAD = 4;
    private static final double TICKS = 18;
    private static final double LENS = 22;
    private static final double LEAST_FRAME = 3;
    /** Shades of a bar, by how much of the time calls took. */
    private static final int MOST_SHARE = 4;

    private final Survey survey;
    private final TimelineWindow window;
    private final List<TimelineRow> rows;
    private final TimeScale scale;
    private final Palette palette;
    private final int levels;
    private final double rowHeight;

    SvgOverview(Survey survey, Timeline timeline, Palette palette, double left, double right) {
        this.survey = survey;
        this.window = timeline.window();
        this.palette = palette;
        // Lanes share a row of the overview.
        this.rows = timeline.rows().stream().filter(row -> row.lane() <= 0).toList();
        this.levels = rows.size() <= MOST_WITH_NAMES ? Survey.LEVELS : 2;
        this.rowHeight = rows.size() <= MOST_WITH_NAMES ? NAMED_ROW : levels * LINE + 1;
        long from = Math.min(survey.firstNanos(), window.fromNanos());
        long to = Math.max(survey.lastNanos(), window.toNanos());
        this.scale = new TimeScale(survey.originNanos(), from, Math.max(from + 1, to), left, right);
    }

    /** Returns the height of the strip, its labels and the lens below it. */
    double height() {
        return stripHeight() + TICKS + LENS;
    }

    private double stripHeight() {
        return rows.size() * rowHeight + 2 * PAD;
    }

    void draw(Svg svg, double top, double margin) {
        svg.rect("strip", scale.left(), top, scale.right() - scale.left(), stripHeight())
                .attribute("rx", 4)
                .end();
        double y = top + PAD;
        for (TimelineRow row : rows) {
            if (rows.size() <= MOST_WITH_NAMES) {
                String name = BoxLabel.fit(row.name(), 10.5, scale.left() - margin - 8);
                svg.text("faint small", margin, y + 9.5, name);
            }
            draw(svg, row, y);
            y += rowHeight;
        }
        for (TimeScale.Tick tick : scale.ticks()) {
            svg.text("faint small " + tick.anchor(), tick.x(), top + stripHeight() + 13, tick.label());
        }
        lens(svg, top);
    }

    /** Draws the stretches of a row, all of one colour as one path. */
    private void draw(Svg svg, TimelineRow row, double top) {
        Map<String, StringBuilder> paths = new TreeMap<>();
        for (Density.Row level : survey.density().ofTrack(row.track(), row.isLane())) {
            if (level.level() < levels) {
                draw(level, top + level.level() * LINE, paths);
            }
        }
        paths.forEach((style, path) -> svg.path(style, path.toString()));
    }

    /** Adds the slices of a level to the paths of their styles, neighbours of one style together. */
    private void draw(Density.Row level, double top, Map<String, StringBuilder> paths) {
        String open = "";
        long first = level.firstSlice();
        for (int i = 0; i <= level.slices().size(); i++) {
            String style = i < level.slices().size() ? style(level.slices().get(i)) : "";
            long slice = level.firstSlice() + i;
            if (!style.equals(open)) {
                if (!open.isEmpty()) {
                    paths.computeIfAbsent(open, key -> new StringBuilder()).append(bar(first, slice, top));
                }
                open = style;
                first = slice;
            }
        }
    }

    private String style(Density.Slice slice) {
        if (slice.busiest().isEmpty()) {
            return "";
        }
        double part = (double) slice.openNanos() / survey.density().sliceNanos();
        int share = (int) Math.max(1, Math.min(MOST_SHARE, Math.ceil(part * MOST_SHARE - 0.05)));
        return "bar q" + share + ' ' + palette.style(slice.busiest());
    }

    private String bar(long firstSlice, long endSlice, double top) {
        long sliceNanos = survey.density().sliceNanos();
        double from = scale.x(Math.max(firstSlice * sliceNanos, scale.fromNanos()));
        double width = Math.max(1, scale.x(Math.min(endSlice * sliceNanos, scale.toNanos())) - from);
        return Svg.path("M", from, top, "h", width, "v", LINE - 0.4, "h", -width, "z");
    }

    /** Marks the window, and leads from it to its rows below. */
    private void lens(Svg svg, double top) {
        double from = scale.x(window.fromNanos()) - 1;
        double to = Math.max(scale.x(window.toNanos()) + 1, from + LEAST_FRAME);
        double bottom = top + stripHeight();
        double end = top + height();
        double bend = bottom + TICKS;
        svg.path(
                "lens",
                Svg.path("M", from, bottom, "H", to, "C", to, end, scale.right(), bend, scale.right(), end)
                        + Svg.path("H", scale.left(), "C", scale.left(), bend, from, end, from, bottom, "z"));
        svg.rect("frame", from, top - 2, to - from, stripHeight() + 4)
                .attribute("rx", 2)
                .end();
    }
}
