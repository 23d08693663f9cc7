// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertRunsHavePasses;
import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static dev.jtracer.it.harness.TraceAssert.assertTotalsMatch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.CompletableFutures;
import dev.jtracer.examples.callbacks.ExecutorCallbacks;
import dev.jtracer.it.app.Boundary;
import dev.jtracer.it.app.KindsOfCallbacks;
import dev.jtracer.it.app.LessObviousCallbacks;
import dev.jtracer.it.app.ManyLiveCallbacks;
import dev.jtracer.it.app.ToggledCallbacks;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Run;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbacksIT {
    private static final String EXAMPLES = "callbacks=all,include=dev.jtracer.examples.callbacks";
    private static final String KINDS = "dev.jtracer.it.app.KindsOfCallbacks";
    private static final String OF_KINDS = "callbacks=all,include=" + KINDS;

    private static final String LESS_OBVIOUS = "dev.jtracer.it.app.LessObviousCallbacks";

    private static final String BOUNDARY = "dev.jtracer.it.app.Boundary";
    /* Caught by the same method, by one around it, and by a callback, whose only record is its run. */
    private static final String BOUNDED_CALLS = """
              ~.caught
                java.util.Map.computeIfAbsent threw
                  java.util.Map.computeIfAbsent[1] callback threw
                    ~.refuse threw
                ~.step
              ~.thrown
                ~.throwing threw
                  java.util.Map.computeIfAbsent threw
                    java.util.Map.computeIfAbsent[1] callback threw
                      ~.refuse threw
                ~.step
              ~.inACallback
                java.util.Objects.requireNonNullElseGet
                  java.util.Objects.requireNonNullElseGet[1] callback
                    java.util.Map.computeIfAbsent threw
                      java.util.Map.computeIfAbsent[1] callback threw
                        ~.refuse threw
                    ~.step
            """;

    /** The result of each program without the tracer, run once. */
    private static final Map<Class<?>, JvmResult> UNTRACED = new HashMap<>();

    @RegisterExtension
    final Jvms jvms = new Jvms();

    private JvmResult runAsUntraced(Class<?> main, String options) {
        JvmCommand command = jvms.app(main).jvm("-Xverify:all").agent(options);
        JvmResult traced = command.run();
        assertSameBehaviour(traced, UNTRACED.computeIfAbsent(main, first -> command.runUntraced()));
        return traced;
    }

    @Test
    void runOnAnotherThread_hasTheNumberOfItsPass() {
        JvmResult traced = runAsUntraced(ExecutorCallbacks.class, EXAMPLES);

        StrictTrace trace = traced.trace();
        String callback = "dev.jtracer.examples.callbacks.ExecutorCallbacks.search[1]";
        List<Pass> passes = trace.passesOf(callback);
        assertThat(passes).hasSize(3).allSatisfy(pass -> {
            assertThat(pass.thread()).isEqualTo("main");
            assertThat(pass.call()).isEqualTo("dev.jtracer.examples.callbacks.ExecutorCallbacks.search");
            assertThat(pass.firstNumber()).isEmpty();
        });
        assertThat(trace.runsOf(callback)).hasSize(3).allSatisfy(run -> assertThat(run.thread())
                .isEqualTo("searcher"));
        assertThat(trace.runsOf(callback).stream().map(Run::number))
                .containsExactlyElementsOf(passes.stream().map(Pass::number).toList())
                .doesNotHaveDuplicates();
        assertTotalsMatch(traced, trace);
    }

    @Test
    void chainOfFutures_hasARunForEveryPassThatWasUsed() {
        JvmResult traced = runAsUntraced(CompletableFutures.class, EXAMPLES);

        StrictTrace trace = traced.trace();
        String futures = "java.util.concurrent.CompletableFuture.";
        assertThat(trace.runsOf(futures + "supplyAsync[0]")).hasSize(3);
        assertThat(trace.runsOf(futures + "thenCombine[1]")).hasSize(1);
        assertThat(trace.runsOf(futures + "exceptionally[0]")).hasSize(1);
        // One of the two is skipped because the previous future failed.
        assertThat(trace.passesOf(futures + "thenApply[0]")).hasSize(2);
        assertThat(trace.runsOf(futures + "thenApply[0]")).hasSize(1);
        assertRunsHavePasses(trace);
        assertTotalsMatch(traced, trace);
    }

    @Test
    void everyKind_isLinkedToItsPass() {
        StrictTrace trace = runAsUntraced(KindsOfCallbacks.class, OF_KINDS).trace();

        assertRunsHavePasses(trace);
        Pass given = trace.passesOf(KINDS + ".start[0]").get(0);
        assertThat(trace.passesOf("java.lang.Thread.start[this]"))
                .anySatisfy(pass -> assertThat(pass.firstNumber()).isEqualTo(given.number()));
        assertThat(trace.runsOf("java.lang.Thread.start[this]"))
                .singleElement()
                .satisfies(run -> assertThat(run.thread()).isEqualTo("subclass"));
        assertThat(trace.runsOf("java.util.Timer.schedule[0]"))
                .singleElement()
                .satisfies(run -> assertThat(run.thread()).isEqualTo("timer"));
        assertThat(trace.runsOf(KINDS + ".runAll[0]")).hasSize(2);
        assertThat(trace.runsOf("java.util.concurrent.ExecutorService.invokeAll[0]"))
                .hasSize(2);
        assertThat(trace.runsOf(KINDS + ".call[0]")).hasSize(2);
        assertThat(trace.runsOf("java.util.Comparator.comparing[0]")).isNotEmpty();
        assertThat(trace.runsOf("java.util.List.sort[0]")).isNotEmpty();
        assertThat(trace.runsOf("java.util.stream.IntStream.map[0]")).hasSize(1_000);
    }

    @Test
    void forwardedCallback_namesItsFirstPass() {
        StrictTrace trace = runAsUntraced(KindsOfCallbacks.class, OF_KINDS).trace();

        Pass first = trace.passesOf(KINDS + ".forward[0]").get(0);
        assertThat(trace.passesOf(KINDS + ".call[0]"))
                .anySatisfy(pass -> assertThat(pass.firstNumber()).isEqualTo(first.number()));
    }

    @Test
    void lambdaSharedByThreads_isLinkedToThePassOfItsOwnThread() {
        StrictTrace trace = runAsUntraced(KindsOfCallbacks.class, OF_KINDS).trace();

        String callback = KINDS + ".apply[0]";
        assertThat(trace.passesOf(callback)).hasSize(2_000);
        assertThat(trace.runsOf(callback)).hasSize(2_000).allSatisfy(run -> assertThat(run.ambiguous())
                .isFalse());
        assertThat(trace.runsOf(callback).stream().map(Run::number)).doesNotHaveDuplicates();
        assertRunsHavePasses(trace);
    }

    @Test
    void callbacksThatNoTypeTellsOf_areLinkedTheSame() {
        JvmResult traced = runAsUntraced(LessObviousCallbacks.class, "include=" + LESS_OBVIOUS);

        StrictTrace trace = traced.trace();
        assertRunsHavePasses(trace);
        // A callback that was passed to a call which may run it stays with that call.
        assertThat(trace.passesOf(LESS_OBVIOUS + ".words[0]")).hasSize(1);
        assertThat(trace.runsOf(LESS_OBVIOUS + "$3.<init>[1]")).hasSize(2);
        assertThat(trace.runsOf(LESS_OBVIOUS + ".keepAnything[0]")).hasSize(1);
        assertThat(trace.passesOf(LESS_OBVIOUS + ".keepAnything[0]")).hasSize(1);
        assertThat(trace.runsOf(LESS_OBVIOUS + ".runEach[0]")).hasSize(2);
        assertThat(trace.runsOf("java.lang.Thread.start[this]")).hasSize(1);
        assertThat(trace.runsOf(LESS_OBVIOUS + "$Halves.fork[this]")).hasSize(7);
        assertThat(trace.runsOf(LESS_OBVIOUS + ".tellBoth[0]")).isEmpty();
        assertThat(trace.runsOf(LESS_OBVIOUS + ".acceptBy[0]")).hasSize(1);
        assertThat(trace.runsOf("java.util.stream.IntStream.forEach[0]")).hasSize(3);
        assertThat(trace.runsOf(LESS_OBVIOUS + ".runOnce[0]")).hasSize(1);
        assertThat(trace.passesOf("java.util.List.forEach[0]")).hasSize(2);
        assertThat(trace.runsOf("java.util.List.forEach[0]")).hasSize(2);
        assertThat(trace.tree("main")).contains("forEach[0] callback\n", LESS_OBVIOUS + "$Step.accept");
        assertThat(trace.runsOf(LESS_OBVIOUS + ".use[0]")).isEmpty();
        assertThat(traced.stderr()).doesNotContain("left ");
    }

    @Test
    void callbackTakenFromAQueue_belongsAlsoToWhoLeftItThere() {
        JvmResult traced = runAsUntraced(LessObviousCallbacks.class, "include=" + LESS_OBVIOUS);

        StrictTrace trace = traced.trace();
        Pass left = trace.passesOf(LESS_OBVIOUS + ".leave[1]").get(0);
        assertThat(trace.passesOf("java.util.concurrent.ExecutorService.submit[0]"))
                .singleElement()
                .satisfies(pass -> {
                    assertThat(pass.thread()).isEqualTo("second");
                    assertThat(pass.firstNumber()).isEqualTo(left.number());
                });
        assertThat(trace.runsOf("java.util.concurrent.ExecutorService.submit[0]"))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.thread()).isEqualTo("third");
                    assertThat(run.ambiguous()).isFalse();
                });
    }

    @Test
    void objectsOfAField_areNotForwardedFromThreadToThread() {
        StrictTrace trace = runAsUntraced(LessObviousCallbacks.class, "include=" + LESS_OBVIOUS)
                .trace();

        assertThat(trace.passesOf("java.util.Optional.orElseGet[0]")).hasSize(2).allMatch(pass -> pass.firstNumber()
                .isEmpty());
        assertThat(trace.passesOf("java.util.concurrent.ExecutorService.execute[0]"))
                .hasSize(3)
                .allMatch(pass -> pass.firstNumber().isEmpty());
        assertThat(trace.runsOf("java.util.concurrent.ExecutorService.execute[0]"))
                .extracting(run -> run.ambiguous())
                .containsExactlyInAnyOrder(false, true, true);
    }

    @Test
    void callbacks_areWhatTheUserSays() {
        StrictTrace trace = runAsUntraced(
                        LessObviousCallbacks.class,
                        "include=" + LESS_OBVIOUS + ",callback-types=" + LESS_OBVIOUS + ".Listener"
                                + ",callback-include=dev.jtracer.it.app.MadeElsewhere,callback-exclude=java.util.Comparator")
                .trace();

        assertRunsHavePasses(trace);
        assertThat(trace.runsOf(LESS_OBVIOUS + ".tellBoth[0]")).hasSize(2);
        assertThat(trace.runsOf(LESS_OBVIOUS + ".use[0]")).hasSize(2);
        assertThat(trace.counts().keySet()).noneMatch(name -> name.contains("MadeElsewhere"));
        assertThat(trace.runsOf("java.util.Arrays.sort[1]")).isEmpty();
        // Not wrapped, so its body is an ordinary call.
        assertThat(trace.counts().entrySet())
                .anyMatch(call -> call.getKey().startsWith(LESS_OBVIOUS + ".lambda$sorted$") && call.getValue() > 999);
    }

    @Test
    void runsBeyondWhatIsWanted_areCounted() {
        JvmResult all = runAsUntraced(LessObviousCallbacks.class, "include=" + LESS_OBVIOUS);
        JvmResult some = runAsUntraced(LessObviousCallbacks.class, "callback-runs=100,include=" + LESS_OBVIOUS);

        String comparator = "java.util.Arrays.sort[1]";
        int runs = all.trace().runsOf(comparator).size();
        assertThat(some.trace().runsOf(comparator)).hasSize(100);
        assertThat(some.tracerLines())
                .contains("TRACER dropped " + (runs - 100) + " runs of callbacks, by callback-runs=100");
    }

    @Test
    void newCallbacks_areLinkedWhenMoreAreAliveThanThereIsRoomFor() {
        String program = ManyLiveCallbacks.class.getName();
        JvmResult traced = runAsUntraced(ManyLiveCallbacks.class, "output=many.jtr,exit=1m,include=" + program);

        assertThat(traced.total(program + ".run[0]").count()).isEqualTo(2_000);
        // Noted once. If it were forgotten and noted again, each check would count as given a callback that never
        // runs.
        assertThat(traced.tracerLines())
                .filteredOn(line -> line.contains(program + ".check pending="))
                .singleElement()
                .asString()
                .endsWith("pending=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "lambdas"})
    void fewerCallbacks_areTraced(String callbacks) {
        StrictTrace trace = runAsUntraced(KindsOfCallbacks.class, "include=" + KINDS + ",callbacks=" + callbacks)
                .trace();

        boolean lambdas = callbacks.equals("lambdas");
        assertThat(trace.runsOf(KINDS + ".apply[0]")).hasSize(lambdas ? 2_000 : 0);
        assertThat(trace.runsOf(KINDS + ".start[0]")).isEmpty();
        assertThat(trace.passes().isEmpty()).isEqualTo(!lambdas);
        assertThat(trace.count(KINDS + "$Worker.run")).isEqualTo(1);
    }

    @Test
    void recordingsInBetween_changeNothingAndLeaveNothingOpen() {
        JvmResult traced = runAsUntraced(
                ToggledCallbacks.class,
                "callbacks=all,include=dev.jtracer.it.app.ToggledCallbacks,start=off,output=%n.json");

        String callback = "dev.jtracer.it.app.ToggledCallbacks.keep[0]";
        List<StrictTrace> traces =
                traced.files(".json").stream().map(StrictTrace::read).toList();
        assertThat(traces).hasSize(4);
        assertThat(traces.stream().mapToInt(trace -> trace.passesOf(callback).size()))
                .containsExactly(1, 1, 0, 0);
        // The second also contains a run of a callback passed in the first. The recording's end cuts the others.
        assertThat(traces.stream().mapToInt(trace -> trace.runsOf(callback).size()))
                .containsExactly(0, 2, 1, 0);
        assertThat(traces.get(1).runsOf(callback).get(0).number())
                .isEqualTo(traces.get(0).passesOf(callback).get(0).number());
    }

    @Test
    void callsAtTheBoundary_areTimedAlsoIfTheyThrow() {
        StrictTrace trace = runAsUntraced(Boundary.class, "callbacks=all,boundary=on,include=" + BOUNDARY)
                .trace();

        assertRunsHavePasses(trace);
        String futures = "java.util.concurrent.ExecutorService.submit";
        assertThat(trace.passesOf(futures + "[0]")).singleElement().satisfies(pass -> assertThat(pass.call())
                .isEqualTo(futures));
        assertThat(trace.tree("main")).contains(BOUNDED_CALLS.replace("~", BOUNDARY));
        assertThat(trace.count("java.lang.Thread.<init>")).isEqualTo(1);
        assertThat(trace.runsOf("java.lang.Thread.<init>[0]")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "off"})
    void callsLeftByExceptions_leaveNothingOpen(String boundary) {
        StrictTrace trace = runAsUntraced(Boundary.class, "callbacks=all,boundary=" + boundary + ",include=" + BOUNDARY)
                .trace();

        assertThat(trace.tree("main")).doesNotContain("unfinished");
        assertThat(trace.runsOf(BOUNDARY + ".use[0]")).hasSize(1);
    }

    @Test
    void withoutARecording_nothingChanges() {
        assertThat(runAsUntraced(KindsOfCallbacks.class, OF_KINDS + ",start=off")
                        .files(".json"))
                .isEmpty();
    }
}
