// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.handler.path.RandomCalls;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the waits of the call on the first thread. Times in schedules are in microseconds. */
class WaitsHandlerTest {
    private static final String PASSED_BY_A_RUN = """
            FNI  http     0 handle
            PASS http    20 first #1
            CBI  one    100 first #1
            PASS one    200 second #2
            CBR  one    300 first #1
            CBI  two    400 second #2
            CBR  two  28100 second #2
            FNR  http 28200 handle
            """;

    /** Returns the waits, which are the same if the threads come one after the other, the first one last. */
    private static List<Wait> waits(String schedule, long startMicros, long endMicros) {
        Map<String, String> byThread = schedule.strip()
                .lines()
                .collect(Collectors.groupingBy(
                        line -> line.strip().split(" +")[1], LinkedHashMap::new, Collectors.joining("\n")));
        List<String> lastFirst = new ArrayList<>(byThread.values());
        Collections.reverse(lastFirst);
        List<Wait> waits = waits(schedule, 0, startMicros, endMicros);
        assertThat(waits(String.join("\n", lastFirst), lastFirst.size() - 1, startMicros, endMicros))
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*rack")
                .isEqualTo(waits);
        return waits;
    }

    private static List<Wait> waits(String schedule, int track, long startMicros, long endMicros) {
        return new Schedule(schedule)
                .live(List.of(new FunctionsHandler(), new WaitsHandler()))
                .data(WaitsHandler.class)
                .of(track, startMicros * 1000, endMicros * 1000);
    }

    private static List<String> texts(List<Wait> waits) {
        return waits.stream()
                .map(wait -> wait.caller() + " " + wait.nanos() / 1000 + " for "
                        + wait.run().name() + ", queued "
                        + wait.queuedNanos() / 1000 + ", busy in " + wait.busyIn() + " " + wait.busyNanos() / 1000
                        + (wait.candidates() > 1 ? ", one of " + wait.candidates() : "")
                        + (wait.waits().isEmpty() ? "" : " " + texts(wait.waits())))
                .toList();
    }

    @Test
    void silenceOfACall_isExplainedByTheRunThatEndsWithIt() {
        assertThat(texts(waits("""
                        FNI  http     0 handle
                        FNI  http    10 price
                        PASS http    20 task #1
                        CBI  pool   700 task #1
                        FNI  pool   800 table
                        FNR  pool 29000 table
                        CBR  pool 29100 task #1
                        FNR  http 29200 price
                        FNI  http 29300 save
                        FNR  http 29900 save
                        FNR  http 30000 handle
                        """, 0, 30_000)))
                .containsExactly("price 29180 for task, queued 680, busy in table 28200");
    }

    @Test
    void waitsOfTheRun_areFollowed() {
        assertThat(texts(waits("""
                        FNI  http     0 handle
                        PASS http    20 first #1
                        CBI  one    100 first #1
                        PASS one    200 second #2
                        CBI  two  10000 second #2
                        FNI  two  10100 table
                        FNR  two  28000 table
                        CBR  two  28100 second #2
                        CBR  one  28200 first #1
                        FNR  http 30000 handle
                        """, 0, 30_000)))
                .containsExactly("handle 29980 for first, queued 80, busy in first 28000"
                        + " [first 28000 for second, queued 9800, busy in table 17900]");
    }

    @Test
    void runBesideARun_isNotWhatThatWaitsFor() {
        assertThat(texts(waits("""
                        FNI  http      0 handle
                        PASS http     20 first #1
                        PASS http     30 second #2
                        CBI  one     100 first #1
                        CBI  two     100 second #2
                        FNI  two     110 step1
                        CBR  one    9900 first #1
                        FNR  two   10000 step1
                        FNI  two   10010 step2
                        FNR  two   25000 step2
                        CBR  two   25010 second #2
                        FNR  http  25100 handle
                        """, 0, 25_100)))
                .containsExactly("handle 25070 for second, queued 70, busy in step2 14990");
    }

    @Test
    void runThatWasPassedByARun_explainsTheWaitOfTheCallThatPassedThat() {
        assertThat(texts(waits(PASSED_BY_A_RUN, 0, 28_200)))
                .containsExactly("handle 28180 for second, queued 200, busy in second 27700");
    }

    @Test
    void severalRunsThatMayHaveEndedIt_areCounted() {
        assertThat(texts(waits("""
                        FNI  http     0 handle
                        PASS http    20 first #1
                        PASS http    30 second #2
                        CBI  one    100 first #1
                        CBI  two    100 second #2
                        CBR  one  28000 first #1
                        CBR  two  28100 second #2
                        FNR  http 28200 handle
                        """, 0, 28_200)))
                .containsExactly("handle 28170 for second, queued 70, busy in second 28000, one of 2");
    }

    @Test
    void taskAndTheCallbackWithinIt_areOneRun() {
        assertThat(texts(waits("""
                        FNI  http     0 handle
                        PASS http    20 task #1
                        PASS http    30 callback #2
                        CBI  one    100 task #1
                        CBI  one    200 callback #2
                        CBR  one  28000 callback #2
                        CBR  one  28100 task #1
                        FNR  http 28200 handle
                        """, 0, 28_200)))
                .containsExactly("handle 28170 for task, queued 70, busy in callback 27800");
    }

    @Test
    void runsOfTheThreadSinceThePass_areCounted() {
        Wait wait = waits("""
                        FNI  http      0 handle
                        CBI  pool      5 earlier #1
                        CBR  pool     10 earlier #1
                        CBI  pool     12 running #2
                        PASS http     20 task #9
                        CBI  pool    100 inner #3
                        CBR  pool    200 inner #3
                        CBR  pool  10000 running #2
                        CBI  pool  10000 next #4
                        CBI  pool  10100 inner #3
                        CBR  pool  10200 inner #3
                        CBI  pool  10300 inner #5
                        CBR  pool  10400 inner #5
                        CBR  pool  20000 next #4
                        CBI  pool  20100 task #9
                        CBI  pool  20200 inner #6
                        CBR  pool  20300 inner #6
                        CBR  pool  29000 task #9
                        FNR  http  30000 handle
                        """, 0, 30_000).get(0);
        assertThat(wait.run().name()).isEqualTo("task");
        assertThat(wait.behind()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1000", "1100, -1"})
    void runsOfTheThread_areUnknownIfTheyAreMany(int runs, int behind) {
        StringBuilder schedule = new StringBuilder("FNI http 0 handle\nPASS http 20 task #1\n");
        for (int i = 0; i < runs; i++) {
            schedule.append("CBI pool %1$d short #%2$d\nCBR pool %1$d short #%2$d\n".formatted(100 + i, 10 + i));
        }
        schedule.append("CBI pool 6000 task #1\nCBR pool 29000 task #1\nFNR http 30000 handle\n");
        assertThat(waits(schedule.toString(), 0, 30_000))
                .extracting(Wait::behind)
                .containsExactly(behind);
    }

    @Test
    void runsWithinACallBeforeTheRun_areUnknown() {
        assertThat(waits("""
                        FNI  http      0 handle
                        PASS http     20 task #9
                        FNI  pool     50 work
                        CBI  pool    100 first #1
                        CBR  pool   9000 first #1
                        FNR  pool  10050 work
                        CBI  pool  10100 task #9
                        CBI  pool  10200 inner #2
                        CBR  pool  10300 inner #2
                        CBR  pool  29000 task #9
                        FNR  http  30000 handle
                        """, 0, 30_000)).extracting(Wait::behind).containsExactly(Wait.UNKNOWN);
    }

    @Test
    void runsAtOneTime_areUnknown() {
        assertThat(waits("""
                        FNI  http      0 handle
                        PASS http     20 task #1
                        CBI  pool  29000 task #1
                        CBR  pool  29000 task #1
                        CBI  pool  29000 other #2
                        CBR  pool  29000 other #2
                        FNR  http  29050 handle
                        """, 0, 29_050)).extracting(Wait::behind).containsExactly(Wait.UNKNOWN);
    }

    @Test
    void runThatBeginsWithTheOneAroundIt_isTheOneThatPasses() {
        assertThat(texts(waits("""
                        FNI  http      0 handle
                        FNI  boot      0 main
                        PASS boot      5 outer #1
                        FNR  boot     10 main
                        PASS http     20 inner #2
                        CBI  pool    100 outer #1
                        CBI  pool    100 inner #2
                        PASS pool    200 third #3
                        CBR  pool    300 inner #2
                        CBR  pool    400 outer #1
                        CBI  two     500 third #3
                        CBR  two   28000 third #3
                        FNR  http  28100 handle
                        """, 0, 28_100)))
                .containsExactly("handle 28080 for third, queued 300, busy in third 27500");
    }

    @Test
    void callOfTheOuterRun_doesNotWaitForWhatTheInnerRunPassed() {
        assertThat(waits("""
                        FNI  http      0 handle
                        FNI  other     0 elsewhere
                        PASS http     20 outer #1
                        PASS other    30 inner #2
                        FNR  other    40 elsewhere
                        CBI  pool    100 outer #1
                        CBI  pool   2000 inner #2
                        PASS pool   2500 third #3
                        CBR  pool   3000 inner #2
                        CBR  pool   4000 outer #1
                        CBI  two    4500 third #3
                        CBR  two   28000 third #3
                        FNR  http  28100 handle
                        """, 0, 28_100)).isEmpty();
    }

    @Test
    void manyRunsBehindTheOneThatPasses_leaveItKnown() {
        StringBuilder schedule = new StringBuilder(PASSED_BY_A_RUN);
        for (int i = 0; i < 40; i++) {
            int micros = 28_300 + 10 * i;
            schedule.append("FNI http %1$d more\nPASS http %1$d short #%2$d\nFNR http %3$d more\n"
                    .formatted(micros, 10 + i, micros + 1));
            schedule.append(
                    "CBI one %1$d short #%2$d\nCBR one %3$d short #%2$d\n".formatted(micros + 2, 10 + i, micros + 3));
        }
        assertThat(texts(waits(schedule.toString(), 0, 28_200)))
                .containsExactly("handle 28180 for second, queued 200, busy in second 27700");
    }

    @Test
    void runsBeforeARunWithinACall_areUnknown() {
        assertThat(waits("""
                        FNI  http      0 handle
                        FNI  pool      5 work
                        PASS http     20 task #9
                        CBI  pool    100 first #1
                        CBR  pool  10000 first #1
                        CBI  pool  10100 task #9
                        CBR  pool  29000 task #9
                        FNR  http  30000 handle
                        FNR  pool  40000 work
                        """, 0, 30_000)).extracting(Wait::behind).containsExactly(Wait.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "another call's callback,        other, two, 700, 29000",
        "a run that goes on,             http,  two, 700, 40000",
        "a run that ended long before,   http,  two, 700, 20000",
        "a run that ended 4 ms before,   http,  two, 700, 26000",
        "a run on the same thread,       http, http, 700, 29000",
    })
    void otherRuns_explainNothing(String kind, String passedBy, String runBy, long start, long end) {
        assertThat(waits("""
                        FNI  http  0 handle
                        FNI  other 5 elsewhere
                        PASS %s   20 task #1
                        CBI  %s   %d task #1
                        CBR  %s   %d task #1
                        FNR  http %d handle
                        FNR  other 50000 elsewhere
                        """.formatted(passedBy, runBy, start, runBy, end, 30_000), 0, 30_000))
                .as(kind)
                .isEmpty();
    }

    @Test
    void callbackThatQueuesBehindOthersOfItsLine_isExplainedByItsOwnRun() {
        assertThat(texts(waits("""
                        FNI  http       0 handle
                        PASS http      20 mail #1
                        PASS http      30 mail #2
                        PASS http      40 mail #3
                        CBI  mailer   100 mail #1
                        CBR  mailer 10000 mail #1
                        CBI  mailer 10100 mail #2
                        CBR  mailer 20000 mail #2
                        CBI  mailer 20100 mail #3
                        CBR  mailer 29000 mail #3
                        FNR  http   29100 handle
                        """, 0, 29_100)))
                .containsExactly("handle 29060 for mail, queued 20060, busy in mail 8900");
    }

    @Test
    void runThatHasNotEnded_explainsNothing() {
        assertThat(waits("""
                        FNI  http     0 handle
                        PASS http    20 task #1
                        CBI  pool   100 task #1
                        FNR  http 30000 handle
                        """, 0, 30_000)).isEmpty();
    }

    @Test
    void listener_explainsNothing() {
        assertThat(waits("""
                        FNI  http     0 handle
                        PASS http    20 task #1
                        CBI  two    100 task #1
                        CBR  two  15000 task #1
                        CBI  two  15100 task #1
                        CBR  two  29900 task #1
                        FNR  http 30000 handle
                        """, 0, 30_000)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void silences_areTheTimesBetweenNeighbouringEventsOfOpenCalls(long seed) {
        RandomCalls random = new RandomCalls(seed, 20_000, 20, 1 + (int) seed % 3, 1_500_000);

        Set<String> expected = silences(random);

        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(texts(random.through(new FunctionsHandler(), new WaitsHandler())))
                .isEqualTo(expected);
        assertThat(texts(random.throughColumns(new FunctionsHandler(), new WaitsHandler())))
                .isEqualTo(expected);
    }

    private static Set<String> texts(ParsedTrace trace) {
        return trace.data(WaitsHandler.class).silences().stream()
                .map(silence -> silence.track() + " " + silence.startNanos() + " " + silence.endNanos() + " "
                        + silence.caller())
                .collect(Collectors.toSet());
    }

    private static Set<String> silences(RandomCalls random) {
        Set<String> silences = new HashSet<>();
        Map<Integer, TreeSet<Long>> times = new TreeMap<>();
        for (RandomCalls.Call call : random.calls) {
            times.computeIfAbsent(call.track(), track -> new TreeSet<>())
                    .addAll(List.of(call.startNanos(), call.endNanos()));
        }
        for (RandomCalls.Call call : random.calls) {
            TreeSet<Long> ofTrack = Objects.requireNonNull(times.get(call.track()));
            for (long start : ofTrack.subSet(call.startNanos(), true, call.endNanos(), false)) {
                long end = Objects.requireNonNull(ofTrack.higher(start));
                if (end - start < 1_000_000) {
                    continue;
                }
                boolean isInner = random.calls.stream()
                        .noneMatch(inner -> inner.track() == call.track()
                                && inner.path().size() > call.path().size()
                                && inner.startNanos() <= start
                                && end <= inner.endNanos());
                if (isInner) {
                    silences.add(call.track() + " " + start + " " + end + " " + call.name());
                }
            }
        }
        return silences;
    }

    @Test
    void callThatIsAtWork_hasNoSilence() {
        StringBuilder schedule = new StringBuilder("FNI http 0 handle\nPASS http 20 task #1\nCBI two 100 task #1\n");
        for (int i = 1; i < 29; i++) {
            schedule.append("FNI http ")
                    .append(i)
                    .append("000 step\nFNR http ")
                    .append(i)
                    .append("900 step\n");
        }
        schedule.append("CBR two 29000 task #1\nFNR http 29500 handle\n");

        assertThat(waits(schedule.toString(), 0, 29_500)).isEmpty();
    }
}
