// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links callers to the tasks that they passed. The conformance cases are those of AsyncJSCalls.test of DevTools. */
class AsyncCallsHandlerTest {
    private static List<EventHandler<?>> handlers() {
        return List.of(new MetaHandler(), new ThreadsHandler(), new FlowsHandler(), new AsyncCallsHandler());
    }

    private static List<String> chrome(String lines) throws IOException {
        byte[] json = TraceText.json(lines.replace("Scheduled", "v8::Debugger::AsyncTaskScheduled")
                        .replace("Run ", "v8::Debugger::AsyncTaskRun ")
                        .replace("dur", "\"cat\":\"c\",\"dur\"")
                        .replace("#", "flow \"cat\":\"c\",\"id\":"))
                .getBytes(StandardCharsets.UTF_8);
        ParsedTrace trace = new TraceProcessor(handlers())
                .parse(new ChromeTraceReader("tasks.json", new ByteArrayInputStream(json)));
        assertThat(trace.failures()).isEmpty();
        return lines(trace.data(AsyncCallsHandler.class));
    }

    /** Per pass the caller and the run with their begins, the task and the delay, times in microseconds. */
    private static List<String> lines(AsyncCalls calls) {
        return calls.calls().stream()
                .map(call -> call.caller().name() + "@" + call.caller().startNanos() / 1000 + " -> "
                        + call.run().name() + "@" + call.run().startNanos() / 1000 + " "
                        + call.taskName() + " after " + call.runDelayNanos() / 1000
                        + (call.onAnotherThread() ? " on another thread" : "")
                        + (call.ambiguous() ? " ambiguous" : ""))
                .toList();
    }

    @Test
    void passes_tieTheCallToEachRunOfItsCallback() throws IOException {
        String schedule = """
                CBI pool 20 Pool.submit[0] #1
                CBR pool 24 Pool.submit[0]
                FNI main 0 outer
                FNI main 1 Pool.submit
                PASS main 1 Pool.submit[0] #1
                FNR main 5 Pool.submit
                FNR main 6 outer
                CBI main 30 Pool.submit[0] #1 ambiguous
                CBR main 34 Pool.submit[0]
                PASS main 40 alone[0] #2
                CBI main 41 alone[0] #2
                CBR main 42 alone[0]
                CBI main 43 unknown[0] #77
                CBR main 44 unknown[0]
                """;

        AsyncCalls calls = new Schedule(schedule).throughAFile(handlers()).data(AsyncCallsHandler.class);

        assertThat(lines(calls))
                .containsExactly(
                        "Pool.submit@1 -> Pool.submit[0]@20 Pool.submit[0] after 19 on another thread",
                        "Pool.submit@1 -> Pool.submit[0]@30 Pool.submit[0] after 29 ambiguous",
                        "alone[0]@40 -> alone[0]@41 alone[0] after 1");
        assertThat(lines(new Schedule(schedule).live(handlers()).data(AsyncCallsHandler.class)))
                .isEqualTo(lines(calls));
    }

    @Test
    void passes_haveTheRunsOfTheirOwnNumber() throws IOException {
        AsyncCalls calls = new Schedule("""
                FNI main 0 outer
                PASS main 0 outer[0] #1
                PASS main 0 outer[1] #2
                FNI main 1 inner
                PASS main 1 inner[0] #3 forward=1
                FNR main 5 inner
                FNI main 6 inner
                PASS main 6 inner[0] #4 forward=1
                FNR main 7 inner
                FNR main 8 outer
                CBI pool 20 inner[0] #4
                CBR pool 24 inner[0]
                """).throughAFile(handlers()).data(AsyncCallsHandler.class);

        assertThat(lines(calls)).containsExactly("inner@6 -> inner[0]@20 inner[0] after 14 on another thread");
    }

    @Test
    void passes_ofOneChainHaveTheRunsOfTheLastAlone() throws IOException {
        List<EventHandler<?>> handlers = new ArrayList<>(handlers());
        handlers.addAll(List.of(new FunctionsHandler(), new CallbacksHandler()));
        ParsedTrace trace = new Schedule("""
                FNI main 0 execute
                PASS main 0 execute[0] #1
                FNR main 2 execute
                FNI worker 10 dispatch
                PASS worker 10 dispatch[0] #2 forward=1
                FNR worker 11 dispatch
                FNI other 12 forward
                PASS other 12 forward[0] #3 forward=2
                FNR other 13 forward
                CBI worker 15 forward[0] #3
                CBR worker 18 forward[0]
                FNI main 20 itself
                PASS main 20 itself[0] #4 forward=4
                FNR main 21 itself
                """).throughAFile(handlers);

        assertThat(lines(trace.data(AsyncCallsHandler.class)))
                .containsExactly("forward@12 -> forward[0]@15 forward[0] after 3 on another thread");
        assertThat(trace.data(CallbacksHandler.class).rows().stream().filter(row -> row.pending() > 0))
                .extracting(Callbacks.Row::name)
                .containsExactly("itself[0]");
    }

    @Test
    void tasks_areFoundAmongMarks() throws IOException {
        String json = TraceText.json("""
                i 1 0 mark "cat":"c"
                X 1 0 FunctionCall "cat":"c","dur":100
                i 1 5 mark "cat":"c"
                X 1 10 v8::Debugger::AsyncTaskScheduled "cat":"c","dur":1
                s 1 10 flow "cat":"c","id":1
                X 2 200 v8::Debugger::AsyncTaskRun "cat":"c","dur":50
                f 2 200 flow "cat":"c","id":1
                i 2 205 mark "cat":"c"
                X 2 210 FunctionCall "cat":"c","dur":20
                """);
        List<EventHandler<?>> handlers =
                List.of(new MetaHandler(), new ThreadsHandler(), new FlowsHandler(), new AsyncCallsHandler());
        ParsedTrace trace = new TraceProcessor(handlers)
                .parse(new ChromeTraceReader(
                        "tasks.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))));

        assertThat(trace.failures()).isEmpty();
        assertThat(lines(trace.data(AsyncCallsHandler.class)))
                .containsExactly("FunctionCall@0 -> FunctionCall@210  after 190 on another thread");
    }

    @Test
    void tasks_tieTheSchedulerToTheEntryPoint() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 210 FunctionCall dur:20
                        """)).containsExactly("FunctionCall@0 -> FunctionCall@210  after 190");
    }

    @Test
    void tasks_takeTheNearestAncestor() throws IOException {
        assertThat(chrome("""
                        X 1 0 EvaluateScript dur:100
                        X 1 5 FunctionCall dur:80
                        X 1 8 Other dur:40
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 210 FunctionCall dur:20
                        """)).containsExactly("FunctionCall@5 -> FunctionCall@210  after 190");
    }

    @Test
    void tasks_takeTheNearestDescendantOutsideOfOtherRuns() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 202 Run dur:10
                        X 1 204 FunctionCall dur:2
                        X 1 215 Other dur:30
                        X 1 220 v8.callFunction dur:20
                        X 1 225 FunctionCall dur:10
                        """)).containsExactly("FunctionCall@0 -> FunctionCall@225  after 190");
    }

    @Test
    void tasks_withoutScriptsFallBackToTheEventsThemselves() throws IOException {
        assertThat(chrome("""
                        X 1 0 RunTask dur:100
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 2 200 Run dur:50
                        f 2 200 #"1"
                        """))
                .containsExactly(
                        "v8::Debugger::AsyncTaskScheduled@10 -> v8::Debugger::AsyncTaskRun@200  after 190 on another thread");
    }

    @Test
    void tasks_areLinkedToScriptsAndNotToTheEnginesOwnWork() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 5 v8.run dur:50
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 205 V8.CompileCode dur:2
                        X 1 210 v8.callFunction dur:20
                        X 1 211 FunctionCall dur:10
                        X 1 300 Scheduled dur:1
                        s 1 300 #"2"
                        X 1 400 Run dur:50
                        f 1 400 #"2"
                        X 1 401 V8Console::runTask dur:20
                        """))
                .containsExactly(
                        "FunctionCall@0 -> FunctionCall@211  after 190",
                        "v8::Debugger::AsyncTaskScheduled@300 -> V8Console::runTask@401  after 100");
    }

    @Test
    void tasks_ofOneSchedulerMayHaveTwoEntryPoints() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 20 Scheduled dur:1
                        s 1 20 #"2"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 210 FunctionCall dur:20
                        X 1 300 Run dur:50
                        f 1 300 #"2"
                        X 1 310 FunctionCall dur:20
                        """))
                .containsExactly(
                        "FunctionCall@0 -> FunctionCall@210  after 190",
                        "FunctionCall@0 -> FunctionCall@310  after 280");
    }

    @Test
    void tasks_haveTheNameThatTheyWereScheduledWith() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 10 Scheduled dur:1,"args":{"taskName":"setTimeout"}
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        """))
                .containsExactly("FunctionCall@0 -> v8::Debugger::AsyncTaskRun@200 setTimeout after 190");
    }

    @Test
    void tasks_thatRepeatComeFromTheirFirstScheduler() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        s 1 200 #"1"
                        X 1 300 Run dur:50
                        f 1 300 #"1"
                        """))
                .containsExactly(
                        "FunctionCall@0 -> v8::Debugger::AsyncTaskRun@200  after 190",
                        "FunctionCall@0 -> v8::Debugger::AsyncTaskRun@300  after 290");
    }

    @Test
    void tasks_doNotLinkCallsNestedInTheEntryPoint() throws IOException {
        assertThat(chrome("""
                        X 1 0 FunctionCall dur:100
                        X 1 10 Scheduled dur:1
                        s 1 10 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 210 FunctionCall dur:30
                        X 1 215 FunctionCall dur:10
                        """)).containsExactly("FunctionCall@0 -> FunctionCall@210  after 190");
    }

    @Test
    void otherFlows_areNoTasks() throws IOException {
        assertThat(chrome("""
                        X 1 0 A dur:100
                        s 1 0 #"1"
                        X 1 200 Run dur:50
                        f 1 200 #"1"
                        X 1 300 Scheduled dur:1
                        s 1 300 #"2"
                        X 1 400 B dur:50
                        f 1 400 #"2"
                        """)).isEmpty();
    }
}
