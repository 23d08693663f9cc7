// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FunctionsHandlerTest {
    private static String table(String lines) throws IOException {
        return TraceText.table(TraceText.parse(TraceText.json(lines)).data(FunctionsHandler.class));
    }

    @Test
    void rows_areTheSlowestOnAverageFirstAndThoseSeenLaterFirstOfEquals() throws IOException {
        assertThat(table("""
                                b 0x1 0 outer
                                b 0x1 10 early
                                e 0x1 20 early
                                b 0x1 20 early
                                e 0x1 50 early
                                b 0x1 50 late
                                e 0x1 70 late "args":{"threw":true}
                                e 0x1 100 outer
                                b 0x1 100 outer
                                e 0x1 100.005 outer
                                """)).isEqualTo("""
                        outer count 2 min 0.005 avg 50.003 max 100 self 40.005 threw 0 unfinished 0
                        late count 1 min 20 avg 20 max 20 self 20 threw 1 unfinished 0
                        early count 2 min 10 avg 20 max 30 self 40 threw 0 unfinished 0
                        """);
    }

    @Test
    void unfinishedCalls_areCountedApart() throws IOException {
        assertThat(table("""
                                b 0x1 0 outer
                                b 0x1 10 call
                                e 0x1 13 call
                                b 0x1 20 call
                                e 0x1 90 outer
                                b 0x2 10 waiting
                                e 0x2 99 waiting "args":{"unfinished":true}
                                b 0x3 40 open
                                """)).isEqualTo("""
                        outer count 1 min 90 avg 90 max 90 self 17 threw 0 unfinished 0
                        call count 1 min 3 avg 3 max 3 self 3 threw 0 unfinished 1
                        open count 0 min 0 avg 0 max 0 self 0 threw 0 unfinished 1
                        waiting count 0 min 0 avg 0 max 0 self 0 threw 0 unfinished 1
                        """);
    }

    @Test
    void endsOfCallsFromBeforeTheTrace_areCountedOnly() throws IOException {
        Functions functions = TraceText.parse(TraceText.json("""
                        e 0x1 3 before
                        b 0x1 5 call
                        e 0x1 8 call
                        e 0x1 9 outer
                        """)).data(FunctionsHandler.class);

        assertThat(functions.unmatchedEnds()).isEqualTo(2);
        assertThat(TraceText.table(functions))
                .isEqualTo("call count 1 min 3 avg 3 max 3 self 3 threw 0 unfinished 0\n");
    }

    @Test
    void threadSpans_areNoFunctions() throws IOException {
        assertThat(table("""
                                b 0x1 0 main "args":{"thread":"main"}
                                b 0x1 10 call
                                e 0x1 13 call
                                e 0x1 13 main "args":{"threadEnd":true}
                                """)).isEqualTo("call count 1 min 3 avg 3 max 3 self 3 threw 0 unfinished 0\n");
    }

    @Test
    void otherWritersArguments_doNotHideACall() throws IOException {
        assertThat(table("""
                        b 0x1 0 call "cat":"app","args":{"thread":"pool"}
                        e 0x1 5 call "cat":"app"
                        """)).isEqualTo("call count 1 min 5 avg 5 max 5 self 5 threw 0 unfinished 0\n");
    }

    @Test
    void completeEvents_countToo() throws IOException {
        assertThat(table("""
                        X 1 5 inner "dur":2
                        X 1 0 outer "dur":10
                        """)).isEqualTo("""
                        outer count 1 min 10 avg 10 max 10 self 8 threw 0 unfinished 0
                        inner count 1 min 2 avg 2 max 2 self 2 threw 0 unfinished 0
                        """);
    }

    @Test
    void sums_stopAtTheLargestNumber() throws IOException {
        Functions functions = HandlerRun.ofLines(new FunctionsHandler(), """
                X 1 0 call "dur":2000000000000000
                X 2 0 call "dur":4000000000000000
                X 3 0 call "dur":4000000000000000
                """);

        Functions.Row row = functions.find("call").orElseThrow();
        assertThat(row.finished().totalNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(row.selfNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(row.finished().minNanos()).isEqualTo(2_000_000_000_000_000_000L);
        assertThat(row.finished().maxNanos()).isEqualTo(4_000_000_000_000_000_000L);
    }

    @Test
    void snapshot_isTakenInTheMiddleAndChangesNothing() {
        StringTable names = new StringTable();
        TrackTable tracks = new TrackTable();
        int main = tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
        int loop = names.add("Loop.run");
        int place = names.add("Order.place");
        int overload = names.add("Order.place");
        TraceEvent event = new TraceEvent(names, tracks);
        FunctionsHandler handler = new FunctionsHandler();
        TraceProcessor processor = new TraceProcessor(List.of(handler));
        processor.start(names, tracks);

        processor.handle(event.set(Phase.ASYNC_BEGIN, 0, loop, main, SpanFlags.NONE));
        processor.handle(event.set(Phase.ASYNC_BEGIN, 1_000, place, main, SpanFlags.NONE));
        processor.handle(event.set(Phase.ASYNC_END, 4_000, place, main, SpanFlags.THREW));
        Functions first = handler.snapshot();
        processor.handle(event.set(Phase.ASYNC_BEGIN, 5_000, overload, main, SpanFlags.NONE));
        processor.handle(event.set(Phase.ASYNC_END, 6_000, overload, main, SpanFlags.NONE));
        processor.handle(event.set(Phase.ASYNC_END, 9_000, loop, main, SpanFlags.NONE));
        processor.finish();

        assertThat(TraceText.table(first))
                .isEqualTo("Order.place count 1 min 3 avg 3 max 3 self 3 threw 1 unfinished 0\n");
        assertThat(TraceText.table(handler.data())).isEqualTo("""
                        Loop.run count 1 min 9 avg 9 max 9 self 5 threw 0 unfinished 0
                        Order.place count 2 min 1 avg 2 max 3 self 4 threw 1 unfinished 0
                        """);
        assertThat(handler.data().find("Order.place"))
                .hasValueSatisfying(
                        row -> assertThat(row.finished().totalNanos()).isEqualTo(4_000));
    }

    @Test
    void life_isKeptInOrder() {
        FunctionsHandler handler = new FunctionsHandler();
        HandlerContext context = HandlerContext.NONE;

        assertThatIllegalStateException()
                .isThrownBy(handler::finish)
                .withMessage("FunctionsHandler is not initialized");
        handler.initialize(context);
        assertThatIllegalStateException().isThrownBy(handler::data).withMessage("FunctionsHandler is not finished");
        assertThatIllegalStateException()
                .isThrownBy(() -> handler.initialize(context))
                .withMessage("FunctionsHandler is not new");
        handler.finish();
        assertThat(handler.data()).isEqualTo(Functions.EMPTY);
    }
}
