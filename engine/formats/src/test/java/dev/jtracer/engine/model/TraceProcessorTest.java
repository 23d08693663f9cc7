// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TraceProcessorTest {
    private static final String CALLS = TraceText.json("""
            b 0x1 0 f
            e 0x1 5 f
            """);

    private static ChromeTraceReader reader(String json) {
        return new ChromeTraceReader("trace.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void parse_givesEachHandlersResult() throws IOException {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler()));

        ParsedTrace trace = processor.parse(reader(CALLS));

        assertThat(trace.data(FunctionsHandler.class).rows()).hasSize(1);
        assertThat(trace.report().events()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trace.data(MetaHandler.class))
                .withMessage("no handler 'MetaHandler' took part");
    }

    @Test
    void secondParse_isRefused() throws IOException {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler(), new MetaHandler()));
        processor.parse(reader(CALLS));

        assertThatIllegalStateException()
                .isThrownBy(() -> processor.parse(reader(CALLS)))
                .withMessage("Trace processor can't start parsing when not idle. Current state: FINISHED");
    }

    @Test
    void brokenTrace_leavesTheProcessorFailed() {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler()));

        assertThatExceptionOfType(TraceSyntaxException.class).isThrownBy(() -> processor.parse(reader("{\"a\":1}")));
        assertThatIllegalStateException()
                .isThrownBy(() -> processor.parse(reader(CALLS)))
                .withMessage("Trace processor can't start parsing when not idle. Current state: FAILED");
    }

    @Test
    void failingHandler_isDroppedAndTheOthersGoOn() throws IOException {
        TraceProcessor processor = new TraceProcessor(List.of(new Dependent(), new Failing(), new FunctionsHandler()));

        ParsedTrace trace = processor.parse(reader(CALLS));

        assertThat(trace.data(FunctionsHandler.class).rows()).hasSize(1);
        assertThat(trace.failures()).containsOnlyKeys(Failing.class, Dependent.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> trace.data(Failing.class))
                .withMessage("Failing failed")
                .withStackTraceContaining("planted at f");
    }

    @Test
    void handlerWithoutData_isDroppedAndTheOthersGoOn() throws IOException {
        TraceProcessor processor = new TraceProcessor(List.of(new WithoutData(), new FunctionsHandler()));

        ParsedTrace trace = processor.parse(reader(CALLS));

        assertThat(trace.data(FunctionsHandler.class).rows()).hasSize(1);
        assertThat(trace.failures()).containsOnlyKeys(WithoutData.class);
    }

    @Test
    void live_givesWhatTheSameEventsInAFileGive() throws IOException {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        int f = names.add("f");
        int main = tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
        TraceEvent event = new TraceEvent(names, tracks);
        TraceProcessor processor =
                new TraceProcessor(List.of(new FunctionsHandler(), new MetaHandler(), new ThreadsHandler()));
        processor.start(names, tracks);
        processor.handle(event.set(Phase.ASYNC_BEGIN, 0, f, main, SpanFlags.NONE));
        processor.handle(event.set(Phase.ASYNC_END, 5_000, f, main, SpanFlags.NONE));
        ParsedTrace live = processor.finish();
        ParsedTrace read = new TraceProcessor(List.of(new FunctionsHandler(), new MetaHandler(), new ThreadsHandler()))
                .parse(reader(CALLS));

        assertThat(live.data(FunctionsHandler.class)).isEqualTo(read.data(FunctionsHandler.class));
        assertThat(live.report()).isEqualTo(ImportReport.NONE);
        assertThat(TraceText.tree(live.data(ThreadsHandler.class))).isEqualTo("main\n  f 0..5 self 5\n");
    }

    // The items of DevTools' Processor test that are not above; those about orders are in HandlerOrderTest.

    @Test
    void secondParse_whileOneRunsIsRefusedAndHarmsItNot() throws IOException {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler()));
        FakeSource first = new FakeSource(10, true) {
            @Override
            void deliver(int event) {
                assertThatIllegalStateException()
                        .isThrownBy(() -> processor.parse(new FakeSource(2, true)))
                        .withMessage("Trace processor can't start parsing when not idle. Current state: PARSING");
            }
        };

        ParsedTrace trace = processor.parse(first);

        assertThat(trace.data(FunctionsHandler.class).rows().get(0).finished().count())
                .isEqualTo(5);
    }

    @Test
    void parseAfterAFailedOne_namesTheFailedState() {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler()));
        assertThatExceptionOfType(TraceSyntaxException.class).isThrownBy(() -> processor.parse(reader("7")));

        assertThatIllegalStateException()
                .isThrownBy(() -> processor.parse(reader(CALLS)))
                .withMessage("Trace processor can't start parsing when not idle. Current state: FAILED");
    }

    @Test
    void missingDependency_isNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TraceProcessor(List.of(new Dependent())))
                .withMessage("Required handler Failing not provided.");
    }

    private static class Failing implements EventHandler<String> {
        private boolean failed;

        @Override
        public void initialize(HandlerContext context) {}

        @Override
        public void handleEvent(TraceEvent event) {
            if (failed) {
                throw new AssertionError("asked again after its failure");
            }
            failed = true;
            throw new IllegalArgumentException("planted at " + event.name());
        }

        @Override
        public void finish() {}

        @Override
        public String data() {
            if (failed) {
                throw new IllegalStateException("Failing is not finished");
            }
            return "fine";
        }
    }

    private static final class WithoutData implements EventHandler<String> {
        @Override
        public void initialize(HandlerContext context) {}

        @Override
        public void handleEvent(TraceEvent event) {}

        @Override
        public void finish() {}

        @Override
        @SuppressWarnings("NullAway") // a handler written without checks
        public String data() {
            return null;
        }
    }

    private static final class Dependent implements EventHandler<String> {
        private HandlerContext context = HandlerContext.NONE;
        private String result = "";

        @Override
        public void initialize(HandlerContext context) {
            this.context = context;
        }

        @Override
        public void handleEvent(TraceEvent event) {}

        @Override
        public void finish() {
            result = context.dataOf(Failing.class);
        }

        @Override
        public String data() {
            return result;
        }

        @Override
        public Set<Class<? extends EventHandler<?>>> dependsOn() {
            return Set.of(Failing.class);
        }
    }
}
