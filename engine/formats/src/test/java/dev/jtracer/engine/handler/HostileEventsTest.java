// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.flow.Flows;
import dev.jtracer.engine.handler.flow.FlowsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.warning.StallHandler;
import dev.jtracer.engine.handler.warning.WarningsHandler;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files made to take a handler long: each takes minutes where the time grows with the square of the events. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
@Tag("slow")
class HostileEventsTest {
    private static final int MANY = 200_000;

    private static ParsedTrace parse(String json, EventHandler<?>... handlers) throws IOException {
        ParsedTrace trace = new TraceProcessor(List.of(handlers))
                .parse(new ChromeTraceReader(
                        "hostile.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));
        assertThat(trace.failures()).isEmpty();
        return trace;
    }

    /** Returns a list of events. Each function computes one part of an event from its number, which counts from 0. */
    private static String events(int count, List<IntFunction<String>> parts) {
        StringBuilder json = new StringBuilder("[");
        for (IntFunction<String> part : parts) {
            for (int i = 0; i < count; i++) {
                json.append(part.apply(i)).append(",\n");
            }
        }
        return json.append("{\"ph\":\"M\",\"pid\":1,\"name\":\"end\"}]").toString();
    }

    private static String event(String phase, long tid, long micros, String name, String more) {
        return "{\"ph\":\"" + phase + "\",\"cat\":\"c\",\"pid\":1,\"tid\":" + tid + ",\"ts\":" + micros + ",\"name\":\""
                + name + "\"" + more + "}";
    }

    @Test
    void flows_amongSpansOfOneTime() throws IOException {
        ParsedTrace trace = parse(
                events(
                        MANY,
                        List.of(
                                i -> event("X", 1, 0, "call", ",\"dur\":1"),
                                i -> event("s", 1, 0, "flow", ",\"id\":" + i),
                                i -> event("f", 1, 0, "flow", ",\"id\":" + i))),
                new FlowsHandler());

        assertThat(trace.data(FlowsHandler.class).problems())
                .containsEntry(Flows.Problem.END_OUTSIDE_OF_SPANS, (long) MANY);
    }

    @Test
    void flows_behindADeepNest() throws IOException {
        ParsedTrace trace = parse(
                events(
                        MANY,
                        List.of(
                                i -> event("X", 1, i, "call", ",\"dur\":" + 2 * (MANY - i)),
                                i -> event("s", 1, 5L * MANY + i, "flow", ",\"id\":" + i))),
                new FlowsHandler());

        assertThat(trace.data(FlowsHandler.class).problems())
                .containsEntry(Flows.Problem.START_OUTSIDE_OF_SPANS, (long) MANY);
    }

    @Test
    void passes_withNumbersOfOneHash() throws IOException {
        String pass = ",\"dur\":0,\"flow_out\":true,\"args\":{\"pass\":true},\"bind_id\":\"";
        ParsedTrace trace = parse(
                events(
                        MANY / 2,
                        List.of(i -> event("X", 1, i, "call[0]", pass + ((long) i << Integer.SIZE | i) + "\""))),
                new FlowsHandler());

        assertThat(trace.data(FlowsHandler.class).arrows()).isEmpty();
    }

    @Test
    void passes_withNumbersThatDifferInTheirHighestBits() {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        int name = names.add("call[0]");
        int main = tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
        TraceEvent event = new TraceEvent(names, tracks);
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler(), new CallbacksHandler()));
        processor.start(names, tracks);
        for (int i = 1; i <= 10 * MANY; i++) {
            long number = (long) i << (Long.SIZE - 22);
            processor.handle(
                    event.set(Phase.ASYNC_BEGIN, i, name, main, SpanFlags.PASS).setBindId(number));
            processor.handle(event.set(Phase.ASYNC_END, i, name, main, SpanFlags.NONE));
        }

        assertThat(processor.finish().data(CallbacksHandler.class).rows())
                .singleElement()
                .satisfies(row -> assertThat(row.pending() + row.unclear()).isEqualTo(10L * MANY));
    }

    @Test
    void reflows_withoutTasks() throws IOException {
        ParsedTrace trace = parse(
                events(
                        MANY,
                        List.of(
                                i -> event("X", 1, 10L * i, "Layout", ",\"dur\":1"),
                                i -> event("X", 1, 10L * i + 5, "FunctionCall", ",\"dur\":1"))),
                new MetaHandler(),
                new ThreadsHandler(),
                new FlowsHandler(),
                new StallHandler(),
                new WarningsHandler());

        assertThat(trace.data(WarningsHandler.class).rows()).isEmpty();
    }

    @Test
    void labels_ofAProcess() throws IOException {
        String labels = ",\"args\":{\"labels\":\"the label with number ";
        ParsedTrace trace = parse(
                events(MANY, List.of(i -> event("M", 1, 0, "process_labels", labels + i + "\"}"))), new MetaHandler());

        assertThat(trace.data(MetaHandler.class).process(1).labels()).endsWith(",the label with number " + (MANY - 1));
    }

    @Test
    void layoutShifts_betweenNavigations() throws IOException {
        String frames = ",\"args\":{\"data\":{\"frames\":[{\"frame\":\"F\",\"url\":\"http://a\"}]}}";
        String navigation =
                ",\"args\":{\"frame\":\"F\",\"data\":{\"documentLoaderURL\":\"http://a\",\"navigationId\":\"";
        String shift = ",\"args\":{\"data\":{\"weighted_score_delta\":0.1}}";
        ParsedTrace trace = parse(
                events(
                        2 * MANY,
                        List.of(
                                i -> event("I", 1, 0, i == 0 ? "TracingStartedInBrowser" : "other", frames),
                                i -> event("R", 1, 10L * i, "navigationStart", navigation + i + "\"}}"),
                                i -> event("I", 1, 10L * i + 5, "LayoutShift", shift))),
                new MetaHandler(),
                new LayoutShiftsHandler());

        assertThat(trace.data(LayoutShiftsHandler.class).clusters()).hasSize(2 * MANY);
    }

    @Test
    void samples_ofOneDeepFrame() throws IOException {
        StringBuilder frames = new StringBuilder("\"0\":{\"name\":\"f0\"}");
        for (int i = 1; i < 2_000; i++) {
            frames.append(",\"" + i + "\":{\"name\":\"f" + i + "\",\"parent\":\"" + (i - 1) + "\"}");
        }
        ParsedTrace trace = parse(
                "{\"stackFrames\":{" + frames + "},\"traceEvents\":"
                        + events(MANY, List.of(i -> event("P", 1, i, "sample", ",\"sf\":\"1999\""))) + "}",
                new SamplesHandler());

        assertThat(trace.data(SamplesHandler.class).profiles())
                .singleElement()
                .satisfies(profile -> assertThat(profile.tree().totalCount(1)).isEqualTo(MANY));
    }
}
