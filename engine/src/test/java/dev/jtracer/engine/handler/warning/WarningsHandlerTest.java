// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.HandlerConfig;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.flow.AsyncCallsHandler;
import dev.jtracer.engine.handler.flow.FlowsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.warning.Warnings.Kind;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is worth a look; the cases of Chrome's traces are those of Warnings.test of DevTools' trace engine. */
class WarningsHandlerTest {
    private static ParsedTrace parse(String lines, HandlerConfig config) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        ParsedTrace trace = new TraceProcessor(
                        List.of(
                                new MetaHandler(),
                                new ThreadsHandler(),
                                new FlowsHandler(),
                                new AsyncCallsHandler(),
                                new LagHandler(),
                                new WarningsHandler()),
                        config)
                .parse(new ChromeTraceReader("warnings.json", new ByteArrayInputStream(json)));
        assertThat(trace.failures()).isEmpty();
        return trace;
    }

    private static Warnings warnings(String lines) throws IOException {
        return parse(lines, HandlerConfig.DEFAULT).data(WarningsHandler.class);
    }

    @Test
    void slowCallsAndCallbacks_areThoseThatReachTheirThresholds() throws IOException {
        Warnings warnings =
                parse("""
                        b 0x1 0 slow
                        b 0x1 0 slow[0] "bind_id":"0x1","flow_out":true,"args":{"passing":true}
                        e 0x1 0 slow[0]
                        b 0x1 0 quick
                        e 0x1 99 quick
                        e 0x1 100 slow
                        b 0x1 200 slow[0] "bind_id":"0x1","flow_in":true,"args":{"callback":true}
                        e 0x1 209 slow[0]
                        b 0x1 300 slow[0] "bind_id":"0x1","flow_in":true,"args":{"callback":true}
                        e 0x1 310 slow[0]
                        b 0x1 400 open
                        b 0x1 900 later
                        X 1 0 chrome "dur":500
                        """, new HandlerConfig(100_000, 10_000, 1, 10)).data(WarningsHandler.class);

        assertThat(warnings.counts()).isEqualTo(Map.of(Kind.SLOW_CALL, 1L, Kind.SLOW_CALLBACK, 1L));
        assertThat(warnings.of(Kind.SLOW_CALL))
                .containsExactly(new Warnings.Warning(Kind.SLOW_CALL, "slow", 0, 0, 100_000, 0));
        assertThat(warnings.of(Kind.SLOW_CALLBACK)).singleElement().satisfies(warning -> {
            assertThat(warning.startNanos()).isEqualTo(300_000);
            assertThat(warnings.about(warning.eventIndex())).containsExactly(warning);
        });
        assertThat(warnings.about(5)).isEmpty();
        assertThat(warnings.of(Kind.LAG)).isEmpty();
    }

    @Test
    void warnings_beyondTheLimitAreCountedOnly() throws IOException {
        Warnings warnings = parse("""
                        b 0x1 0 a
                        e 0x1 5 a
                        b 0x1 5 b
                        e 0x1 10 b
                        b 0x1 10 c
                        e 0x1 15 c
                        """, new HandlerConfig(5_000, 1, 1, 2)).data(WarningsHandler.class);

        assertThat(warnings.of(Kind.SLOW_CALL))
                .extracting(Warnings.Warning::name)
                .containsExactly("a", "b");
        assertThat(warnings.counts()).isEqualTo(Map.of(Kind.SLOW_CALL, 3L));
    }

    @Test
    void callbacksThatNeverRan_areNamed() throws IOException {
        Warnings warnings = warnings("""
                        b 0x1 10 submit
                        b 0x1 10 submit[0] "bind_id":"0x1","flow_out":true,"args":{"passing":true}
                        e 0x1 10 submit[0]
                        e 0x1 12 submit
                        """);

        assertThat(warnings.of(Kind.CALLBACK_NEVER_RAN))
                .containsExactly(new Warnings.Warning(Kind.CALLBACK_NEVER_RAN, "submit[0]", 0, 10_000, 0, 1));
    }

    @Test
    void lags_areCollectedAndThoseThatAreLongEnoughAreWarnings() throws IOException {
        ParsedTrace trace = parse("""
                        i 0 100 lag "cat":"jtracer","args":{"lagNanos":59000}
                        i 0 300 lag "cat":"jtracer","args":{"lagNanos":60000}
                        i 0 400 lag "cat":"other","args":{"lagNanos":70000}
                        i 0 500 lag "cat":"jtracer"
                        i 0 600 text "cat":"jtracer","args":{"lagNanos":70000}
                        """, new HandlerConfig(1, 1, 60_000, 10));
        Lags lags = trace.data(LagHandler.class);
        Warnings warnings = trace.data(WarningsHandler.class);

        assertThat(lags)
                .isEqualTo(new Lags(
                        List.of(new Lags.Lag(100_000, 59_000, 0), new Lags.Lag(300_000, 60_000, 1)),
                        2,
                        60_000,
                        119_000));
        assertThat(warnings.of(Kind.LAG))
                .containsExactly(new Warnings.Warning(Kind.LAG, "lag", -1, 240_000, 60_000, 1));
    }

    @Test
    void lags_areCountedAlsoBeyondThoseThatAreKept() throws IOException {
        Warnings warnings = parse("""
                        i 0 100 lag "cat":"jtracer","args":{"lagNanos":10}
                        i 0 200 lag "cat":"jtracer","args":{"lagNanos":20}
                        i 0 300 lag "cat":"jtracer","args":{"lagNanos":60000}
                        i 0 400 lag "cat":"jtracer","args":{"lagNanos":70000}
                        i 0 500 lag "cat":"jtracer","args":{"lagNanos":80000}
                        """, new HandlerConfig(1, 1, 60_000, 2)).data(WarningsHandler.class);

        assertThat(warnings.of(Kind.LAG)).extracting(Warnings.Warning::durNanos).containsExactly(60_000L, 70_000L);
        assertThat(warnings.counts()).isEqualTo(Map.of(Kind.LAG, 3L));
    }

    @Test
    void reflows_beforeATaskAreNotItsOwn() throws IOException {
        assertThat(warnings("""
                        X 1 0 Other "dur":49000
                        X 1 1000 FunctionCall "dur":40000
                        X 1 2000 Layout "dur":29000
                        X 1 60000 RunTask "dur":2000
                        X 1 60000 FunctionCall "dur":1500
                        X 1 60000 Layout "dur":1500
                        """).counts()).isEmpty();
    }

    @Test
    void longTasks_areLongerThanFiftyMilliseconds() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 RunTask "dur":50000
                        X 1 100000 RunTask "dur":50000.001
                        X 1 200000 Other "dur":90000
                        """);

        assertThat(warnings.of(Kind.LONG_TASK))
                .extracting(Warnings.Warning::startNanos)
                .containsExactly(100_000_000L);
        assertThat(warnings.counts()).isEqualTo(Map.of(Kind.LONG_TASK, 1L));
    }

    @Test
    void longTasks_haveEnded() throws IOException {
        Warnings warnings = warnings("""
                        B 1 0 RunTask
                        X 1 100 Other "dur":90000
                        B 2 0 RunTask
                        E 2 60000 RunTask
                        """);

        assertThat(warnings.of(Kind.LONG_TASK))
                .extracting(Warnings.Warning::durNanos)
                .containsExactly(60_000_000L);
    }

    @Test
    void longTasks_ofWorkersDoNotCount() throws IOException {
        Warnings warnings = warnings("""
                        X 7 0 RunTask "dur":90000
                        I 1 100000 TracingSessionIdForWorker "args":{"data":{"workerThreadId":7}}
                        """);

        assertThat(warnings.counts()).isEmpty();
    }

    @Test
    void idleCallbacks_areThoseThatLastLongerThanAllotted() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 FireIdleCallback "dur":10000,"args":{"data":{"allottedMilliseconds":10}}
                        X 1 20000 FireIdleCallback "dur":10001,"args":{"data":{"allottedMilliseconds":10}}
                        X 1 40000 FireIdleCallback "dur":10001
                        """);

        assertThat(warnings.of(Kind.IDLE_CALLBACK_OVER_TIME))
                .extracting(Warnings.Warning::startNanos)
                .containsExactly(20_000_000L);
    }

    @Test
    void forcedReflows_areThoseWithinScriptsThatTakeThirtyMillisecondsOfATask() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 RunTask "dur":49000
                        X 1 1000 FunctionCall "dur":40000
                        X 1 2000 UpdateLayoutTree "dur":15000
                        X 1 20000 Layout "dur":15000
                        """);

        assertThat(warnings.of(Kind.FORCED_REFLOW))
                .extracting(Warnings.Warning::name)
                .containsExactly("UpdateLayoutTree", "Layout");
    }

    @Test
    void forcedReflows_areFoundInTracesWithoutTasks() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 FunctionCall "dur":19000
                        X 1 1000 Layout "dur":18000
                        X 1 20000 EvaluateScript "dur":40000
                        X 1 20001 FunctionCall "dur":39000
                        X 1 21000 UpdateLayoutTree "dur":15000
                        X 1 37000 Layout "dur":15000
                        X 1 60000 FunctionCall "dur":19000
                        X 1 61000 Layout "dur":18000
                        """);

        assertThat(warnings.of(Kind.FORCED_REFLOW))
                .extracting(Warnings.Warning::startNanos)
                .containsExactly(21_000_000L, 37_000_000L);
    }

    @Test
    void reflows_outsideOfScriptsOrOfTwoTasksAreNotForced() throws IOException {
        assertThat(warnings("""
                        X 1 0 RunTask "dur":49000
                        X 1 1000 UpdateLayoutTree "dur":15000
                        X 1 17000 FunctionCall "dur":1000
                        X 1 20000 Layout "dur":15000
                        X 1 50000 RunTask "dur":20000
                        X 1 50000 FunctionCall "dur":20000
                        X 1 51000 Layout "dur":18000
                        X 1 80000 RunTask "dur":20000
                        X 1 80000 FunctionCall "dur":20000
                        X 1 81000 Layout "dur":18000
                        """).counts()).isEmpty();
    }
}
