// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.picture;

import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.harness.StrictTrace.Passing;
import dev.jtracer.it.harness.StrictTrace.Place;
import dev.jtracer.it.harness.StrictTrace.Row;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Draws a trace as SVG: the whole recording as a strip, and a stretch of it as nested boxes, a row of them for each
 * thread, as trace viewers do. An arrow leads from each call that was given a callback to the callback's runs.
 */
public final class TracePicture {
    private static final double WIDTH = 1200;
    private static final double MARGIN = 24;
    private static final double LEFT = 150;
    private static final double RIGHT = WIDTH - MARGIN;
    private static final double STRIP_TOP = 66;
    private static final double STRIP_LINE = 3.5;
    private static final double STRIP_LABELS = 18;
    private static final int STRIP_LEVELS = 4;
    private static final double LENS = 34;
    private static final double RULER = 26;
    private static final double BOX = 21;
    private static final double LEVEL = BOX + 2;
    private static final double THREAD_GAP = 18;
    private static final double THREAD_GAP_WITH_ARROWS = 46;
    private static final String ARROWS_MEAN = "from where a callback is given to where it runs";
    private static final double FONT = 11.5;
    private static final double PADDING = 6;
    private static final double LEAST_BOX = 0.6;

    private static final String INK = "#1c2733";
    private static final String FAINT = "#66758a";
    private static final String GRID = "#e8edf3";
    private static final String LENS_COLOR = "#2f6fed";

    private final List<Row> rows;
    private final Window window;
    private final Map<Run, Passing> arrows;
    private final double threadGap;
    private final Map<Long, Double> rowTops = new HashMap<>();
    private final Palette palette = new Palette();
    private final Svg svg = new Svg();
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos;

    /**
     * The stretch of time that is shown large.
     *
     * @param startNanos from the recording's start
     * @param endNanos likewise, and later
     */
    public record Window(long startNanos, long endNanos) {
        /** Returns whether a call was open at any time of the stretch. */
        public boolean overlaps(Call call) {
            return call.startNanos() <= endNanos && end(call) >= startNanos;
        }

        private boolean contains(Place place) {
            return place.nanos() >= startNanos && place.nanos() <= endNanos;
        }
    }

    private TracePicture(StrictTrace trace, Window window) {
        this.rows = trace.rows();
        this.window = window;
        this.arrows = runsWithin(trace, window);
        this.threadGap = arrows.isEmpty() ? THREAD_GAP : THREAD_GAP_WITH_ARROWS;
        for (Row row : rows) {
            for (Call call : row.outer().children()) {
                firstNanos = Math.min(firstNanos, call.startNanos());
                lastNanos = Math.max(lastNanos, end(call));
            }
        }
    }

    /**
     * Draws.
     *
     * @param trace with all its calls, of which there is at least one
     * @param title what was traced
     * @return the text of the picture
     */
    public static String draw(StrictTrace trace, String title, Window window) {
        return new TracePicture(trace, window)
                .draw(
                        title,
                        trace.counts().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
    }

    /** Returns the runs that the window shows together with their passings, in file order. */
    private static Map<Run, Passing> runsWithin(StrictTrace trace, Window window) {
        Map<String, Passing> passings = new HashMap<>();
        for (Passing passing : trace.passings()) {
            if (window.contains(passing.place())) {
                passings.put(passing.number(), passing);
            }
        }
        Map<Run, Passing> found = new LinkedHashMap<>();
        for (Run run : trace.runs()) {
            Passing passing = passings.get(run.number());
            if (passing != null && window.contains(run.place())) {
                found.put(run, passing);
            }
        }
        return found;
    }

    private String draw(String title, long calls) {
        double stripHeight = rows.size() * stripRow() + 8;
        double rulerTop = STRIP_TOP + stripHeight + STRIP_LABELS + LENS;
        double height = rulerTop + RULER + boxesHeight() + MARGIN;
        svg.open(
                "svg",
                "xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f'"
                        + " font-family=\"Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif\" font-size='%.1f'",
                WIDTH,
                height,
                WIDTH,
                height,
                FONT);
        svg.element("title", title, "");
        card(height);
        heading(title, calls);
        strip(stripHeight);
        lens(stripHeight, rulerTop);
        ruler(rulerTop, height - MARGIN);
        boxes(rulerTop + RULER);
        arrows.forEach((run, passing) -> arrow(passing.place(), run.place()).draw(svg, BOX / 2));
        return svg.close("svg").toString();
    }

    private void card(double height) {
        svg.element(
                "rect",
                "x='0.5' y='0.5' width='%.1f' height='%.1f' rx='12' fill='#fff' stroke='#d9e0e8'",
                WIDTH - 1,
                height - 1);
    }

    private void heading(String title, long calls) {
        svg.element("text", title, "x='%.0f' y='38' font-size='17' font-weight='600' fill='%s'", MARGIN, INK);
        String size = calls + " calls · " + rows.size() + " threads · " + Label.duration(lastNanos - firstNanos);
        svg.element("text", size, "x='%.0f' y='38' font-size='13' text-anchor='end' fill='%s'", RIGHT, FAINT);
        if (!arrows.isEmpty()) {
            legend(RIGHT - Label.width(size, 13) - 2 * MARGIN - Label.width(ARROWS_MEAN, 13));
        }
    }

    /** Draws the legend of arrows; its text begins at {@code left}. */
    private void legend(double left) {
        Arrow.drawSample(svg, left - Arrow.SAMPLE - PADDING, 33.5);
        svg.element("text", ARROWS_MEAN, "x='%.1f' y='38' font-size='13' fill='%s'", left, FAINT);
    }

    /** Draws the whole recording: the outermost levels of each thread. */
    private void strip(double height) {
        svg.element(
                "rect",
                "x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='4' fill='#f4f7fa'",
                LEFT,
                STRIP_TOP,
                RIGHT - LEFT,
                height);
        double top = STRIP_TOP + 5;
        for (Row row : rows) {
            threadName(row.thread(), top + stripRow() / 2 + 3, FAINT, 400);
            for (Call call : row.outer().children()) {
                stripLine(call, top, STRIP_LEVELS);
            }
            top += stripRow();
        }
        long step = niceStep(lastNanos - firstNanos, 8);
        for (long nanos = firstMultiple(step, firstNanos); nanos <= lastNanos; nanos += step) {
            svg.element(
                    "text",
                    milliseconds(nanos, step),
                    "x='%.1f' y='%.1f' font-size='10.5' text-anchor='middle' fill='%s'",
                    stripX(nanos),
                    STRIP_TOP + height + 14,
                    FAINT);
        }
    }

    private void stripLine(Call call, double top, int levels) {
        double x = stripX(call.startNanos());
        svg.element(
                "rect",
                "x='%.2f' y='%.2f' width='%.2f' height='%.2f' fill='%s'",
                x,
                top,
                Math.max(1, stripX(end(call)) - x),
                STRIP_LINE - 0.5,
                palette.color(call.name()));
        if (levels > 1) {
            for (Call child : call.children()) {
                stripLine(child, top + STRIP_LINE, levels - 1);
            }
        }
    }

    /** Marks the stretch of the strip that is shown large. */
    private void lens(double stripHeight, double rulerTop) {
        double from = stripX(window.startNanos()) - 1;
        double to = stripX(window.endNanos()) + 1;
        double bottom = STRIP_TOP + stripHeight;
        svg.element(
                "path",
                "d='M%.1f %.1f H%.1f C%.1f %.1f %.1f %.1f %.1f %.1f H%.1f C%.1f %.1f %.1f %.1f %.1f %.1f Z'"
                        + " fill='%s' fill-opacity='0.07'",
                from,
                bottom,
                to,
                to,
                rulerTop,
                RIGHT,
                bottom + STRIP_LABELS,
                RIGHT,
                rulerTop,
                LEFT,
                LEFT,
                bottom + STRIP_LABELS,
                from,
                rulerTop,
                from,
                bottom,
                LENS_COLOR);
        svg.element(
                "rect",
                "x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='2' fill='%s' fill-opacity='0.12' stroke='%s'"
                        + " stroke-width='1.5'",
                from,
                STRIP_TOP - 3,
                to - from,
                stripHeight + 6,
                LENS_COLOR,
                LENS_COLOR);
    }

    private void ruler(double top, double bottom) {
        svg.element(
                "rect",
                "x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s' fill-opacity='0.07'",
                LEFT,
                top,
                RIGHT - LEFT,
                RULER - 6,
                LENS_COLOR);
        long step = niceStep(window.endNanos() - window.startNanos(), 8);
        for (long nanos = firstMultiple(step, window.startNanos()); nanos < window.endNanos(); nanos += step) {
            double x = windowX(nanos);
            svg.element("path", "d='M%.1f %.1f V%.1f' stroke='%s'", x, top + RULER - 6, bottom, GRID);
            svg.element(
                    "text",
                    milliseconds(nanos, step),
                    "x='%.1f' y='%.1f' font-size='10.5' text-anchor='middle' fill='%s'",
                    x,
                    top + 14,
                    FAINT);
        }
    }

    private void boxes(double top) {
        double y = top;
        for (Row row : rows) {
            rowTops.put(row.tid(), y);
            threadName(row.thread(), y + 15, INK, 600);
            for (Call call : row.outer().children()) {
                box(call, y);
            }
            y += levels(row.outer().children()) * LEVEL + threadGap;
            if (y < top + boxesHeight()) {
                svg.element("path", "d='M%.1f %.1f H%.1f' stroke='%s'", MARGIN, y - threadGap / 2 - 1, RIGHT, GRID);
            }
        }
    }

    private void box(Call call, double top) {
        if (!window.overlaps(call)) {
            return;
        }
        double from = windowX(Math.max(call.startNanos(), window.startNanos()));
        double to = windowX(Math.min(end(call), window.endNanos()));
        // A hair's breadth between neighbours, as long as some of the box remains.
        double width = Math.max(LEAST_BOX, to - from - (to - from > 3 ? 0.8 : 0));
        String time = Label.duration(call.durationNanos());
        svg.open("g", "");
        svg.element("title", call.name() + " " + time, "");
        svg.element(
                "rect",
                "x='%.2f' y='%.1f' width='%.2f' height='%.1f' rx='%.1f' fill='%s'",
                from,
                top,
                width,
                BOX,
                Math.min(2.5, width / 4),
                palette.color(call.name()));
        label(call.name(), time, from, top, width - 2 * PADDING);
        svg.close("g");
        for (Call child : call.children()) {
            box(child, top + LEVEL);
        }
    }

    private Arrow arrow(Place call, Place run) {
        double fromBottom = rowTop(call) + call.level() * LEVEL + BOX;
        double runRowTop = rowTop(run);
        boolean sameThread = call.tid() == run.tid();
        double rowBottom = rowTop(call) + levels(row(call).outer().children()) * LEVEL;
        double runTop = runRowTop + run.level() * LEVEL;
        double runX = windowX(run.nanos());
        return new Arrow(
                windowX(call.nanos()),
                fromBottom,
                sameThread ? fromBottom : rowBottom,
                runX,
                runTop,
                sameThread ? runTop : runRowTop,
                !sameThread && freeOnLeft(row(run).outer().children(), run.level(), runX));
    }

    /** Returns whether no box is beside that point, down to that level. */
    private boolean freeOnLeft(List<Call> calls, int level, double x) {
        for (Call call : calls) {
            // The run's callers begin slightly earlier than the run.
            boolean beside = windowX(call.startNanos()) < x - PADDING && windowX(end(call)) > x - Arrow.REACH;
            if (beside || level > 0 && !freeOnLeft(call.children(), level - 1, x)) {
                return false;
            }
        }
        return true;
    }

    private Row row(Place place) {
        return rows.stream().filter(row -> row.tid() == place.tid()).findFirst().orElseThrow();
    }

    private double rowTop(Place place) {
        return Objects.requireNonNull(rowTops.get(place.tid()));
    }

    private void label(String function, String time, double x, double top, double room) {
        double y = top + BOX / 2 + FONT * 0.36;
        String name = Label.shortName(function);
        if (Label.width(name, FONT) > room) {
            name = Label.fit(Label.methodName(function), FONT, room);
        }
        if (name.isEmpty()) {
            return;
        }
        svg.element("text", name, "x='%.1f' y='%.1f' fill='#fff' font-weight='500'", x + PADDING, y);
        if (Label.width(name, FONT) + PADDING + Label.width(time, FONT) <= room) {
            svg.element(
                    "text",
                    time,
                    "x='%.1f' y='%.1f' fill='#fff' fill-opacity='0.78' text-anchor='end'",
                    x + PADDING + room,
                    y);
        }
    }

    private void threadName(String name, double y, String color, int weight) {
        svg.element(
                "text",
                Label.fit(name, 12.5, LEFT - MARGIN - 8),
                "x='%.1f' y='%.1f' font-size='12.5' font-weight='%d' fill='%s'",
                MARGIN,
                y,
                weight,
                color);
    }

    private double boxesHeight() {
        double height = (rows.size() - 1) * threadGap;
        for (Row row : rows) {
            height += levels(row.outer().children()) * LEVEL;
        }
        return height;
    }

    /** Returns the number of levels of boxes that the window shows of these calls. */
    private int levels(List<Call> level) {
        int deepest = 0;
        for (Call call : level) {
            if (window.overlaps(call)) {
                deepest = Math.max(deepest, 1 + levels(call.children()));
            }
        }
        return deepest;
    }

    private static long end(Call call) {
        return call.startNanos() + call.durationNanos();
    }

    private double stripRow() {
        return STRIP_LEVELS * STRIP_LINE + 6;
    }

    private double stripX(long nanos) {
        return LEFT + (RIGHT - LEFT) * (nanos - firstNanos) / (lastNanos - firstNanos);
    }

    private double windowX(long nanos) {
        return LEFT + (RIGHT - LEFT) * (nanos - window.startNanos()) / (window.endNanos() - window.startNanos());
    }

    private static String milliseconds(long nanos, long step) {
        return String.format(Locale.ROOT, step % 1_000_000 == 0 ? "%.0f ms" : "%.2f ms", nanos / 1e6);
    }

    private static long firstMultiple(long step, long from) {
        return (from + step - 1) / step * step;
    }

    /** Returns the shortest of 1, 2, 5, 10, 20 .. that divides the span into at most that many parts. */
    private static long niceStep(long span, int parts) {
        long step = 1;
        while (true) {
            for (int factor : new int[] {1, 2, 5}) {
                if (span <= step * factor * parts) {
                    return step * factor;
                }
            }
            step *= 10;
        }
    }
}
