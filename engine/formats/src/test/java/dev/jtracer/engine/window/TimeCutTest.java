// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimeCutTest {
    private static final String RUN = ",\"flow_in\":true,\"args\":{\"callback\":true},\"bind_id\":\"0x";
    private static final String PASS = ",\"flow_out\":true,\"args\":{\"pass\":true},\"bind_id\":\"0x";

    static LongStream seeds() {
        return LongStream.range(0, 150);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void callsOfAnyWindow_areThoseOfTheModel(long seed) throws IOException {
        for (RandomCalls.Form form : RandomCalls.Form.values()) {
            RandomCalls trace = new RandomCalls(seed, form);
            CutWindow window = window(new Random(seed), trace.latest());

            List<CutCall> calls = CutCall.of(new TimeCut(trace.source(), window));

            assertThat(calls)
                    .as("%s in %s of%n%s", form, window, trace.json())
                    .containsExactlyInAnyOrderElementsOf(trace.expected(window));
        }
    }

    private static CutWindow window(Random random, long latest) {
        // Half of the borders are at multiples of 250, as half of the traces' times are.
        long step = random.nextBoolean() ? 250 : 1;
        long from = random.nextInt((int) (latest / step) + 1) * step;
        long to = from + (1 + random.nextInt((int) (latest / step) + 1)) * step;
        return switch (random.nextInt(4)) {
            case 0 -> new CutWindow(CutWindow.OPEN_START, to);
            case 1 -> new CutWindow(from, CutWindow.OPEN_END);
            default -> new CutWindow(from, to);
        };
    }

    @Test
    void callsOverTheBorders_areBegunAndEndedThereAndFlagged() throws IOException {
        List<TraceEvent> events = events(
                new CutWindow(2_000, 6_000),
                "b 1 outer",
                "b 3 in",
                "e 4 in",
                "b 5 late",
                "e 7 late",
                "e 8 outer",
                "b 9 after",
                "e 10 after");

        assertThat(events.stream().map(TimeCutTest::text))
                .containsExactly(
                        "b 2000 outer flags 4",
                        "b 3000 in flags 0",
                        "e 4000 in flags 0",
                        "b 5000 late flags 0",
                        "e 6000 late flags 6",
                        "e 6000 outer flags 6");
        assertThat(events.stream().map(TraceEvent::index)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void callAroundTheWholeWindow_isThereWithoutAnEventInIt() throws IOException {
        List<TraceEvent> events = events(new CutWindow(2_000, 6_000), "b 1 outer", "e 8 outer");

        assertThat(events.stream().map(TimeCutTest::text))
                .containsExactly("b 2000 outer flags 4", "e 6000 outer flags 6");
    }

    @Test
    void callThatIsStillOpenAtTheEndOfTheTrace_staysOpen() throws IOException {
        List<TraceEvent> events = events(new CutWindow(2_000, 60_000), "b 1 outer", "b 3 in", "e 4 in");

        assertThat(events.stream().map(TimeCutTest::text))
                .containsExactly("b 2000 outer flags 4", "b 3000 in flags 0", "e 4000 in flags 0");
    }

    @Test
    void continuedRun_keepsItsKindAndLosesItsArrow() throws IOException {
        List<TraceEvent> events = events(
                new CutWindow(2_000, 6_000),
                "b 1 run ,\"bind_id\":\"0x5\",\"flow_in\":true,\"args\":{\"callback\":true}",
                "e 3 run");

        TraceEvent begin = events.get(0);
        assertThat(begin.flags()).isEqualTo(SpanFlags.CALLBACK | SpanFlags.CONTINUED);
        assertThat(begin.bindId()).isZero();
        assertThat(begin.otherFields().asMap()).doesNotContainKeys("bind_id", "flow_in");
    }

    @Test
    void arrowsWithOneEndInTheWindow_areCounted() throws IOException {
        TimeCut cut = cut(
                new CutWindow(2_000, 6_000),
                "b 1 p1 " + PASS + "1\"",
                "e 1 p1",
                "b 3 p2 " + PASS + "2\"",
                "e 3 p2",
                "b 3.5 p3 " + PASS + "3\"",
                "e 3.5 p3",
                "b 4 r1 " + RUN + "1\"",
                "e 4.1 r1",
                "b 5 r2 " + RUN + "2\"",
                "e 5.1 r2",
                "b 7 r3 " + RUN + "3\"",
                "e 7.1 r3",
                "b 8 r1 " + RUN + "1\"",
                "e 8.1 r1");

        cut.read(event -> {});

        assertThat(cut.counts().runs()).as("1 from before").isEqualTo(1);
        assertThat(cut.counts().passes()).as("3 to after").isEqualTo(1);
        assertThat(cut.counts().countsArrows()).isTrue();
    }

    @Test
    void runThatIsReadBeforeItsPass_hasIt() throws IOException {
        // The passes are on another row, which comes later.
        TimeCut reversed = cut(
                new CutWindow(2_000, 6_000),
                "b 4 r1 " + RUN + "1\"",
                "e 4.1 r1",
                "b 5 r2 " + RUN + "2\"",
                "e 5.1 r2",
                "b 5.5 r2 " + RUN + "2\"",
                "e 5.6 r2",
                "b 5.7 r9 " + RUN + "9\"",
                "e 5.8 r9",
                "B 2.5 p1 " + PASS + "1\"",
                "E 2.5 p1",
                "B 3 p2 " + PASS + "2\"",
                "E 3 p2");
        reversed.read(event -> {});

        assertThat(reversed.counts().runs()).as("9").isEqualTo(1);
        assertThat(reversed.counts().passes()).isZero();
    }

    @Test
    void window_withoutLength_isRefused() {
        assertThatThrownBy(() -> new CutWindow(5, 5)).hasMessageContaining("give the earlier time first");
    }

    @Test
    void adjacentWindows_coverATrace() {
        assertThat(CutWindow.every(10, 5, 30))
                .containsExactly(
                        new CutWindow(CutWindow.OPEN_START, 15),
                        new CutWindow(15, 25),
                        new CutWindow(25, CutWindow.OPEN_END));
        assertThat(CutWindow.every(100, 5, 30)).hasSize(1);
    }

    private static List<TraceEvent> events(CutWindow window, String... lines) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        cut(window, lines).read(event -> events.add(event.copy()));
        return events;
    }

    private static String text(TraceEvent event) {
        return event.phase().code() + " " + event.tsNanos() + " " + event.name() + " flags " + event.flags();
    }

    /** Each line is a phase, microseconds, a name, and members of the event. */
    private static TimeCut cut(CutWindow window, String... lines) throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (String line : lines) {
            String[] words = line.split(" ", 4);
            assertThat(Phase.of(words[0].charAt(0))).isNotNull();
            json.append(json.length() > 1 ? ",\n" : "\n")
                    .append("{\"ph\":\"")
                    .append(words[0])
                    .append("\",\"ts\":")
                    .append(words[1])
                    .append(",\"pid\":1,\"tid\":2,\"cat\":\"java\",\"id2\":{\"local\":\"0x2\"},\"name\":\"")
                    .append(words[2])
                    .append('"')
                    .append(words.length > 3 ? words[3] : "")
                    .append('}');
        }
        json.append("]");
        byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
        return new TimeCut(new ChromeTraceReader("a.json", new ByteArrayInputStream(bytes)), window);
    }
}
