// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.Schedule;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Totals of calls that receive callbacks, against schedules worked out by hand; times in microseconds. */
class FunctionsCallbacksTest {
    private static String totals(String lines) throws IOException {
        FunctionsHandler live = new FunctionsHandler();
        String fromLive = table(new Schedule(lines).live(List.of(live)).data(FunctionsHandler.class));
        String fromFile = table(new Schedule(lines)
                .throughAFile(List.of(new FunctionsHandler()))
                .data(FunctionsHandler.class));
        assertThat(fromFile).isEqualTo(fromLive);
        return fromLive;
    }

    private static String table(Functions functions) {
        return functions.rows().stream().map(FunctionsCallbacksTest::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(Functions.Row row) {
        return String.format(
                Locale.ROOT,
                "%s count %d min %d avg %d max %d self %d threw %d unfinished %d pending %d runs %d",
                row.name(),
                row.finished().count(),
                row.finished().minNanos() / 1000,
                Math.round(row.finished().averageNanos() / 1000),
                row.finished().maxNanos() / 1000,
                row.selfNanos() / 1000,
                row.threw(),
                row.unfinished(),
                row.pending(),
                row.callbackRuns());
    }

    @Test
    void calls_lastFromBeginToEndWhateverBecomesOfTheirCallbacks() throws IOException {
        Functions.Row row = new Schedule("""
                FNI main 0 Cache.find
                PASS main 0 Cache.find[1] #1
                FNR main 5 Cache.find
                CBI main 20 Cache.find[1] #1
                CBR main 23 Cache.find[1]
                FNI main 30 Cache.find
                PASS main 30 Cache.find[1] #2
                FNR main 37 Cache.find
                FNI main 40 Cache.find
                FNR main 49 Cache.find
                """)
                .live(List.of(new FunctionsHandler()))
                .data(FunctionsHandler.class)
                .find("Cache.find")
                .orElseThrow();

        assertThat(row.finished().count()).as("finished, with their callbacks").isEqualTo(2);
        assertThat(row.finished().totalNanos()).isEqualTo(23_000 + 9_000);
        assertThat(row.calls()).isEqualTo(new Durations(3, 5_000, 9_000, 21_000));
        Histogram expected = new Histogram();
        expected.add(5_000);
        expected.add(7_000);
        expected.add(9_000);
        assertThat(row.durations()).isEqualTo(expected);
    }

    @Test
    void callbackAfterReturn_makesTheCallLastUntilItsEnd() throws IOException {
        assertThat(totals("""
                FNI main 0 Cache.find
                PASS main 0 Cache.find[1] #1
                FNR main 5 Cache.find
                CBI main 20 Cache.find[1] #1
                CBR main 23 Cache.find[1]
                """))
                .isEqualTo("Cache.find count 1 min 23 avg 23 max 23 self 5 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void callbackOnAnotherThread_makesTheCallLastUntilItsEnd() throws IOException {
        assertThat(totals("""
                FNI main 0 Pool.submit
                PASS main 0 Pool.submit[0] #1
                FNR main 2 Pool.submit
                FNI main 10 Pool.submit
                PASS main 10 Pool.submit[0] #2
                FNR main 12 Pool.submit
                CBI worker 5 Pool.submit[0] #1
                CBR worker 9 Pool.submit[0]
                CBI worker 11 Pool.submit[0] #2
                CBR worker 41 Pool.submit[0]
                """))
                .isEqualTo("Pool.submit count 2 min 9 avg 20 max 31 self 4 threw 0 unfinished 0 pending 0 runs 2\n");
    }

    @Test
    void callbackWithinTheCall_addsNothingTwice() throws IOException {
        assertThat(totals("""
                FNI main 0 List.forEach
                PASS main 0 List.forEach[0] #1
                CBI main 1 List.forEach[0] #1
                CBR main 3 List.forEach[0]
                CBI main 4 List.forEach[0] #1
                CBR main 9 List.forEach[0]
                FNR main 9 List.forEach
                """))
                .isEqualTo("List.forEach count 1 min 9 avg 9 max 9 self 2 threw 0 unfinished 0 pending 0 runs 2\n");
    }

    @Test
    void callThatWorksOnAfterItsCallback_lastsUntilItsOwnEnd() throws IOException {
        assertThat(totals("""
                FNI main 0 List.forEach
                PASS main 0 List.forEach[0] #1
                CBI main 1 List.forEach[0] #1
                CBR main 2 List.forEach[0]
                FNR main 10 List.forEach
                """))
                .isEqualTo("List.forEach count 1 min 10 avg 10 max 10 self 9 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void runThatIsSeenAfterTheCallButEndedBeforeIt_doesNotShortenTheCall() throws IOException {
        assertThat(totals("""
                FNI main 0 Pool.invokeAll
                PASS main 0 Pool.invokeAll[0] #1
                FNR main 10 Pool.invokeAll
                CBI worker 1 Pool.invokeAll[0] #1
                CBR worker 4 Pool.invokeAll[0]
                """))
                .isEqualTo(
                        "Pool.invokeAll count 1 min 10 avg 10 max 10 self 10 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void runThatIsSeenBeforeTheCallAndEndedBeforeIt_doesNotShortenTheCall() throws IOException {
        assertThat(totals("""
                CBI worker 1 Pool.invokeAll[0] #1
                CBR worker 4 Pool.invokeAll[0]
                FNI main 0 Pool.invokeAll
                PASS main 0 Pool.invokeAll[0] #1
                FNR main 10 Pool.invokeAll
                """))
                .isEqualTo(
                        "Pool.invokeAll count 1 min 10 avg 10 max 10 self 10 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void callbackCalledTwice_countsUntilTheLastEnd() throws IOException {
        assertThat(totals("""
                FNI main 0 Bus.listen
                PASS main 0 Bus.listen[0] #1
                CBI main 1 Bus.listen[0] #1
                CBR main 2 Bus.listen[0]
                FNR main 3 Bus.listen
                CBI main 50 Bus.listen[0] #1
                CBR main 60 Bus.listen[0]
                """))
                .isEqualTo("Bus.listen count 1 min 60 avg 60 max 60 self 2 threw 0 unfinished 0 pending 0 runs 2\n");
    }

    @Test
    void callbackThatNeverRuns_leavesTheCallPendingAndTheAverageAboveTheMinimum() throws IOException {
        assertThat(totals("""
                FNI main 0 Cache.find
                PASS main 0 Cache.find[1] #1
                FNR main 1 Cache.find
                FNI main 10 Cache.find
                PASS main 10 Cache.find[1] #2
                FNR main 12 Cache.find
                CBI main 110 Cache.find[1] #1
                CBR main 120 Cache.find[1]
                """))
                .isEqualTo("Cache.find count 1 min 120 avg 120 max 120 self 3 threw 0 unfinished 0 pending 1 runs 1\n");
    }

    @Test
    void callbackThatThrows_endsTheCallToo() throws IOException {
        assertThat(totals("""
                FNI main 0 Cache.find
                PASS main 0 Cache.find[1] #1
                FNR main 1 Cache.find
                CBI main 10 Cache.find[1] #1
                CBX main 14 Cache.find[1]
                """))
                .isEqualTo("Cache.find count 1 min 14 avg 14 max 14 self 1 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void throwingCall_isCountedAsSuch() throws IOException {
        assertThat(totals("""
                FNI main 0 Cache.find
                PASS main 0 Cache.find[1] #1
                CBI main 1 Cache.find[1] #1
                CBX main 4 Cache.find[1]
                FNX main 4 Cache.find
                """))
                .isEqualTo("Cache.find count 1 min 4 avg 4 max 4 self 1 threw 1 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void recordingStoppedInBetween_leavesCallsPendingOrUnfinished() throws IOException {
        assertThat(totals("""
                FNI main 0 waiting
                PASS main 0 waiting[0] #1
                FNR main 1 waiting
                FNI main 2 running
                PASS main 2 running[0] #2
                FNR main 3 running
                CBI pool 4 running[0] #2
                FNI main 5 open
                PASS main 5 open[0] #3
                CBI main 6 open[0] #3
                CBR main 7 open[0]
                """)).isEqualTo("""
                open count 0 min 0 avg 0 max 0 self 0 threw 0 unfinished 1 pending 0 runs 0
                running count 0 min 0 avg 0 max 0 self 1 threw 0 unfinished 0 pending 1 runs 0
                waiting count 0 min 0 avg 0 max 0 self 1 threw 0 unfinished 0 pending 1 runs 0
                """);
    }

    @Test
    void runThatComesBeforeItsPass_counts() throws IOException {
        assertThat(totals("""
                CBI pool 6 Pool.submit[0] #1
                CBR pool 9 Pool.submit[0]
                FNI main 0 Pool.submit
                PASS main 0 Pool.submit[0] #1
                FNR main 2 Pool.submit
                """))
                .isEqualTo("Pool.submit count 1 min 9 avg 9 max 9 self 2 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void severalCallbacksOfOneCall_countUntilTheLastOfThemAll() throws IOException {
        assertThat(totals("""
                FNI main 0 Http.get
                PASS main 0 Http.get[1] #1
                PASS main 0 Http.get[2] #2
                FNR main 3 Http.get
                CBI main 30 Http.get[2] #2
                CBR main 35 Http.get[2]
                CBI main 40 Http.get[1] #1
                CBR main 44 Http.get[1]
                FNI main 50 Http.get
                PASS main 50 Http.get[1] #3
                PASS main 50 Http.get[2] #4
                FNR main 51 Http.get
                CBI main 60 Http.get[2] #4
                CBR main 61 Http.get[2]
                """))
                .isEqualTo("Http.get count 2 min 11 avg 28 max 44 self 4 threw 0 unfinished 0 pending 0 runs 3\n");
    }

    @Test
    void forwardedCallback_endsEveryCallThatHadIt() throws IOException {
        assertThat(totals("""
                FNI main 0 outer
                PASS main 0 outer[0] #1
                FNI main 1 middle
                PASS main 1 middle[0] #2 forward=1
                FNR main 2 middle
                FNI main 3 inner
                PASS main 3 inner[0] #3 forward=1
                FNI main 4 innermost
                PASS main 4 innermost[0] #4 forward=1
                FNR main 5 innermost
                FNR main 6 inner
                FNR main 7 outer
                CBI pool 20 innermost[0] #4
                CBR pool 24 innermost[0]
                """)).isEqualTo("""
                outer count 1 min 24 avg 24 max 24 self 3 threw 0 unfinished 0 pending 0 runs 1
                inner count 1 min 21 avg 21 max 21 self 2 threw 0 unfinished 0 pending 0 runs 1
                innermost count 1 min 20 avg 20 max 20 self 1 threw 0 unfinished 0 pending 0 runs 1
                middle count 0 min 0 avg 0 max 0 self 1 threw 0 unfinished 0 pending 1 runs 0
                """);
    }

    @Test
    void forwardedCallbackAndRunBeforeThePassesAreSeen_endsEveryCallThatHadIt() throws IOException {
        assertThat(totals("""
                CBI pool 20 inner[0] #2
                CBR pool 24 inner[0]
                FNI main 0 outer
                PASS main 0 outer[0] #1
                FNI main 1 inner
                PASS main 1 inner[0] #2 forward=1
                FNR main 2 inner
                FNR main 7 outer
                """)).isEqualTo("""
                outer count 1 min 24 avg 24 max 24 self 6 threw 0 unfinished 0 pending 0 runs 1
                inner count 1 min 23 avg 23 max 23 self 1 threw 0 unfinished 0 pending 0 runs 1
                """);
    }

    @Test
    void forwardedCallbackFromAQueue_endsTheCallThatPutItThereToo() throws IOException {
        assertThat(totals("""
                FNI main 0 execute
                PASS main 0 execute[0] #1
                FNR main 2 execute
                FNI worker 10 dispatch
                PASS worker 10 dispatch[0] #2 forward=1
                FNR worker 11 dispatch
                CBI worker 15 dispatch[0] #2
                CBR worker 18 dispatch[0]
                """)).isEqualTo("""
                execute count 1 min 18 avg 18 max 18 self 2 threw 0 unfinished 0 pending 0 runs 1
                dispatch count 1 min 8 avg 8 max 8 self 1 threw 0 unfinished 0 pending 0 runs 1
                """);
    }

    @Test
    void callbackPassedTwiceToOneCall_countsEachRunOnce() throws IOException {
        assertThat(totals("""
                FNI main 0 both
                PASS main 0 both[0] #1
                PASS main 0 both[1] #2 forward=1
                CBI main 1 both[1] #2
                CBR main 3 both[1]
                FNR main 4 both
                """))
                .isEqualTo("both count 1 min 4 avg 4 max 4 self 2 threw 0 unfinished 0 pending 0 runs 1\n");
    }

    @Test
    void passWithLength_keepsNothingForLaterCalls() throws IOException {
        Schedule schedule = new Schedule("""
                OPEN main 0 outer[0] #1
                PASS main 1 inner[0] #2
                CLOSE main 2 outer[0]
                FNI main 10 later
                FNR main 13 later
                """);

        assertThat(table(schedule.live(List.of(new FunctionsHandler())).data(FunctionsHandler.class)))
                .isEqualTo("later count 1 min 3 avg 3 max 3 self 3 threw 0 unfinished 0 pending 0 runs 0\n");
    }

    @Test
    void callsWithinARun_areCallsOfTheirOwn() throws IOException {
        assertThat(totals("""
                FNI main 0 Pool.submit
                PASS main 0 Pool.submit[0] #1
                FNR main 1 Pool.submit
                CBI main 2 Pool.submit[0] #1
                FNI main 3 work
                FNR main 7 work
                CBR main 8 Pool.submit[0]
                CBI main 9 Main$$lambda@main:12
                CBR main 10 Main$$lambda@main:12
                """)).isEqualTo("""
                Pool.submit count 1 min 8 avg 8 max 8 self 1 threw 0 unfinished 0 pending 0 runs 1
                work count 1 min 4 avg 4 max 4 self 4 threw 0 unfinished 0 pending 0 runs 0
                """);
    }

    @Test
    void recursiveCalls_haveTheirOwnCallbacks() throws IOException {
        assertThat(totals("""
                FNI main 0 walk
                PASS main 0 walk[0] #1
                FNI main 1 walk
                PASS main 1 walk[0] #2
                FNR main 2 walk
                FNR main 3 walk
                CBI main 10 walk[0] #2
                CBR main 11 walk[0]
                CBI main 20 walk[0] #1
                CBR main 21 walk[0]
                """))
                .isEqualTo("walk count 2 min 10 avg 16 max 21 self 3 threw 0 unfinished 0 pending 0 runs 2\n");
    }

    @Test
    void snapshot_holdsWhatIsKnownSoFar() {
        FunctionsHandler handler = new FunctionsHandler(1, 1);
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 3; i++) {
            lines.append("FNI main " + i + "0 submit\nPASS main " + i + "0 submit[0] #" + i + "\nFNR main " + i
                    + "1 submit\n");
        }
        lines.append("CBI main 50 submit[0] #3\nCBR main 55 submit[0]\n");
        lines.append("CBI main 60 submit[0] #1\nCBR main 65 submit[0]\n");
        Functions functions =
                new Schedule(lines.toString()).live(List.of(handler)).data(FunctionsHandler.class);

        // Room for one: of the calls at 10 and 20 it is not known any more that they wait.
        assertThat(table(functions))
                .isEqualTo("submit count 1 min 25 avg 25 max 25 self 3 threw 0 unfinished 0 pending 2 runs 1\n");
        assertThat(functions.dropped()).isEqualTo(2);
        assertThat(handler.snapshot()).isEqualTo(functions);
    }

    @Test
    void callbackThatRunsAtTheEnd_isNotAmongThoseThatHaveNotRun() throws IOException {
        Callbacks callbacks = new Schedule("""
                FNI main 0 Pool.submit
                PASS main 0 Pool.submit[0] #1
                PASS main 1 Queue.add[0] #3 forward=1
                FNR main 2 Pool.submit
                FNI main 3 Pool.submit
                PASS main 3 Pool.submit[0] #2
                FNR main 4 Pool.submit
                CBI worker 5 Queue.add[0] #3
                """)
                .live(List.of(new FunctionsHandler(), new CallbacksHandler()))
                .data(CallbacksHandler.class);

        Callbacks.Row submitted = row(callbacks, "Pool.submit[0]");
        assertThat(List.of(submitted.passes(), submitted.notRunYet())).containsExactly(2L, 1L);
        Callbacks.Row added = row(callbacks, "Queue.add[0]");
        assertThat(List.of(added.passes(), added.notRunYet(), added.unfinished()))
                .containsExactly(1L, 0L, 1L);
    }

    private static Callbacks.Row row(Callbacks callbacks, String name) {
        return callbacks.byName().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
