// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline.svg;

import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.timeline.FoundCall;
import dev.jtracer.engine.timeline.Survey;
import dev.jtracer.engine.timeline.Timeline;
import dev.jtracer.engine.timeline.TimelineArrow;
import dev.jtracer.engine.timeline.TimelineBox;
import dev.jtracer.engine.timeline.TimelineRow;
import dev.jtracer.engine.timeline.TimelineWindow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A timeline as SVG: the whole trace as a strip, and the window as nested boxes, a row for each thread. Readable at
 * 800 pixels, in light and dark, and at most {@value #MOST_BYTES} bytes long: details are dropped until it is.
 */
public final class TimelineSvg {
    /** Limit of the length of a timeline. */
    public static final int MOST_BYTES = 300_000;

    private static final double WIDTH = 900;
    private static final double MARGIN = 18;
    private static final double LEFT = 138;
    private static final double RIGHT = WIDTH - MARGIN;
    private static final double OVERVIEW_TOP = 66;
    private static final double RULER = 24;
    private static final double GAP = 14;
    private static final double GAP_WITH_ARROWS = 32;
    private static final double NOTE_LINE = 17;
    private static final int MOST_LEVELS = 90;
    private static final int LEAST_LEVELS = 6;
    private static final int MOST_ARROWS = 80;
    private static final int ROWS_APART = 8;
    private static final double SMALL_GAP_WITH_ARROWS = 22;

    /** The style sheet, for light and dark. */
    private static final String STYLE = """
            <style>
            svg{max-width:100%;height:auto}
            text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:11.5px}
            .card{fill:#fff;stroke:#d5dce4}
            .ink{fill:#17212b}
            .faint{fill:#5b6878}
            .small{font-size:10.5px}
            .head{font-size:15.5px;font-weight:600}
            .row{font-weight:600}
            .end{text-anchor:end}
            .mid{text-anchor:middle}
            .grid{stroke:#e6ebf0;fill:none}
            .strip{fill:#f3f6f9}
            .lens{fill:#2f6fed;fill-opacity:.09}
            .frame{fill:#2f6fed;fill-opacity:.1;stroke:#2f6fed;stroke-width:1.5}
            .label{fill:#0d1822;font-weight:500}
            .time{fill:#0d1822;fill-opacity:.72;text-anchor:end}
            .palette{}
            .box,.bar{stroke:none}
            .run{stroke-width:.7;fill-opacity:.6}
            .q3{fill-opacity:.8}.q2{fill-opacity:.6}.q1{fill-opacity:.42}
            .threw{fill:#9c1020}
            .seam{fill:none;stroke:#fff;stroke-width:4;stroke-opacity:.85}
            .arrow{fill:none;stroke:#c4004f;stroke-width:1.6}
            .beyond{stroke-dasharray:4 3}
            .tip{fill:#c4004f;stroke:#fff;stroke-width:1;paint-order:stroke}
            @media(prefers-color-scheme:dark){
            .card{fill:#151b23;stroke:#303a47}
            .ink{fill:#e8eef5}
            .faint{fill:#9dabbc}
            .grid{stroke:#27303b}
            .strip{fill:#1c242e}
            .lens{fill:#6ea0ff;fill-opacity:.12}
            .frame{fill:#6ea0ff;fill-opacity:.2;stroke:#6ea0ff}
            .run{fill-opacity:.55}
            .runs{fill:#e8eef5}
            .seam{stroke:#151b23}
            .arrow{stroke:#ff7aa8}
            .tip{fill:#ff7aa8;stroke:#151b23}
            }
            </style>
            """;

    private final Survey survey;
    private final Timeline timeline;
    private final List<TimelineRow> rows;
    private final List<TimelineArrow> arrows;
    private final Palette palette;
    private final Svg svg = new Svg();

    /**
     * The detail in which a timeline is drawn.
     *
     * @param leastPixels calls shorter than this are merged
     * @param levels levels of a row
     */
    private record Detail(double leastPixels, int levels, int arrows) {
        private static final double MOST_PIXELS = 24;

        Detail less() {
            return leastPixels < MOST_PIXELS
                    ? new Detail(leastPixels * 1.6, levels, Math.max(20, arrows * 3 / 4))
                    : new Detail(leastPixels * 1.6, Math.max(1, levels / 2), arrows / 2);
        }
    }

    private TimelineSvg(Survey survey, Timeline timeline, Detail detail) {
        this.survey = survey;
        this.timeline = timeline;
        long leastNanos = scale().nanos(detail.leastPixels);
        this.rows = timeline.rows().stream()
                .map(row -> row.simplified(detail.levels, leastNanos))
                .toList();
        this.arrows = TimelineArrow.evenly(timeline.arrows(), detail.arrows);
        // The calls of the window get their colours before those of the overview, so that few of them share one.
        this.palette = new Palette(rows.stream()
                .flatMap(row -> row.boxes().stream())
                .map(TimelineBox::name)
                .distinct()
                .toList());
    }

    /** Returns the text of a timeline. */
    public static String of(Survey survey, Timeline timeline) {
        int rows = Math.max(1, timeline.rows().size());
        Detail detail = new Detail(0.75, Math.max(LEAST_LEVELS, MOST_LEVELS / rows), MOST_ARROWS);
        while (true) {
            String svg = new TimelineSvg(survey, timeline, detail).draw();
            if (svg.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES || detail.levels == 1) {
                return svg;
            }
            detail = detail.less();
        }
    }

    private TimeScale scale() {
        TimelineWindow window = timeline.window();
        return new TimeScale(survey.originNanos(), window.fromNanos(), window.toNanos(), LEFT, RIGHT);
    }

    private String draw() {
        SvgOverview overview = new SvgOverview(survey, timeline, palette, LEFT, RIGHT);
        double rulerTop = OVERVIEW_TOP + overview.height();
        List<RowLayout> places = RowLayout.of(rows, rulerTop + RULER + 6, gap());
        double bottom = rulerTop + RULER + 6;
        for (RowLayout place : places) {
            bottom = Math.max(bottom, place.bottom() + place.noteHeight());
        }
        bottom += arrows.isEmpty() ? 8 : 14;
        TimeScale scale = scale();
        heading();
        overview.draw(svg, OVERVIEW_TOP, MARGIN);
        ruler(scale, rulerTop, bottom);
        SvgBoxes boxes = new SvgBoxes(scale, timeline.window(), palette, svg);
        for (int i = 0; i < places.size(); i++) {
            row(places.get(i), i > 0 ? places.get(i - 1) : null);
            boxes.draw(places.get(i));
        }
        SvgArrows drawn = new SvgArrows(scale, timeline.window(), places, svg);
        arrows.forEach(drawn::draw);
        double height = notes(bottom + 8, boxes, drawn);
        svg.close("svg");
        return opening(height) + svg;
    }

    private double gap() {
        if (arrows.isEmpty()) {
            return GAP;
        }
        return rows.size() <= ROWS_APART ? GAP_WITH_ARROWS : SMALL_GAP_WITH_ARROWS;
    }

    private static String opening(double height) {
        Svg svg = new Svg();
        svg.element("svg").attribute("xmlns", "http://www.w3.org/2000/svg");
        svg.attribute("viewBox", "0 0 " + Svg.number(WIDTH) + ' ' + Svg.number(height));
        svg.attribute("width", WIDTH)
                .attribute("height", height)
                .attribute("role", "img")
                .begin();
        svg.raw("\n").raw(STYLE.replace(".palette{}\n", Palette.rules()));
        svg.rect("card", 0.5, 0.5, WIDTH - 1, height - 1).attribute("rx", 10).end();
        return svg.toString();
    }

    private void heading() {
        String whole = CountText.calls(survey.calls(), survey.runs()) + ", " + CountText.of(survey.threads(), "thread")
                + ", " + DurationText.of(survey.nanos());
        double room = RIGHT - MARGIN - BoxLabel.width(whole, 11.5) - 20;
        String title = survey.title().isEmpty() ? "A trace" : survey.title();
        svg.text("ink head", MARGIN, 32, BoxLabel.fit(title, 15.5, room));
        svg.text("faint end", RIGHT, 32, whole);
        svg.text("faint", MARGIN, 51, BoxLabel.fit(windowText(), 11.5, RIGHT - MARGIN));
    }

    private String windowText() {
        TimelineWindow window = timeline.window();
        TimeScale scale = scale();
        StringBuilder text = new StringBuilder();
        text.append("Window of ").append(DurationText.of(window.nanos()));
        text.append(", from ").append(scale.text(window.fromNanos()));
        text.append(" to ").append(scale.text(window.toNanos()));
        text.append(", ").append(CountText.calls(timeline.calls(), timeline.runs()));
        FoundCall call = window.call();
        if (call != null) {
            text.append("; around ").append(BoxLabel.shortName(call.name())).append(", ");
            text.append(DurationText.of(call.durationNanos()));
        }
        return text.toString();
    }

    private void ruler(TimeScale scale, double top, double bottom) {
        svg.rect("lens", LEFT, top, RIGHT - LEFT, RULER - 4).end();
        StringBuilder lines = new StringBuilder();
        for (TimeScale.Tick tick : scale.ticks()) {
            lines.append(Svg.path("M", tick.x(), top + RULER - 4, "V", bottom));
            svg.text("faint small " + tick.anchor(), tick.x(), top + 13.5, tick.label());
        }
        svg.path("grid", lines.toString());
    }

    private void row(RowLayout place, @Nullable RowLayout before) {
        TimelineRow row = place.row();
        boolean continues = before != null && before.row().isLane() && row.isLane();
        if (before != null && !continues) {
            double y = (before.bottom() + before.noteHeight() + place.top()) / 2;
            svg.path("grid", Svg.path("M", MARGIN, y, "H", RIGHT));
        }
        if (!continues) {
            svg.text("ink row", MARGIN, place.top() + 13.5, BoxLabel.fit(row.name(), 12.2, LEFT - MARGIN - 8));
            if (row.isLane() && timeline.virtualThreads() > 1) {
                svg.text("faint small", MARGIN, place.top() + 28, DecimalText.grouped(timeline.virtualThreads()));
            }
        }
        if (!place.note().isEmpty()) {
            svg.text("faint small", LEFT, place.bottom() + 11, place.note());
        }
    }

    /** Draws the legend and notes about what is dropped. Returns the height of the timeline. */
    private double notes(double top, SvgBoxes boxes, SvgArrows drawn) {
        double y = top + 4;
        double x = MARGIN;
        if (!arrows.isEmpty()) {
            SvgArrows.sample(svg, x + 3, y - 3.5);
            String meaning = "from where a callback is passed to where it runs"
                    + (drawn.anyBeyond() ? "; dashed: one end is not shown" : "");
            svg.text("faint small", x + 36, y, meaning);
            x += 36 + BoxLabel.width(meaning, 10.5) + 16;
        }
        for (SvgBoxes.Sample sample : boxes.samples()) {
            double width = 22 + BoxLabel.width(sample.meaning(), 10.5) + 16;
            if (x > MARGIN && x + width > RIGHT + 16) {
                x = MARGIN;
                y += NOTE_LINE;
            }
            svg.raw("<path class='" + sample.style() + "' transform='translate(" + Svg.number(x) + ' '
                    + Svg.number(y - 9) + ")' d='" + sample.path() + "'/>\n");
            svg.text("faint small", x + 22, y, sample.meaning());
            x += width;
        }
        boolean any = x > MARGIN;
        for (String note : hidden()) {
            y += any ? NOTE_LINE : 0;
            any = true;
            svg.text("faint small", MARGIN, y, note);
        }
        return any ? y + 14 : top;
    }

    private static long count(List<TimelineArrow> some) {
        return some.stream().mapToLong(TimelineArrow::count).sum();
    }

    private List<String> hidden() {
        List<String> notes = new ArrayList<>();
        if (timeline.rows().isEmpty()) {
            notes.add("No call in this window.");
        }
        if (timeline.hiddenThreads() > 0) {
            notes.add(CountText.of(timeline.hiddenThreads(), "other thread") + " with calls in this window not shown; "
                    + "--threads names those to show");
        }
        if (timeline.hiddenVirtualThreads() > 0) {
            notes.add(CountText.of(timeline.hiddenVirtualThreads(), "virtual thread") + " of "
                    + DecimalText.grouped(timeline.virtualThreads())
                    + " not shown, which ran at the same time as others");
        }
        long hiddenArrows = timeline.hiddenArrows() + count(timeline.arrows()) - count(arrows);
        if (hiddenArrows > 0) {
            notes.add(CountText.of(hiddenArrows, "arrow") + " not shown");
        }
        if (timeline.ambiguousRuns() > 0) {
            notes.add(CountText.of(timeline.ambiguousRuns(), "run")
                    + " without an arrow: several calls may have received the callback");
        }
        return notes;
    }
}
