// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.timeline.TimelineBox;
import dev.jtracer.engine.timeline.TimelineWindow;
import java.util.ArrayList;
import java.util.List;

/** The boxes of a timeline, with their labels and titles. */
final class SvgBoxes {
    private static final double FONT = 11.5;
    private static final double PADDING = 5;
    private static final double LEAST_WIDTH = 1;
    private static final double LEAST_LABEL = 24;
    private static final double TOOTH = 3;
    private static final double LEAST_TORN = 10;
    private static final double CORNER = 6;

    private final TimeScale scale;
    private final TimelineWindow window;
    private final Palette palette;
    private final Svg svg;
    private boolean anyRun;
    private boolean anyThrew;
    private boolean anyTorn;

    SvgBoxes(TimeScale scale, TimelineWindow window, Palette palette, Svg svg) {
        this.scale = scale;
        this.window = window;
        this.palette = palette;
        this.svg = svg;
    }

    void draw(RowLayout place) {
        svg.element("g").attribute("class", "thread").begin().raw("\n");
        place.row().boxes().forEach(box -> draw(box, place.levelTop(box.level())));
        svg.close("g");
    }

    private void draw(TimelineBox box, double top) {
        double from = scale.x(window.nearest(box.startNanos()));
        double to = scale.x(window.nearest(box.endNanos()));
        // A hair's breadth between neighbours, as long as some of the box remains.
        double width = Math.max(LEAST_WIDTH, to - from - (to - from > 3 ? 0.7 : 0));
        double left = Math.min(from, scale.right() - width);
        boolean cutLeft = box.startNanos() < window.fromNanos() && width > LEAST_TORN;
        boolean cutRight =
                (box.endNanos() > window.toNanos() || box.unfinished() && !box.isRun()) && width > LEAST_TORN;
        anyRun |= box.isRun();
        anyTorn |= cutLeft || cutRight;
        svg.element("g")
                .attribute("class", box.isRun() ? "calls" : "call")
                .begin()
                .title(title(box));
        String style = (box.isRun() ? "run " : "box ") + palette.style(box.name());
        if (cutLeft || cutRight) {
            svg.path(style, torn(left, top, width, cutLeft, cutRight));
        } else {
            svg.rect(style, left, top, width, RowLayout.BOX);
            if (width > 6) {
                svg.attribute("rx", 2);
            }
            svg.end();
        }
        if (box.threw() && width >= CORNER && !box.isRun()) {
            anyThrew = true;
            double corner = left + width - CORNER;
            svg.path("threw", Svg.path("M", corner, top, "h", CORNER, "v", CORNER, "z"));
        }
        if (width >= LEAST_LABEL) {
            label(box, left + PADDING + (cutLeft ? TOOTH : 0), width - 2 * PADDING - (cutLeft ? TOOTH : 0), top);
        }
        svg.close("g");
    }

    /** Returns a box whose cut sides are jagged. */
    private static String torn(double left, double top, double width, boolean cutLeft, boolean cutRight) {
        double tooth = RowLayout.BOX / 4;
        StringBuilder path = new StringBuilder(Svg.path("M", left, top, "h", width));
        path.append(cutRight ? teeth(-TOOTH, tooth) : Svg.path("v", RowLayout.BOX));
        path.append(Svg.path("h", -width));
        path.append(cutLeft ? teeth(TOOTH, -tooth) : "");
        return path.append('z').toString();
    }

    private static String teeth(double inward, double down) {
        String one = Svg.path("l", inward, down, "l", -inward, down);
        return one + one;
    }

    private static String title(TimelineBox box) {
        if (box.isRun()) {
            return CountText.of(box.calls(), "call") + ", " + DurationText.of(box.busyNanos())
                    + " in all; the longest: " + box.name() + " " + DurationText.of(box.longestNanos())
                    + (box.threw() ? "; at least one threw" : "");
        }
        return box.name() + " " + DurationText.of(box.nanos()) + (box.threw() ? ", threw" : "")
                + (box.unfinished() ? ", unfinished" : "");
    }

    private void label(TimelineBox box, double x, double room, double top) {
        double y = top + RowLayout.BOX / 2 + FONT * 0.36;
        if (box.isRun()) {
            String count = CountText.of(box.calls(), "call");
            if (BoxLabel.width(count, FONT) <= room) {
                svg.text("label runs mid", x + room / 2, y, count);
            }
            return;
        }
        String name = BoxLabel.shortName(box.name());
        name = BoxLabel.fit(BoxLabel.width(name, FONT) > room ? BoxLabel.methodName(box.name()) : name, FONT, room);
        if (name.isEmpty()) {
            return;
        }
        svg.text("label", x, y, name);
        String time = DurationText.of(box.nanos());
        if (BoxLabel.width(name, FONT) + 2 * PADDING + BoxLabel.width(time, FONT) <= room) {
            svg.text("time", x + room, y, time);
        }
    }

    /** A sample in the legend. */
    record Sample(String style, String path, String meaning) {}

    /** Returns samples of what needs an explanation among the boxes drawn. */
    List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        if (anyRun) {
            samples.add(new Sample("run c00", "M0 0h16v11h-16z", "several short calls"));
        }
        if (anyTorn) {
            samples.add(new Sample("box c00", "M0 0h16l-3 2.75l3 2.75l-3 2.75l3 2.75h-16z", "goes on"));
        }
        if (anyThrew) {
            samples.add(new Sample("threw", "M6 2h8v8z", "threw an exception"));
        }
        return samples;
    }
}
