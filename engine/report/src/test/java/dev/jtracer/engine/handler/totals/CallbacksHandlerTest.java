// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.report.MethodOrder;
import dev.jtracer.engine.report.TotalsText;
import dev.jtracer.engine.text.Styles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What became of callbacks, against schedules worked out by hand; times in microseconds. */
class CallbacksHandlerTest {
    private static Callbacks callbacks(String lines) throws IOException {
        Callbacks live = new Schedule(lines)
                .live(List.of(new FunctionsHandler(), new CallbacksHandler()))
                .data(CallbacksHandler.class);
        Callbacks file = new Schedule(lines)
                .throughAFile(List.of(new FunctionsHandler(), new CallbacksHandler()))
                .data(CallbacksHandler.class);
        assertThat(file).isEqualTo(live);
        live.rows().forEach(CallbacksHandlerTest::hasDistributionsOfItsDurations);
        return new Callbacks(
                live.rows().stream()
                        .map(CallbacksHandlerTest::withoutDistributions)
                        .toList(),
                live.runsWithoutPass(),
                live.duplicates(),
                live.dropped());
    }

    private static Callbacks.Row row(Callbacks callbacks, String name) {
        return callbacks.byName().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void hasDistributionsOfItsDurations(Callbacks.Row row) {
        assertThat(row.runDelays().count()).isEqualTo(row.runDelay().count());
        assertThat(row.runs().count()).isEqualTo(row.run().count());
        assertThat((double) row.runs().percentile(100))
                .isCloseTo((double) row.run().maxNanos(), Percentage.withPercentage(1.6));
        assertThat((double) row.runDelays().percentile(100))
                .isCloseTo((double) row.runDelay().maxNanos(), Percentage.withPercentage(1.6));
    }

    private static Callbacks.Row withoutDistributions(Callbacks.Row row) {
        return new Callbacks.Row(
                row.name(),
                row.passes(),
                row.forwards(),
                row.pending(),
                row.runDelay(),
                row.total(),
                row.run(),
                row.selfNanos(),
                row.threw(),
                row.unfinished(),
                row.ambiguous(),
                row.onAnotherThread(),
                new Histogram(),
                new Histogram(),
                row.site(),
                row.repeated(),
                row.unclear(),
                row.nestedNanos());
    }

    /** Returns a row without distributions and site. */
    private static Callbacks.Row row(
            String name,
            long passes,
            long forwards,
            long pending,
            Durations runDelay,
            Durations total,
            Durations run,
            long selfNanos,
            long threw,
            long unfinished,
            long ambiguous,
            long onAnotherThread) {
        return new Callbacks.Row(
                name,
                passes,
                forwards,
                pending,
                runDelay,
                total,
                run,
                selfNanos,
                threw,
                unfinished,
                ambiguous,
                onAnotherThread,
                new Histogram(),
                new Histogram(),
                "",
                0,
                0,
                0);
    }

    private static Durations micros(long count, long min, long max, long total) {
        return new Durations(count, min * 1000, max * 1000, total * 1000);
    }

    @Test
    void passes_areTimedByTheirOwnNumbers() throws IOException {
        assertThat(callbacks("""
                FNI main 0 Pool.submit
                PASS main 0 Pool.submit[0] #1
                FNR main 1 Pool.submit
                FNI main 2 Pool.submit
                PASS main 2 Pool.submit[0] #2
                FNR main 3 Pool.submit
                FNI main 4 Pool.submit
                PASS main 4 Pool.submit[0] #3
                FNR main 5 Pool.submit
                CBI worker 12 Pool.submit[0] #2
                FNI worker 13 work
                FNR worker 19 work
                CBR worker 20 Pool.submit[0]
                CBI main 100 Pool.submit[0] #1
                CBX main 103 Pool.submit[0]
                """).rows())
                .containsExactly(row(
                        "Pool.submit[0]",
                        3,
                        0,
                        1,
                        micros(2, 10, 100, 110),
                        micros(2, 18, 103, 121),
                        micros(2, 3, 8, 11),
                        5_000,
                        1,
                        0,
                        0,
                        1));
    }

    @Test
    void severalRunsOfAPass_haveNoDelayAndOneTotalUntilTheLast() throws IOException {
        assertThat(callbacks("""
                FNI main 0 Bus.listen
                PASS main 0 Bus.listen[0] #1
                CBI main 1 Bus.listen[0] #1
                CBR main 2 Bus.listen[0]
                FNR main 3 Bus.listen
                CBI main 50 Bus.listen[0] #1 ambiguous
                CBR main 60 Bus.listen[0]
                """).rows())
                .containsExactly(new Callbacks.Row(
                        "Bus.listen[0]",
                        1,
                        0,
                        0,
                        Durations.NONE,
                        micros(1, 60, 60, 60),
                        micros(2, 1, 10, 11),
                        11_000,
                        0,
                        0,
                        1,
                        0,
                        new Histogram(),
                        new Histogram(),
                        "",
                        1,
                        0,
                        0));
    }

    @Test
    void runWithinARunOfItsRow_countsItsTimeOnce() throws IOException {
        Callbacks.Row row = callbacks("""
                FNI main 0 List.forEach
                PASS main 0 List.forEach[0] #1
                CBI main 10 List.forEach[0] #1
                CBI main 20 List.forEach[0] #1
                CBR main 50 List.forEach[0]
                CBR main 60 List.forEach[0]
                FNR main 70 List.forEach
                """).rows().get(0);

        assertThat(row.run()).isEqualTo(micros(2, 30, 50, 80));
        assertThat(row.outermostNanos()).isEqualTo(50_000);
    }

    @Test
    void listener_hasNoDelayAfterItsSecondRun() throws IOException {
        String registered = """
                FNI main 0 Bus.listen
                PASS main 0 Bus.listen[0] #1
                FNR main 1 Bus.listen
                CBI main 50 Bus.listen[0] #1
                CBR main 60 Bus.listen[0]
                """;
        String again = """
                CBI main 70 Bus.listen[0] #1
                CBR main 80 Bus.listen[0]
                """;

        Callbacks.Row once = callbacks(registered).rows().get(0);
        Callbacks.Row twice = callbacks(registered + again).rows().get(0);

        assertThat(once.runDelay()).isEqualTo(micros(1, 50, 50, 50));
        assertThat(once.repeated()).isZero();
        assertThat(twice.runDelay()).isEqualTo(Durations.NONE);
        assertThat(twice.repeated()).isEqualTo(1);
        assertThat(twice.run()).isEqualTo(micros(2, 10, 10, 20));
    }

    /** Three passes of one lambda and two runs, which the recorder links to the last pass. */
    @Test
    void ambiguousRuns_leaveOpenWhichPassesHaveRun() throws IOException {
        Callbacks.Row row = callbacks("""
                FNI main 0 Pool.submit
                PASS main 0 Pool.submit[0] #1
                FNR main 1 Pool.submit
                FNI main 2 Pool.submit
                PASS main 2 Pool.submit[0] #2
                FNR main 3 Pool.submit
                FNI main 4 Pool.submit
                PASS main 4 Pool.submit[0] #3
                FNR main 5 Pool.submit
                CBI worker 6 Pool.submit[0] #3 ambiguous
                CBR worker 7 Pool.submit[0]
                CBI worker 8 Pool.submit[0] #3 ambiguous
                CBR worker 9 Pool.submit[0]
                """).rows().get(0);

        assertThat(row.unclear()).isEqualTo(2);
        assertThat(row.pending()).isEqualTo(1);
        assertThat(row.runDelay()).isEqualTo(Durations.NONE);
    }

    @Test
    void forwardedCallback_isTimedFromEachCallThatHadIt() throws IOException {
        Callbacks callbacks = callbacks("""
                FNI main 0 outer
                PASS main 0 outer[0] #1
                FNI main 1 inner
                PASS main 1 inner[0] #2 forward=1
                FNR main 5 inner
                FNR main 6 outer
                CBI pool 20 inner[0] #2
                CBR pool 24 inner[0]
                """);

        assertThat(callbacks.rows())
                .containsExactly(
                        row(
                                "outer[0]",
                                1,
                                0,
                                0,
                                micros(1, 20, 20, 20),
                                micros(1, 24, 24, 24),
                                micros(0, 0, 0, 0),
                                0,
                                0,
                                0,
                                0,
                                0),
                        row(
                                "inner[0]",
                                1,
                                1,
                                0,
                                micros(1, 19, 19, 19),
                                micros(1, 23, 23, 23),
                                micros(1, 4, 4, 4),
                                4_000,
                                0,
                                0,
                                0,
                                1));
    }

    @Test
    void twoCallbacksForwardedByOneCall_keepTheirOwnChains() throws IOException {
        Callbacks callbacks = callbacks("""
                FNI main 0 outer
                PASS main 0 outer[0] #1
                PASS main 0 outer[1] #2
                FNI main 1 first
                PASS main 1 first[0] #3 forward=1
                FNR main 2 first
                FNI main 3 second
                PASS main 3 second[0] #4 forward=2
                FNR main 4 second
                FNR main 5 outer
                CBI pool 33 second[0] #4
                CBR pool 34 second[0]
                """);

        assertThat(row(callbacks, "outer[0]").pending()).isEqualTo(1);
        assertThat(row(callbacks, "first[0]").pending()).isEqualTo(1);
        assertThat(row(callbacks, "outer[1]").runDelay()).isEqualTo(micros(1, 33, 33, 33));
        assertThat(row(callbacks, "second[0]").runDelay()).isEqualTo(micros(1, 30, 30, 30));
    }

    /** A thread gives a task to a queue, another one takes it from there and forwards it, and then it runs. */
    private static final String THROUGH_A_QUEUE = """
            FNI main 0 execute
            PASS main 0 execute[0] #1
            FNR main 2 execute
            FNI worker 10 dispatch
            PASS worker 10 dispatch[0] #2 forward=1
            FNR worker 11 dispatch
            CBI worker 15 dispatch[0] #2
            CBR worker 18 dispatch[0]
            """;

    @Test
    void forwardedCallbackFromAQueue_isTimedFromTheFirstPassOn() throws IOException {
        Callbacks callbacks = callbacks(THROUGH_A_QUEUE);

        assertThat(row(callbacks, "execute[0]"))
                .isEqualTo(row(
                        "execute[0]",
                        1,
                        0,
                        0,
                        micros(1, 15, 15, 15),
                        micros(1, 18, 18, 18),
                        micros(0, 0, 0, 0),
                        0,
                        0,
                        0,
                        0,
                        0));
        assertThat(row(callbacks, "dispatch[0]"))
                .isEqualTo(row(
                        "dispatch[0]",
                        1,
                        1,
                        0,
                        micros(1, 5, 5, 5),
                        micros(1, 8, 8, 8),
                        micros(1, 3, 3, 3),
                        3_000,
                        0,
                        0,
                        0,
                        0));
    }

    @Test
    void forwardedCallbackWhileTheFirstCallIsOpenElsewhere_countsForWhatThatCallGaveItTo() throws IOException {
        Callbacks callbacks = callbacks("""
                FNI main 0 invokeAll
                PASS main 0 invokeAll[0] #1
                FNI main 1 execute
                PASS main 1 execute[0] #2 forward=1
                FNR main 2 execute
                FNI worker 10 dispatch
                PASS worker 10 dispatch[0] #3 forward=1
                CBI worker 12 dispatch[0] #3
                CBR worker 14 dispatch[0]
                FNR worker 15 dispatch
                FNR main 20 invokeAll
                """);

        assertThat(row(callbacks, "invokeAll[0]").runDelay()).isEqualTo(micros(1, 12, 12, 12));
        assertThat(row(callbacks, "execute[0]").runDelay()).isEqualTo(micros(1, 11, 11, 11));
        assertThat(row(callbacks, "dispatch[0]").runDelay()).isEqualTo(micros(1, 2, 2, 2));
    }

    @Test
    void forwardedCallbackFromAQueueBeforeTheRecording_dropsItsFirstPass() throws IOException {
        Callbacks callbacks = callbacks("""
                FNI worker 10 dispatch
                PASS worker 10 dispatch[0] #2 forward=1
                FNR worker 11 dispatch
                CBI worker 15 dispatch[0] #2
                CBR worker 18 dispatch[0]
                """);

        assertThat(callbacks.rows()).extracting(Callbacks.Row::name).containsExactly("dispatch[0]");
        assertThat(callbacks.runsWithoutPass()).isZero();
    }

    @Test
    void callbackNeverPassed_hasRunsOnly() throws IOException {
        Callbacks callbacks = callbacks("""
                CBI main 50 Main$$lambda@main:12
                CBR main 52 Main$$lambda@main:12
                """);

        assertThat(callbacks.rows())
                .containsExactly(row(
                        "Main$$lambda@main:12",
                        0,
                        0,
                        0,
                        micros(0, 0, 0, 0),
                        micros(0, 0, 0, 0),
                        micros(1, 2, 2, 2),
                        2_000,
                        0,
                        0,
                        0,
                        0));
        assertThat(callbacks.runsWithoutPass()).isZero();
    }

    @Test
    void runsOfUnknownPassesAndRepeatedNumbers_areCounted() throws IOException {
        Callbacks callbacks = callbacks("""
                CBI main 50 submit[0] #9
                CBR main 52 submit[0]
                FNI main 60 submit
                PASS main 60 submit[0] #1
                PASS main 60 submit[0] #1
                FNR main 61 submit
                """);

        assertThat(callbacks.runsWithoutPass()).isEqualTo(1);
        assertThat(callbacks.duplicates()).isEqualTo(1);
        assertThat(row(callbacks, "submit[0]").passes()).isEqualTo(1);
    }

    @Test
    void recordingStoppedInARun_leavesItUnfinished_andNoPassPending() throws IOException {
        Callbacks callbacks = callbacks("""
                FNI main 0 submit
                PASS main 0 submit[0] #1
                FNR main 1 submit
                CBI pool 2 submit[0] #1
                FNI pool 3 work
                FNR pool 4 work
                """);
        Callbacks.Row row = row(callbacks, "submit[0]");

        assertThat(row.unfinished()).isEqualTo(1);
        assertThat(row.pending()).isZero();
        assertThat(row.run().count()).isZero();
    }

    @Test
    void runThatGoesOn_leavesNoPassPending() {
        CallbacksHandler handler = new CallbacksHandler();
        List<Long> pending = new ArrayList<>();
        new Schedule("""
                FNI main 0 submit
                PASS main 0 submit[0] #1
                FNR main 1 submit
                CBI pool 2 submit[0] #1
                FNI pool 3 work
                FNR pool 4 work
                CBR pool 5 submit[0]
                """)
                .live(List.of(
                        new FunctionsHandler(),
                        handler,
                        new Observer(() ->
                                pending.add(row(handler.snapshot(), "submit[0]").pending()))));

        assertThat(pending).containsExactly(1L, 0L);
    }

    /** Does something at the end of each call. */
    private static final class Observer extends CollectingHandler<String> implements SpanHandler<String> {
        private final Runnable action;

        Observer(Runnable action) {
            this.action = action;
        }

        @Override
        public void handleSpan(Span span) {
            if ((span.flags() & SpanFlags.OF_CALLBACK) == 0) {
                action.run();
            }
        }

        @Override
        protected String result() {
            return "";
        }
    }

    @Test
    void failureOfTheHandlerThatTracksPasses_isOneHereToo() {
        CallbacksHandler callbacks = new CallbacksHandler();
        FunctionsHandler functions = new FunctionsHandler();
        HandlerContext none = HandlerContext.NONE;
        HandlerContext context = new HandlerContext(
                none.names(),
                none.symbols(),
                none.tracks(),
                none.stackFrames(),
                none.pairing(),
                none.retained(),
                List.of(functions, callbacks));
        functions.initialize(context);
        callbacks.initialize(context);

        assertThatIllegalStateException().isThrownBy(callbacks::finish).withMessage("FunctionsHandler is not finished");
    }

    @Test
    void tooManyWaiting_leaveOldestFirstAndAreCounted() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 10; i++) {
            lines.append("FNI main " + i + " s\nPASS main " + i + " s[0] #" + i + "\nFNR main " + i + " s\n");
        }
        for (int i = 1; i <= 10; i++) {
            lines.append("CBI pool " + (100 + i) + " s[0] #" + i + "\nCBR pool " + (100 + i) + " s[0]\n");
        }
        CallbacksHandler handler = new CallbacksHandler();
        Callbacks callbacks = new Schedule(lines.toString())
                .live(List.of(new FunctionsHandler(4, 2), handler))
                .data(CallbacksHandler.class);

        assertThat(callbacks.dropped()).isEqualTo(6);
        assertThat(callbacks.runsWithoutPass()).isEqualTo(6);
        assertThat(row(callbacks, "s[0]").runDelay()).isEqualTo(micros(4, 100, 100, 400));
        assertThat(row(callbacks, "s[0]").pending()).isZero();
        assertThat(row(callbacks, "s[0]").unclear()).isEqualTo(6);
        assertThat(row(callbacks, "s[0]").onAnotherThread()).isEqualTo(4);
        assertThat(handler.snapshot()).isEqualTo(callbacks);
    }

    @Test
    void passesThatNeverRun_leaveBeforeThoseThatMayRun() {
        StringBuilder lines = new StringBuilder("FNI main 0 work\nPASS main 0 start[0] #1\n");
        for (int i = 1; i <= 100; i++) {
            int number = 10 * i;
            lines.append("PASS main " + number + " never[0] #" + number + "\n");
            lines.append("PASS main " + (number + 1) + " match[0] #" + (number + 1) + "\n");
            if (i > 5) { // the runs come late, such as from the next chunk of the thread
                int before = number - 49;
                lines.append("CBI main " + (number + 2) + " match[0] #" + before + "\nCBR main " + (number + 3)
                        + " match[0]\n");
            }
        }
        lines.append("CBI pool 2000 start[0] #1\nCBR pool 2001 start[0]\nFNR main 2002 work\n");
        Callbacks callbacks = new Schedule(lines.toString())
                .live(List.of(new FunctionsHandler(12, 4), new CallbacksHandler()))
                .data(CallbacksHandler.class);

        Callbacks.Row start = row(callbacks, "start[0]");
        assertThat(List.of(start.pending(), start.unclear(), start.onAnotherThread()))
                .containsExactly(0L, 0L, 1L);
        Callbacks.Row match = row(callbacks, "match[0]");
        assertThat(List.of(match.pending(), match.unclear(), match.onAnotherThread()))
                .containsExactly(5L, 0L, 0L);
        Callbacks.Row never = row(callbacks, "never[0]");
        assertThat(never.pending() + never.unclear()).isEqualTo(100);
        assertThat(never.unclear()).isEqualTo(callbacks.dropped()).isGreaterThan(80);
        assertThat(callbacks.runsWithoutPass()).isZero();
    }

    @Test
    void runThatArrivesBeforeItsPass_isNotEvictedByPassesThatRan() {
        StringBuilder lines = new StringBuilder("CBI pool 1 start[0] #1000\nCBR pool 3 start[0]\nFNI main 0 work\n");
        for (int i = 1; i <= 100; i++) {
            lines.append("PASS main " + 3 * i + " match[0] #" + i + "\nCBI main " + (3 * i + 1) + " match[0] #" + i
                    + "\nCBR main " + (3 * i + 2) + " match[0]\n");
        }
        lines.append("FNR main 400 work\nFNI starter 0 main\nPASS starter 0 start[0] #1000\nFNR starter 1 main\n");
        Callbacks callbacks = new Schedule(lines.toString())
                .live(List.of(new FunctionsHandler(12, 4), new CallbacksHandler()))
                .data(CallbacksHandler.class);

        assertThat(row(callbacks, "start[0]").runDelay()).isEqualTo(micros(1, 1, 1, 1));
        assertThat(callbacks.runsWithoutPass()).isZero();
    }

    @Test
    void passesWithoutRun_areUnknownWhereRecordsWereLost() throws IOException {
        Callbacks callbacks = callbacks("""
                FNI main 0 submit
                PASS main 0 submit[0] #1
                FNR main 1 submit
                """);

        Callbacks.Row row = row(callbacks.withLosses(), "submit[0]");
        assertThat(List.of(row.pending(), row.unclear())).containsExactly(0L, 1L);
        StringBuilder text = new StringBuilder();
        new TotalsText(MethodOrder.SELF, 10, UnaryOperator.identity(), Set.of(), Styles.PLAIN, "")
                .callbacks(text, callbacks.withLosses());
        assertThat(text.toString())
                .contains(
                        "       1     0         -         -         -        -        -        -          -  submit[0]"
                                + "  (run unknown: 1)");
    }

    @Test
    void factoryThatTheSameThreadRunsInACall_isNoWait() {
        List<SlowPass> slow = new Schedule("""
                FNI main 0 newPool
                PASS main 0 newPool[0] #1
                FNR main 1 newPool
                FNI main 900 submit
                PASS main 901 submit[0] #2
                CBI main 902 newPool[0] #1
                CBR main 903 newPool[0]
                FNR main 904 submit
                CBI pool 910 submit[0] #2
                CBR pool 911 submit[0]
                """)
                .live(List.of(new FunctionsHandler(), new SlowPassesHandler()))
                .data(SlowPassesHandler.class);

        assertThat(slow).extracting(SlowPass::name).containsExactly("submit[0]");
    }

    @Test
    void runWithinAPassThatLasts_isNoWait() {
        assertThat(new Schedule("""
                FNI   main   0 main
                OPEN  main  10 f #1
                CBI   main 500 f #1
                CBR   main 900 f #1
                CLOSE main 910 f #1
                FNR   main 1000 main
                """)
                        .live(List.of(new FunctionsHandler(), new SlowPassesHandler()))
                        .data(SlowPassesHandler.class))
                .isEmpty();
    }

    @Test
    void slowPass_isFoundIfItsRunComesFirst() {
        List<SlowPass> slow = new Schedule("""
                FNI other 0 first
                FNR other 1 first
                CBI pool 900 submit[0] #1
                CBR pool 950 submit[0] #1
                CBI pool 960 twice[0] #2
                CBR pool 970 twice[0] #2
                CBI pool 980 twice[0] #2
                CBR pool 990 twice[0] #2
                FNI main 0 main
                PASS main 10 submit[0] #1
                PASS main 20 twice[0] #2
                FNR main 1000 main
                """)
                .live(List.of(new FunctionsHandler(), new SlowPassesHandler()))
                .data(SlowPassesHandler.class);

        assertThat(slow).containsExactly(new SlowPass("submit[0]", 2, 10_000, 1, 900_000, 950_000, ""));
    }
}
