// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.density.Density;
import dev.jtracer.engine.timeline.svg.TimelineSvg;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
    private final Path directory;

    TimelineTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private TraceText trace() {
        return new TraceText(directory);
    }

    @Test
    void rows_haveEachCallOfTheWindowOnce() throws IOException {
        TraceText trace = trace().thread(2, "worker")
                .thread(1, "main")
                .call(2, 10, 60, "W.run")
                .begin(1, 0, "A.main")
                .call(1, 5, 9, "A.early")
                .begin(1, 20, "A.f")
                .call(1, 25, 30, "A.g")
                .end(1, 40, "A.f")
                .end(1, 100, "A.main");

        Timeline timeline = trace.timeline(10, 50);

        assertThat(timeline.rows()).extracting(TimelineRow::name).containsExactly("main", "worker");
        assertThat(timeline.rows().get(0).boxes())
                .extracting(TimelineBox::name, TimelineBox::level, TimelineBox::calls)
                .containsExactly(tuple("A.main", 0), tuple("A.f", 1), tuple("A.g", 2));
        assertThat(timeline.calls()).isEqualTo(4);
        assertThat(boxes(timeline)).isEqualTo(4);
    }

    private static Tuple tuple(String name, int level) {
        return Tuple.tuple(name, level, 1L);
    }

    @Test
    void shortCalls_areOneBoxWithTheirNumberAndTheLongest() throws IOException {
        TraceText trace = trace().begin(1, 0, "A.main");
        for (int i = 0; i < 1_000; i++) {
            trace.call(1, 500 + i * 0.1, 500 + i * 0.1 + (i == 700 ? 0.09 : 0.05), i == 700 ? "A.slow" : "A.quick");
        }
        trace.end(1, 10_000, "A.main");

        List<TimelineBox> boxes = trace.timeline(0, 10_000).rows().get(0).boxes();

        assertThat(boxes).hasSize(2);
        TimelineBox run = boxes.get(1);
        assertThat(run.calls()).isEqualTo(1_000);
        assertThat(run.name()).isEqualTo("A.slow");
        assertThat(run.longestNanos()).isEqualTo(90);
        assertThat(run.busyNanos()).isEqualTo(50_040);
    }

    @Test
    void arrows_leadFromPassesToRuns_butNotToAmbiguousOnes() throws IOException {
        TraceText trace = trace().begin(1, 0, "A.main")
                .begin(1, 10, "E.execute")
                .pass(1, 11, "E.execute[0]", 1)
                .pass(1, 12, "E.execute[0]", 2)
                .end(1, 13, "E.execute")
                .end(1, 100, "A.main")
                .run(2, 30, 40, "E.execute[0]", 1, false)
                .run(2, 50, 60, "E.execute[0]", 2, true);

        Timeline timeline = trace.timeline(0, 100);

        assertThat(timeline.arrows())
                .containsExactly(new TimelineArrow(
                        "E.execute[0]", new TimelineArrow.End(0, 1, 11_000), new TimelineArrow.End(1, 0, 30_000), 1));
        assertThat(timeline.ambiguousRuns()).isEqualTo(1);
    }

    @Test
    void runInsideTheCallThatReceivedIt_hasNoArrow() throws IOException {
        TraceText trace = trace().begin(1, 0, "L.forEach")
                .pass(1, 1, "L.forEach[0]", 1)
                .run(1, 2, 3, "L.forEach[0]", 1, false)
                .end(1, 10, "L.forEach")
                .run(1, 20, 30, "L.forEach[0]", 1, false);

        assertThat(trace.timeline(0, 40).arrows())
                .extracting(arrow -> arrow.to().nanos())
                .containsExactly(20_000L);
    }

    @Test
    void arrows_overTheBorderKeepTheTimeOfTheOtherEnd() throws IOException {
        TraceText trace = trace().begin(1, 0, "A.main")
                .pass(1, 5, "E.execute[0]", 1)
                .pass(1, 50, "E.execute[0]", 2)
                .end(1, 100, "A.main")
                .run(2, 30, 40, "E.execute[0]", 1, false)
                .run(2, 90, 95, "E.execute[0]", 2, false);

        Timeline timeline = trace.timeline(20, 60);

        assertThat(timeline.arrows())
                .extracting(arrow -> arrow.from().nanos(), arrow -> arrow.to().nanos())
                .containsExactly(Tuple.tuple(5_000L, 30_000L), Tuple.tuple(50_000L, 90_000L));
        assertThat(TimelineSvg.of(trace.survey(), timeline)).contains("before the window", "after the window");
    }

    @Test
    void flowsOfOtherTracers_areArrows() throws IOException {
        TraceText trace = trace().add("{'ph':'X','ts':0,'dur':50,'pid':1,'tid':1,'name':'send'}")
                .add("{'ph':'X','ts':10,'dur':20,'pid':1,'tid':1,'name':'inner'}")
                .add("{'ph':'X','ts':60,'dur':20,'pid':1,'tid':2,'name':'receive'}")
                .add("{'ph':'s','ts':15,'pid':1,'tid':1,'id':'7','cat':'c','name':'message'}")
                .add("{'ph':'f','ts':60,'pid':1,'tid':2,'id':'7','cat':'c','name':'message'}");

        assertThat(trace.timeline(0, 100).arrows())
                .containsExactly(new TimelineArrow(
                        "message", new TimelineArrow.End(0, 1, 15_000), new TimelineArrow.End(1, 0, 60_000), 1));
    }

    @Test
    void deepRows_keepTheInnerLevelsOfTheWindowAndCountTheRest() throws IOException {
        TraceText trace = trace();
        for (int i = 0; i < 100; i++) {
            trace.begin(1, i, "R.f" + i);
        }
        for (int i = 0; i < 100; i++) {
            trace.begin(1, 200 + i, "R.g" + i);
        }
        for (int i = 99; i >= 0; i--) {
            trace.end(1, 500 - i, "R.g" + i);
        }
        for (int i = 99; i >= 0; i--) {
            trace.end(1, 1000 - i, "R.f" + i);
        }

        TimelineRow row = trace.timeline(150, 450).rows().get(0);

        assertThat(row.foldedLevels()).isEqualTo(99);
        assertThat(row.levels()).isEqualTo(24);
        assertThat(row.deeperLevels()).isEqualTo(200 - 99 - 24);
        assertThat(row.boxes().get(0).name()).isEqualTo("R.f99");
        assertThat(trace.svg(150, 450)).contains("99 outer and 77 deeper levels not shown");
    }

    @Test
    void arrowsOfLevelsThatAreNotDrawn_stayInTheirRows() throws IOException {
        TraceText trace = trace();
        for (int tid = 1; tid <= 16; tid++) {
            for (int i = 0; i < 12; i++) {
                trace.begin(tid, i, "A.f" + i);
            }
            if (tid == 1) {
                trace.pass(1, 20, "A.f11[0]", 1);
            }
            for (int i = 11; i >= 0; i--) {
                trace.end(tid, 90 - i, "A.f" + i);
            }
        }
        trace.run(2, 95, 99, "A.f11[0]", 1, false);

        String svg = trace.svg(0, 100);

        double noteOfRow = number("y='([0-9.]+)'>6 deeper levels", svg);
        assertThat(number("<circle class='tip' cx='[0-9.]+' cy='([0-9.]+)'", svg))
                .as("the dot where the callback is passed")
                .isBetween(noteOfRow - 20, noteOfRow - 11);
    }

    private static double number(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void virtualThreads_shareLanes() throws IOException {
        TraceText trace = trace();
        for (int i = 0; i < 40; i++) {
            trace.add(
                            "{'ph':'b','ts':%d,'pid':1,'tid':%d,'cat':'java','id2':{'local':'%x'},'name':'virtual threads','args':{'thread':'v'}}",
                            i * 10, 100 + i, 100 + i)
                    .call(100 + i, i * 10, i * 10 + 15, "V.run");
        }

        Timeline timeline = trace.timeline(0, 500);

        assertThat(timeline.rows()).extracting(TimelineRow::lane).containsExactly(0, 1);
        assertThat(boxes(timeline)).isEqualTo(40);
        assertThat(timeline.virtualThreads()).isEqualTo(40);
        assertThat(timeline.hiddenVirtualThreads()).isZero();
    }

    @Test
    void manyThreads_showTheBusiestAndCountTheRest() throws IOException {
        TraceText trace = trace();
        for (int tid = 1; tid <= 130; tid++) {
            trace.thread(tid, "worker-" + tid);
            for (int i = 0; i < 30; i++) {
                trace.begin(tid, i * 10, "W.outer").call(tid, i * 10 + 1, i * 10 + 2 + tid / 50.0, "W.inner" + i);
                trace.end(tid, i * 10 + 2 + tid / 20.0, "W.outer");
            }
        }

        Timeline timeline = trace.timeline(0, 300);
        String svg = TimelineSvg.of(trace.survey(), timeline);

        assertThat(timeline.rows())
                .extracting(TimelineRow::name)
                .startsWith("worker-115")
                .endsWith("worker-130");
        assertThat(timeline.hiddenThreads()).isEqualTo(114);
        assertThat(svg).hasSizeLessThan(TimelineSvg.MOST_BYTES).contains("114 other threads");
        assertThat(trace.svg(0, 300)).isEqualTo(svg);
    }

    @Test
    void names_areEscapedAndShortened() throws IOException {
        String name = "</text><script>alert(1)</script>&\\u2028\\u0000" + "x".repeat(5_000);

        String svg = trace().thread(1, "<b>&").call(1, 0, 100, name).svg(0, 100);

        assertThat(svg)
                .doesNotContain("<script", "\u2028", "\u0000", "<b>")
                .contains("&lt;script&gt;", "&lt;b&gt;&amp;");
        assertThat(svg).hasSizeLessThan(10_000);
    }

    @Test
    void manyBoxes_areMergedUntilTheyFit() throws IOException {
        TraceText trace = trace().begin(1, 0, "A.main");
        for (int i = 0; i < 200_000; i++) {
            int level = i % 3;
            trace.call(1 + level, i, i + 0.4 + i % 7 / 10.0, "A.f" + i % 50);
        }
        TimelineWindow window = new TimelineWindow(0, 200_000_000, null);
        TimelineLimits limits = new TimelineLimits(100_000, 16, 6, 24, 5_000, 10);

        Timeline timeline = trace.timeline(window, limits);

        assertThat(boxes(timeline)).isBetween(1L, 5_000L);
        assertThat(timeline.rows().stream()
                        .flatMap(row -> row.boxes().stream())
                        .mapToLong(TimelineBox::calls)
                        .sum())
                .isEqualTo(200_001);
    }

    @Test
    void survey_choosesTheSlowestCallThatIsNotMostOfTheTrace() throws IOException {
        TraceText trace = trace().begin(1, 0, "A.main")
                .call(1, 100_000, 150_000, "A.slow")
                .call(1, 200_000, 220_000, "A.other")
                .end(1, 900_000, "A.main")
                .call(2, 300_000, 300_010, "T.tick");

        Survey survey = trace.survey();

        assertThat(survey.roots(1).orElseThrow().name()).isEqualTo("T.tick");
        assertThat(survey.roots(2).orElseThrow().name())
                .as("open throughout, so behind the others")
                .isEqualTo("A.main");
        assertThat(survey.roots(3)).isEmpty();
        assertThat(survey.defaultWindow()).as("of few calls").isEqualTo(survey.whole());
        for (int i = 0; i < 1_000; i++) {
            trace.call(3, i, i + 0.5, "A.fast");
        }
        TimelineWindow window = trace.survey().defaultWindow();
        assertThat(window.call()).isNotNull().extracting(FoundCall::name).isEqualTo("A.slow");
        assertThat(window.contains(100_000_000) && window.contains(150_000_000)).isTrue();
    }

    @Test
    void survey_numbersRootCallsAsALongerOneDoes() throws IOException {
        TraceText trace = trace().call(1, 0, 1_000, "A.main")
                .call(2, 0, 1_000, "Poller.run")
                .call(3, 500, 510, "A.serve");

        assertThat(trace.survey(1).roots()).isEqualTo(trace.survey().roots().subList(0, 1));
        assertThat(trace.survey(1).roots(1).orElseThrow().name()).isEqualTo("A.serve");
    }

    @Test
    void survey_saysWhetherTimesGoBack() throws IOException {
        TraceText forth = trace().begin(1, 10, "A.a")
                .begin(1, 15, "A.b")
                .end(1, 20, "A.b")
                .end(1, 30, "A.a");
        TraceText back =
                trace().begin(1, 10, "A.a").begin(1, 5, "A.b").end(1, 20, "A.b").end(1, 30, "A.a");

        assertThat(forth.survey().inOrder()).isTrue();
        assertThat(back.survey().inOrder()).isFalse();
    }

    @Test
    void overview_followsTheThreadsOverTheWholeTime() throws IOException {
        TraceText trace = trace();
        for (int i = 0; i < 5_000; i++) {
            trace.call(1, i * 1_000, i * 1_000 + 500, i < 2_500 ? "A.first" : "A.second");
        }

        Survey survey = trace.survey();
        int track = trace.timeline(0, 10).rows().get(0).track();
        Density.Row row = survey.density().ofTrack(track, false).get(0);

        assertThat(row.slices().stream().map(Density.Slice::busiest).filter(name -> !name.isEmpty()))
                .startsWith("A.first")
                .endsWith("A.second");
        assertThat(row.slices().stream().mapToLong(Density.Slice::openNanos).sum())
                .isEqualTo(5_000 * 500_000L);
        assertThat(row.firstSlice()).isZero();
        assertThat(row.slices()).hasSizeBetween(500, 1024);
        assertThat(trace.svg(0, 10)).contains("class='bar q");
    }

    @Test
    void overview_hasTheOuterLevelsOfEachThread() throws IOException {
        TraceText trace = trace();
        for (int i = 0; i < 6; i++) {
            trace.begin(1, i, "A.f" + i);
        }
        for (int i = 5; i >= 0; i--) {
            trace.end(1, 100 - i, "A.f" + i);
        }
        trace.call(2, 0, 10, "B.g");

        assertThat(trace.survey().density().rows())
                .extracting(
                        Density.Row::level,
                        row -> row.slices().get(50 % row.slices().size()).busiest())
                .contains(
                        Tuple.tuple(0, "A.f0"),
                        Tuple.tuple(1, "A.f1"),
                        Tuple.tuple(2, "A.f2"),
                        Tuple.tuple(3, "A.f3"),
                        Tuple.tuple(0, "B.g"))
                .hasSize(5);
    }

    private static long boxes(Timeline timeline) {
        return timeline.rows().stream().mapToLong(row -> row.boxes().size()).sum();
    }
}
