// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.RetainedEvents;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.MatchedEvents;
import dev.jtracer.engine.pairing.SpanPairing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class UserTimingsHandlerTest {
    private static UserTimings timings(String lines) throws IOException {
        return parse(TraceText.json(lines.replace("@timing", "\"cat\":\"blink.user_timing\"")
                .replace("@console", "\"cat\":\"blink.console\"")));
    }

    private static UserTimings parse(String json) throws IOException {
        byte[] file = json.getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(List.of(new UserTimingsHandler()))
                .parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(file)))
                .data(UserTimingsHandler.class);
    }

    /** Name, start and duration in microseconds of each. */
    private static String table(List<MatchedEvents.Pair> events) {
        return events.stream()
                .map(event -> event.name() + " " + event.startNanos() / 1000 + " " + event.durNanos() / 1000)
                .collect(Collectors.joining("\n"));
    }

    private static List<String> names(List<TraceEvent> events) {
        return events.stream().map(TraceEvent::name).toList();
    }

    @Test
    void measures_haveBeginsAndEnds() throws IOException {
        List<MatchedEvents.Pair> measures = timings("""
                b 0x1 10 first @timing
                e 0x1 20 first @timing
                b 0x2 30 second @timing
                e 0x2 35 second @timing
                """).measures();

        assertThat(measures).extracting(MatchedEvents.Pair::name).containsExactly("first", "second");
        assertThat(measures).allSatisfy(measure -> {
            assertThat(measure.begin().phase()).isEqualTo(Phase.ASYNC_BEGIN);
            assertThat(measure.end().phase()).isEqualTo(Phase.ASYNC_END);
        });
    }

    @Test
    void measures_areInOrderOfTimeThoughTheInputIsReversed() throws IOException {
        assertThat(table(timings("""
                        e 0x3 80 third @timing
                        b 0x3 40 third @timing
                        e 0x2 35 second @timing
                        b 0x2 30 second @timing
                        e 0x1 20 first @timing
                        b 0x1 10 first @timing
                        """).measures())).isEqualTo("first 10 10\nsecond 30 5\nthird 40 40");
    }

    @Test
    void durationOfAMeasure_isItsEndMinusItsBegin() throws IOException {
        MatchedEvents.Pair measure = timings("""
                b 0x1 10.5 load @timing
                e 0x1 22.75 load @timing
                """).measures().get(0);

        assertThat(measure.durNanos()).isEqualTo(12_250);
    }

    @Test
    void nestedMeasures_comeFromTheOutsideIn() throws IOException {
        assertThat(table(timings("""
                        b 0x4 30 nested-d @timing
                        e 0x4 40 nested-d @timing
                        b 0x3 20 nested-c @timing
                        e 0x3 40 nested-c @timing
                        b 0x2 10 nested-b @timing
                        e 0x2 40 nested-b @timing
                        b 0x1 10 nested-a @timing
                        e 0x1 50 nested-a @timing
                        """).measures()))
                .isEqualTo("nested-a 10 40\nnested-b 10 30\nnested-c 20 20\nnested-d 30 10");
    }

    @Test
    void durationTimeTotal_comesBeforeItsParts() throws IOException {
        assertThat(table(timings("""
                        b 0x1 10 part-1 @timing
                        e 0x1 20 part-1 @timing
                        b 0x2 20 part-2 @timing
                        e 0x2 30 part-2 @timing
                        b 0x3 10 durationTimeTotal @timing
                        e 0x3 30 durationTimeTotal @timing
                        """).measures())).isEqualTo("durationTimeTotal 10 20\npart-1 10 10\npart-2 20 10");
    }

    @Test
    void marks_areInstantsOfEverySpelling() throws IOException {
        assertThat(names(timings("""
                        I 1 30 mark3 @timing
                        R 1 10 mark1 @timing
                        i 1 20 mark2 @timing
                        I 1 25 other "cat":"blink"
                        """).marks())).containsExactly("mark1", "mark2", "mark3");
    }

    @Test
    void categories_areComparedWhole() throws IOException {
        UserTimings timings = timings("""
                R 1 10 mark "cat":"blink.user_timing,rail"
                b 0x1 10 load "cat":"blink.user_timing,rail"
                e 0x1 20 load "cat":"blink.user_timing,rail"
                """);

        assertThat(timings.marks()).isEmpty();
        assertThat(timings.measures()).isEmpty();
    }

    @Test
    void consoleTimings_mayShareAnIdUnderDifferentNames() throws IOException {
        UserTimings timings = timings("""
                b 0x12c00282160 10 first @console
                b 0x12c00282160 11 second @console
                b 0x12c00282160 12 third @console
                e 0x12c00282160 20 first @console
                e 0x12c00282160 22 second @console
                e 0x12c00282160 25 third @console
                """);

        assertThat(table(timings.consoleTimings())).isEqualTo("first 10 10\nsecond 11 11\nthird 12 13");
        assertThat(timings.measures()).isEmpty();
    }

    @Test
    void timestamps_keepTheirMessages() throws IOException {
        UserTimings timings = timings("""
                I 1 10 TimeStamp "cat":"devtools.timeline","args":{"data":{"message":"one"}}
                i 1 20 TimeStamp "cat":"devtools.timeline","args":{"data":{"message":"two"}}
                I 1 15 TimeStamp "args":{"data":{"message":"three"}}
                """);

        assertThat(timings.timestamps())
                .extracting(event -> event.args().object("data").text("message"))
                .containsExactly("one", "three", "two");
    }

    @Test
    void measuresAndConsoleTimings_areKeptApart() throws IOException {
        UserTimings timings = timings("""
                b 0x1 10 console @console
                e 0x1 20 console @console
                b 0x2 10 load @timing
                e 0x2 20 load @timing
                """);

        assertThat(table(timings.measures())).isEqualTo("load 10 10");
        assertThat(table(timings.consoleTimings())).isEqualTo("console 10 10");
    }

    @Test
    void browserMarks_areIgnored() throws IOException {
        UserTimings timings = timings("""
                R 1 10 fetchStart @timing
                R 1 11 loadEventEnd @timing
                R 1 12 mark @timing
                b 0x1 10 domComplete @console
                e 0x1 20 domComplete @console
                i 1 13 fetchStart "cat":"log"
                """);

        assertThat(names(timings.marks())).containsExactly("mark");
        assertThat(timings.consoleTimings()).isEmpty();
        assertThat(names(timings.logs())).containsExactly("fetchStart");
    }

    @Test
    void unmatchedBeginsAndEnds_areCounted() throws IOException {
        UserTimings timings = timings("""
                b 0x1 10 open @timing
                n 0x1 12 open @timing
                e 0x2 20 late @console
                """);

        assertThat(timings.measures()).isEmpty();
        assertThat(timings.unmatchedBegins()).isEqualTo(1);
        assertThat(timings.unmatchedEnds()).isEqualTo(1);
    }

    @Test
    void logs_areJtracersLinesInOrderOfTime() throws IOException {
        assertThat(names(timings("""
                        i 1 20 second "cat":"log"
                        i 1 10 first "cat":"log"
                        i 1 15 recording "cat":"jtracer"
                        """).logs())).containsExactly("first", "second");
    }

    @Test
    void brokenDetails_doNoHarm() throws IOException {
        assertThat(table(timings("""
                        b 0x1 10 one @timing,"args":{"detail":"{\\"devtools\\":"}
                        e 0x1 20 one @timing
                        b 0x2 10 two @timing,"args":{"detail":[1]}
                        e 0x2 20 two @timing
                        b 0x3 10 three @timing,"args":"none"
                        e 0x3 20 three @timing
                        """).measures())).isEqualTo("one 10 10\ntwo 10 10\nthree 10 10");
    }

    @Test
    void consoleTimingsOfOlderWriters_pairToo() throws IOException {
        assertThat(table(timings("""
                        S 1 10 load @console,"id":"0x1"
                        F 1 30 load @console,"id":"0x1"
                        """).consoleTimings())).isEqualTo("load 10 20");
    }

    @Test
    void otherEvents_allocateNothing() {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        int main = tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
        int name = names.add("Order.place");
        TraceEvent event = new TraceEvent(names, tracks);
        UserTimingsHandler handler = new UserTimingsHandler();
        handler.initialize(new HandlerContext(
                names,
                TraceEvent.LIVE_SYMBOLS,
                tracks,
                StackFrames.NONE,
                SpanPairing.NONE,
                RetainedEvents.ofHeap(),
                List.of(handler)));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        handler.handleEvent(event.set(Phase.ASYNC_BEGIN, 0, name, main, SpanFlags.NONE));

        long before = threads.getThreadAllocatedBytes(thread);
        for (int i = 0; i < 200_000; i++) {
            handler.handleEvent(event.set(Phase.ASYNC_BEGIN, i, name, main, SpanFlags.NONE));
            handler.handleEvent(event.set(Phase.INSTANT, i, name, main, SpanFlags.NONE));
            handler.handleEvent(event.set(Phase.ASYNC_END, i, name, main, SpanFlags.NONE));
        }

        assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(20_000);
    }
}
