// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Conformance: Flows.test of DevTools' trace engine, and the flow cases of catapult's trace_event_importer_test. */
class FlowsHandlerTest {
    private static Flows flows(String lines) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        ParsedTrace trace = new TraceProcessor(List.of(new FlowsHandler()))
                .parse(new ChromeTraceReader("flows.json", new ByteArrayInputStream(json)));
        assertThat(trace.failures()).isEmpty();
        return trace.data(FlowsHandler.class);
    }

    /** An arrow a line: name, the spans' names, its times in microseconds. */
    private static String arrows(Flows flows) {
        return flows.arrows().stream()
                .map(arrow -> arrow.name() + ": " + arrow.from().name() + " -> "
                        + arrow.to().name() + " " + arrow.startNanos() / 1000 + ".." + arrow.endNanos() / 1000)
                .collect(Collectors.joining("\n"));
    }

    // catapult, version 1

    private static final String SPANS = """
            X 1 0 A "dur":10
            X 1 2 a "dur":2
            X 2 20 B "dur":10
            X 2 22 b "dur":2
            X 2 40 C "dur":10
            """;

    @Test
    void v1_bindsToTheNextSpan() throws IOException {
        Flows flows = flows(SPANS + """
                s 1 3 go "cat":"c","id":"1"
                f 2 15 go "cat":"c","id":"1"
                s 1 5 on "cat":"c","id":"1"
                f 2 22.5 on "cat":"c","id":"1"
                """);

        assertThat(arrows(flows)).isEqualTo("""
                go: a -> B 3..15
                on: A -> C 5..22""");
        assertThat(flows.problems()).isEmpty();
    }

    @Test
    void v1_nextSpanMayBeginAtTheTimeItselfBehindTheFlow() throws IOException {
        assertThat(arrows(flows("""
                        X 1 0 A "dur":10
                        X 2 20 before "dur":5
                        s 1 1 go "cat":"c","id":"1"
                        f 2 20 go "cat":"c","id":"1"
                        X 2 20 behind "dur":5
                        """))).isEqualTo("go: A -> behind 1..20");
    }

    @Test
    void v1_bindsToTheParentWithBpE() throws IOException {
        assertThat(arrows(flows(SPANS + """
                s 1 3 go "cat":"c","id":"1"
                f 2 23 go "cat":"c","id":"1","bp":"e"
                """))).isEqualTo("go: a -> b 3..23");
    }

    @Test
    void v1_bindsToTheParentInCategoriesOfInputAndIpc() throws IOException {
        assertThat(arrows(flows(SPANS + """
                s 1 3 go "cat":"benchmark,input","id":"1"
                f 2 25 go "cat":"benchmark,input","id":"1"
                s 1 3 ipc "cat":"disabled-by-default-ipc.flow","id":"1"
                f 2 26 ipc "cat":"disabled-by-default-ipc.flow","id":"1"
                """))).isEqualTo("""
                go: a -> B 3..25
                ipc: a -> B 3..26""");
    }

    @Test
    void v1_badBindingPoint_isCounted() throws IOException {
        Flows flows = flows(SPANS + """
                s 1 3 go "cat":"c","id":"1"
                f 2 23 go "cat":"c","id":"1","bp":"x"
                """);

        assertThat(flows.arrows()).isEmpty();
        assertThat(flows.problems()).isEqualTo(Map.of(Flows.Problem.BAD_BINDING_POINT, 1L));
    }

    @Test
    void v1_stepEndsAnArrowAndStartsTheNext() throws IOException {
        assertThat(arrows(flows(SPANS + """
                s 1 3 go "cat":"c","id":"1"
                t 2 22 go "cat":"c","id":"1"
                t 2 28 go "cat":"c","id":"1"
                f 2 35 go "cat":"c","id":"1"
                """))).isEqualTo("""
                go: a -> b 3..22
                go: b -> B 22..28
                go: B -> C 28..35""");
    }

    @Test
    void v1_overlappingFlows_stayApartByIdCategoryAndName() throws IOException {
        assertThat(arrows(flows(SPANS + """
                s 1 3 go "cat":"c","id":"1"
                s 1 5 go "cat":"c","id":"2"
                s 1 6 go "cat":"d","id":"1"
                s 1 7 up "cat":"c","id":"1"
                f 2 15 go "cat":"c","id":"2"
                f 2 16 up "cat":"c","id":"1"
                f 2 35 go "cat":"c","id":"1"
                f 2 36 go "cat":"d","id":"1"
                """))).isEqualTo("""
                go: A -> B 5..15
                up: A -> B 7..16
                go: a -> C 3..35
                go: A -> C 6..36""");
    }

    @Test
    void v1_outOfOrder_isTakenByTime() throws IOException {
        assertThat(arrows(flows("""
                        f 2 15 go "cat":"c","id":"1"
                        s 1 3 go "cat":"c","id":"1"
                        """ + SPANS))).isEqualTo("go: a -> B 3..15");
    }

    @Test
    void v1_bindsToBeginAndEndSpansToo() throws IOException {
        assertThat(arrows(flows("""
                        B 1 0 A
                        s 1 3 go "cat":"c","id":"1"
                        E 1 5 A
                        B 2 10 B
                        B 2 11 b
                        f 2 12 go "cat":"c","id":"1","bp":"e"
                        E 2 13 b
                        E 2 14 B
                        """))).isEqualTo("go: A -> b 3..12");
    }

    @Test
    void v1_whatDoesNotFit_isCountedAndGivesNoArrow() throws IOException {
        Flows flows = flows(SPANS + """
                s 1 11 outside "cat":"c","id":"1"
                s 9 0 nothread "cat":"c","id":"1"
                s 1 3 twice "cat":"c","id":"1"
                s 1 5 twice "cat":"c","id":"1"
                f 2 15 twice "cat":"c","id":"1"
                t 2 22 nostart "cat":"c","id":"1"
                f 2 22 nostart "cat":"c","id":"1"
                s 1 3 late "cat":"c","id":"1"
                f 2 60 late "cat":"c","id":"1"
                s 1 3 between "cat":"c","id":"1"
                t 2 35 between "cat":"c","id":"1"
                """);

        assertThat(arrows(flows)).isEqualTo("twice: a -> B 3..15");
        assertThat(flows.problems())
                .isEqualTo(Map.of(
                        Flows.Problem.START_OUTSIDE_OF_SPANS, 2L,
                        Flows.Problem.REPEATED_START, 1L,
                        Flows.Problem.NO_START, 2L,
                        Flows.Problem.END_OUTSIDE_OF_SPANS, 2L));
    }

    // catapult, version 2

    @Test
    void v2_producerLeadsToConsumer() throws IOException {
        assertThat(arrows(flows("""
                        X 1 0 A "dur":5,"bind_id":"0x1","flow_out":true
                        X 2 20 B "dur":5,"bind_id":"0x1","flow_in":true
                        """))).isEqualTo("B: A -> B 5..20");
    }

    @Test
    void v2_stepEndsAnArrowAndStartsTheNext() throws IOException {
        assertThat(arrows(flows("""
                        X 1 0 A "dur":5,"bind_id":"0x1","flow_out":true
                        X 2 20 B "dur":5,"bind_id":"0x1","flow_in":true,"flow_out":true
                        X 3 22 C "dur":5,"bind_id":"0x1","flow_in":true
                        """))).isEqualTo("""
                B: A -> B 5..20
                C: B -> C 20..22""");
    }

    @Test
    void v2_oneProducerMayHaveManyConsumers() throws IOException {
        assertThat(arrows(flows("""
                        X 1 0 A "dur":5,"bind_id":"0x1","flow_out":true
                        X 2 20 B "dur":5,"bind_id":"0x1","flow_in":true
                        X 3 30 C "dur":5,"bind_id":"0x1","flow_in":true
                        """))).isEqualTo("""
                B: A -> B 5..20
                C: A -> C 5..30""");
    }

    @Test
    void v2_manyProducersGiveOneArrow() throws IOException {
        Flows flows = flows("""
                X 1 0 A "dur":5,"bind_id":"0x1","flow_out":true
                X 2 3 B "dur":5,"bind_id":"0x1","flow_out":true
                X 3 30 C "dur":5,"bind_id":"0x1","flow_in":true
                """);

        assertThat(arrows(flows)).isEqualTo("C: A -> C 5..30");
        assertThat(flows.problems()).isEqualTo(Map.of(Flows.Problem.REPEATED_PRODUCER, 1L));
    }

    @Test
    void v2_consumerWithoutAnEarlierProducer_isCounted() throws IOException {
        Flows flows = flows("""
                X 1 10 A "dur":5,"bind_id":"0x1","flow_out":true
                X 2 3 B "dur":5,"bind_id":"0x1","flow_in":true
                X 3 30 C "dur":5,"bind_id":"0x2","flow_in":true
                """);

        assertThat(flows.arrows()).isEmpty();
        assertThat(flows.problems()).isEqualTo(Map.of(Flows.Problem.NO_PRODUCER, 2L));
    }

    @Test
    void v2_passesLeadToTheirRuns() throws IOException {
        Flows flows =
                new Schedule("""
                CBI pool 20 Pool.submit[0] #1
                CBR pool 24 Pool.submit[0]
                FNI main 0 Pool.submit
                PASS main 1 Pool.submit[0] #1
                FNR main 5 Pool.submit
                CBI main 30 Pool.submit[0] #1
                CBR main 34 Pool.submit[0]
                """).throughAFile(List.of(new FlowsHandler())).data(FlowsHandler.class);

        assertThat(arrows(flows)).isEqualTo("""
                Pool.submit[0]: Pool.submit[0] -> Pool.submit[0] 1..20
                Pool.submit[0]: Pool.submit[0] -> Pool.submit[0] 1..30""");
        assertThat(flows.problems()).isEmpty();
    }

    @Test
    void v2_passesOfTwoProcessesMayHaveTheSameNumber() throws IOException {
        assertThat(arrows(flows("""
                        b 1:1 0 a[0] "bind_id":"0x1","flow_out":true,"args":{"pass":true}
                        e 1:1 0 a[0]
                        b 2:2 1 b[0] "bind_id":"0x1","flow_out":true,"args":{"pass":true}
                        e 2:2 1 b[0]
                        b 2:3 5 b[0] "bind_id":"0x1","flow_in":true,"args":{"callback":true}
                        e 2:3 6 b[0]
                        """))).isEqualTo("b[0]: b[0] -> b[0] 1..5");
    }

    @Test
    void completeEventsLongBeforeTheFirstFlow_areSeen() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 6_000; i++) {
            lines.append("X 1 " + i * 10 + " A" + i + " \"cat\":\"c\",\"dur\":5\n");
        }
        lines.append("s 1 590 flow \"cat\":\"c\",\"id\":\"1\"\n");
        lines.append("f 1 59500 flow \"cat\":\"c\",\"id\":\"1\"\n");

        Flows flows = flows(lines.toString());

        assertThat(arrows(flows)).isEqualTo("flow: A59 -> A5951 590..59500");
    }
}
