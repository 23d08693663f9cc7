// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.CpuTime;
import dev.jtracer.engine.TextEvents;
import dev.jtracer.engine.event.TraceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MatchedEventsTest {
    private static MatchedEvents match(String lines) {
        return MatchedEvents.of(TextEvents.of(lines));
    }

    /** A pair a line: its category, id and name, its start and its duration in microseconds. */
    private static String table(MatchedEvents matched) {
        return matched.pairs().stream().map(MatchedEventsTest::row).collect(Collectors.joining());
    }

    private static String row(MatchedEvents.Pair pair) {
        return pair.begin().category() + ":" + pair.begin().id() + ":" + pair.name() + " " + pair.startNanos() / 1000
                + " " + pair.durNanos() / 1000 + "\n";
    }

    @Test
    void idTest1_beginInstantEndOfTwoIds() {
        MatchedEvents matched = match("""
                b 1 10 load
                n 1 12 load
                b 2 13 load
                n 2 14 load
                e 1 15 load
                e 2 19 load
                """);

        assertThat(table(matched)).isEqualTo("""
                java:1:load 10 5
                java:2:load 13 6
                """);
    }

    @Test
    void idTest2_anIdReusedByConsecutiveEventsOfOtherNames() {
        assertThat(table(match("""
                        b 1 10 first
                        e 1 20 first
                        b 1 30 second
                        n 1 31 second
                        e 1 40 second
                        """))).isEqualTo("""
                java:1:first 10 10
                java:1:second 30 10
                """);
    }

    @Test
    void idTest3_overlappingDifferentIds() {
        assertThat(table(match("""
                        b 1 10 load
                        b 2 20 load
                        e 1 30 load
                        e 2 40 load
                        """))).isEqualTo("""
                java:1:load 10 20
                java:2:load 20 20
                """);
    }

    @Test
    void idTest4_nestedDifferentIds() {
        assertThat(table(match("""
                        b 1 10 load
                        b 2 20 load
                        n 2 21 load
                        e 2 30 load
                        n 1 31 load
                        e 1 40 load
                        """))).isEqualTo("""
                java:1:load 10 30
                java:2:load 20 10
                """);
    }

    @Test
    void sameIdAndName_reusedOneAfterTheOther() {
        MatchedEvents matched = match("""
                b 1 10 load
                e 1 20 load
                b 1 30 load
                e 1 45 load
                """);

        assertThat(table(matched)).isEqualTo("java:1:load 10 10\njava:1:load 30 15\n");
    }

    @Test
    void sameIdAndName_overlappingPairTheLatestBeginFirst() {
        MatchedEvents matched = match("""
                b 1 1 load
                b 1 4 load
                e 1 6 load
                e 1 9 load
                """);

        assertThat(table(matched)).isEqualTo("java:1:load 1 8\njava:1:load 4 2\n");
    }

    @Test
    void unmatchedEvents_areCounted() {
        MatchedEvents matched = match("""
                e 1 1 early
                n 1 2 early
                b 1 3 load
                b 2 4 late
                n 2 5 late
                e 1 8 load
                """);

        assertThat(table(matched)).isEqualTo("java:1:load 3 5\n");
        assertThat(matched.unmatchedBegins()).isEqualTo(1);
        assertThat(matched.unmatchedEnds()).isEqualTo(1);
        assertThat(matched.strayInstants()).isEqualTo(1);
    }

    @Test
    void strayInstant_belongsToNoLaterPair() {
        MatchedEvents matched = match("""
                n 1 2 load
                b 1 3 load
                n 1 4 load
                e 1 8 load
                """);

        assertThat(table(matched)).isEqualTo("java:1:load 3 5\n");
        assertThat(matched.strayInstants()).isEqualTo(1);
    }

    @Test
    void idZero_isAnId() {
        assertThat(table(match("""
                        b 0 3 load
                        e 0 8 load
                        """))).isEqualTo("java:0:load 3 5\n");
    }

    @Test
    void numberSevenAndTextSeven_areOneKey() {
        assertThat(table(match("""
                        b x 3 load "id":7
                        e x 8 load "id":"7"
                        """))).isEqualTo("java:7:load 3 5\n");
    }

    @Test
    void twoProcesses_keepTheirLocalIdsApart() {
        MatchedEvents matched = MatchedEvents.of(TextEvents.ofJson("""
                [{"ph":"b","pid":1,"tid":1,"ts":1,"cat":"c","name":"load","id2":{"local":"7"}},
                 {"ph":"b","pid":2,"tid":1,"ts":2,"cat":"c","name":"load","id2":{"local":"7"}},
                 {"ph":"e","pid":1,"tid":1,"ts":5,"cat":"c","name":"load","id2":{"local":"7"}},
                 {"ph":"e","pid":2,"tid":1,"ts":9,"cat":"c","name":"load","id2":{"local":"7"}}]
                """));

        assertThat(table(matched)).isEqualTo("c:7:load 1 4\nc:7:load 2 7\n");
    }

    @Test
    void twoProcesses_shareGlobalAndPlainIds() {
        MatchedEvents matched = MatchedEvents.of(TextEvents.ofJson("""
                [{"ph":"b","pid":1,"tid":10,"ts":1,"cat":"c","name":"load","id2":{"global":"7"}},
                 {"ph":"e","pid":2,"tid":20,"ts":5,"cat":"c","name":"load","id2":{"global":"7"}},
                 {"ph":"b","pid":1,"tid":10,"ts":6,"cat":"c","name":"save","id":"7"},
                 {"ph":"e","pid":2,"tid":20,"ts":9,"cat":"c","name":"save","id":"7"}]
                """));

        assertThat(table(matched)).isEqualTo("c:7:load 1 4\nc:7:save 6 3\n");
    }

    @Test
    void scopesAndCategories_keepIdsApart() {
        MatchedEvents matched = match("""
                b 1 1 load "scope":"a"
                b 1 2 load "scope":"b"
                b 1 3 load "cat":"c"
                e 1 4 load "scope":"a"
                e 1 5 load "scope":"b"
                e 1 6 load "cat":"c"
                """);

        assertThat(matched.pairs()).extracting(MatchedEvents.Pair::durNanos).containsExactly(3000L, 3000L, 3000L);
    }

    @Test
    void endBeforeItsBeginAtTheSameTime_isNotPaired() {
        MatchedEvents matched = match("""
                e 1 5 load
                b 1 5 load
                """);

        assertThat(matched.pairs()).isEmpty();
        assertThat(matched.unmatchedBegins()).isEqualTo(1);
        assertThat(matched.unmatchedEnds()).isEqualTo(1);
    }

    @Test
    void beginAndEndAtTheSameTime_lastNoTime() {
        assertThat(table(match("""
                        b 1 5 load
                        e 1 5 load
                        """))).isEqualTo("java:1:load 5 0\n");
    }

    @Test
    void eventsInReverse_arePairedInOrderOfTime() {
        assertThat(table(match("""
                        e 1 9 outer
                        e 2 6 inner
                        b 2 4 inner
                        b 1 1 outer
                        """))).isEqualTo("java:1:outer 1 8\njava:2:inner 4 2\n");
    }

    @Test
    void pairs_areInOrderOfTimeTheLongestFirst() {
        assertThat(table(match("""
                        b 1 1 short
                        b 2 1 long
                        b 3 0 first
                        e 3 1 first
                        e 1 5 short
                        e 2 9 long
                        """))).isEqualTo("java:3:first 0 1\njava:2:long 1 8\njava:1:short 1 4\n");
    }

    @Test
    void legacyPhases_pairAmongThemselves_notIgnoredAsInDevTools() {
        assertThat(table(match("""
                        S 1 10 load "cat":"c","id":"7"
                        T 1 12 load "cat":"c","id":"7"
                        p 1 13 load "cat":"c","id":"7"
                        e 7 14 load "cat":"c"
                        F 1 15 load "cat":"c","id":"7"
                        """))).isEqualTo("c:7:load 10 5\n");
    }

    @Test
    void aMillionBeginsOfOneKey_takeNoQuadraticTime() {
        int many = 1_000_000;
        List<TraceEvent> events = new ArrayList<>(
                Collections.nCopies(many, TextEvents.of("b 1 5 load").get(0)));
        events.add(TextEvents.of("e 1 6 load").get(0));

        List<MatchedEvents> results = new ArrayList<>();
        Duration cpuTime = CpuTime.of(() -> results.add(MatchedEvents.of(events)));

        MatchedEvents matched = results.get(0);
        assertThat(cpuTime).isLessThan(Duration.ofSeconds(10));
        assertThat(matched.pairs()).hasSize(1);
        assertThat(matched.unmatchedBegins()).isEqualTo(many - 1);
    }
}
