// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.warning.Warnings.Kind;
import dev.jtracer.engine.handler.warning.Warnings.Row;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is worth a look; the cases of Chrome's traces are those of Warnings.test of DevTools' trace engine. */
class WarningsHandlerTest {
    private static ParsedTrace parse(String lines) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        ParsedTrace trace = new TraceProcessor(List.of(new MetaHandler(), new StallHandler(), new WarningsHandler()))
                .parse(new ChromeTraceReader("warnings.json", new ByteArrayInputStream(json)));
        assertThat(trace.failures()).isEmpty();
        return trace;
    }

    private static Warnings warnings(String lines) throws IOException {
        return parse(lines).data(WarningsHandler.class);
    }

    @Test
    void stalls_areCollected() throws IOException {
        ParsedTrace trace = parse("""
                        i 0 100 stall "cat":"jtracer","args":{"stallNanos":59000}
                        i 0 300 stall "cat":"jtracer","args":{"stallNanos":60000}
                        i 0 400 stall "cat":"other","args":{"stallNanos":70000}
                        i 0 500 stall "cat":"jtracer"
                        i 0 600 text "cat":"jtracer","args":{"stallNanos":70000}
                        """);
        Stalls stalls = trace.data(StallHandler.class);

        assertThat(stalls)
                .isEqualTo(new Stalls(
                        List.of(new Stalls.Stall(1, 100_000, 59_000), new Stalls.Stall(1, 300_000, 60_000)),
                        2,
                        60_000,
                        119_000));
    }

    @Test
    void stalls_areCountedAlsoBeyondThoseThatAreKept() throws IOException {
        Stalls stalls = parse("i 0 100 stall \"cat\":\"jtracer\",\"args\":{\"stallNanos\":10}\n".repeat(10_001))
                .data(StallHandler.class);

        assertThat(stalls.stalls()).hasSize(10_000);
        assertThat(stalls.count()).isEqualTo(10_001);
        assertThat(stalls.totalNanos()).isEqualTo(100_010);
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
                        """).rows()).isEmpty();
    }

    @Test
    void longTasks_areLongerThanFiftyMilliseconds() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 RunTask "dur":50000
                        X 1 100000 RunTask "dur":50000.001
                        X 1 200000 Other "dur":90000
                        """);

        assertThat(warnings.rows()).containsExactly(new Row(Kind.LONG_TASK, "RunTask", 1, 50_000_001));
    }

    @Test
    void warnings_ofOneKindAndNameAreCountedWithTheLongest() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 RunTask "dur":60000
                        X 1 100000 RunTask "dur":80000
                        X 2 200000 RunTask "dur":70000
                        """);

        assertThat(warnings.rows()).containsExactly(new Row(Kind.LONG_TASK, "RunTask", 3, 80_000_000));
    }

    @Test
    void longTasks_haveEnded() throws IOException {
        Warnings warnings = warnings("""
                        B 1 0 RunTask
                        X 1 100 Other "dur":90000
                        B 2 0 RunTask
                        E 2 60000 RunTask
                        """);

        assertThat(warnings.rows()).containsExactly(new Row(Kind.LONG_TASK, "RunTask", 1, 60_000_000));
    }

    @Test
    void longTasks_ofWorkersDoNotCount() throws IOException {
        Warnings warnings = warnings("""
                        X 7 0 RunTask "dur":90000
                        I 1 100000 TracingSessionIdForWorker "args":{"data":{"workerThreadId":7}}
                        """);

        assertThat(warnings.rows()).isEmpty();
    }

    @Test
    void longTasks_ofAThreadWithAWorkersNumberInAnotherProcess_doCount() throws IOException {
        Warnings warnings = warnings("""
                        X 5:7 0 RunTask "dur":90000
                        I 1 100000 TracingSessionIdForWorker "args":{"data":{"workerThreadId":7}}
                        """);

        assertThat(warnings.rows()).containsExactly(new Row(Kind.LONG_TASK, "RunTask", 1, 90_000_000));
    }

    @Test
    void idleCallbacks_areThoseThatLastLongerThanAllotted() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 FireIdleCallback "dur":10000,"args":{"data":{"allottedMilliseconds":10}}
                        X 1 20000 FireIdleCallback "dur":10001,"args":{"data":{"allottedMilliseconds":10}}
                        X 1 40000 FireIdleCallback "dur":10001
                        """);

        assertThat(warnings.rows())
                .containsExactly(new Row(Kind.IDLE_CALLBACK_OVER_TIME, "FireIdleCallback", 1, 10_001_000));
    }

    @Test
    void forcedReflows_areThoseWithinScriptsThatTakeThirtyMillisecondsOfATask() throws IOException {
        Warnings warnings = warnings("""
                        X 1 0 RunTask "dur":49000
                        X 1 1000 FunctionCall "dur":40000
                        X 1 2000 UpdateLayoutTree "dur":15000
                        X 1 20000 Layout "dur":15000
                        """);

        assertThat(warnings.rows())
                .containsExactly(
                        new Row(Kind.FORCED_REFLOW, "UpdateLayoutTree", 1, 15_000_000),
                        new Row(Kind.FORCED_REFLOW, "Layout", 1, 15_000_000));
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

        assertThat(warnings.rows())
                .containsExactly(
                        new Row(Kind.FORCED_REFLOW, "UpdateLayoutTree", 1, 15_000_000),
                        new Row(Kind.FORCED_REFLOW, "Layout", 1, 15_000_000));
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
                        """).rows()).isEmpty();
    }
}
