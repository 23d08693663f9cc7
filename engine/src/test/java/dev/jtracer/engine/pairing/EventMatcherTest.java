// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.CpuTime;
import dev.jtracer.engine.TextEvents;
import dev.jtracer.engine.event.TraceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventMatcherTest {
    private static MatchedEvents match(String lines) {
        return matched(TextEvents.of(lines));
    }

    private static MatchedEvents matched(List<TraceEvent> events) {
        EventMatcher matcher = new EventMatcher();
        events.forEach(matcher::add);
        return matcher.match();
    }

    /** An event a line: its synthetic id, start, duration (or {@code open}) and the times of its instants, in microseconds. */
    private static String table(List<SyntheticEvent> events) {
        return events.stream().map(EventMatcherTest::row).collect(Collectors.joining());
    }

    private static String row(SyntheticEvent event) {
        String instants = event.instants().stream()
                .map(instant -> " n" + instant.tsNanos() / 1000)
                .collect(Collectors.joining());
        String duration = event.unfinished() ? "open" : String.valueOf(event.durNanos() / 1000);
        return event.syntheticId() + " " + event.startNanos() / 1000 + " " + duration + instants + "\n";
    }

    private static List<Long> indexes(List<TraceEvent> events) {
        return events.stream().map(TraceEvent::index).toList();
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

        assertThat(table(matched.pairs())).isEqualTo("""
                java:1:load 10 5 n12
                java:2:load 13 6 n14
                """);
        assertThat(matched.overlaps()).isZero();
    }

    @Test
    void idTest2_anIdReusedByConsecutiveEventsOfOtherNames() {
        assertThat(table(match("""
                        b 1 10 first
                        e 1 20 first
                        b 1 30 second
                        n 1 31 second
                        e 1 40 second
                        """).pairs())).isEqualTo("""
                java:1:first 10 10
                java:1:second 30 10 n31
                """);
    }

    @Test
    void idTest3_overlappingDifferentIds() {
        assertThat(table(match("""
                        b 1 10 load
                        b 2 20 load
                        e 1 30 load
                        e 2 40 load
                        """).pairs())).isEqualTo("""
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
                        """).pairs())).isEqualTo("""
                java:1:load 10 30 n31
                java:2:load 20 10 n21
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

        assertThat(table(matched.pairs())).isEqualTo("java:1:load 10 10\njava:1:load 30 15\n");
        assertThat(matched.reusedKeys()).isEqualTo(1);
        assertThat(matched.overlaps()).isZero();
    }

    @Test
    void sameIdAndName_overlappingPairTheLatestBeginFirst() {
        MatchedEvents matched = match("""
                b 1 1 load
                b 1 4 load
                e 1 6 load
                e 1 9 load
                """);

        assertThat(table(matched.pairs())).isEqualTo("java:1:load 1 8\njava:1:load 4 2\n");
        assertThat(matched.overlaps()).isEqualTo(1);
    }

    @Test
    void instants_belongToTheBeginThatWasOpenThen() {
        // DevTools gives all three to the outer pair, the newest first: an older instant holds the others up.
        assertThat(table(match("""
                        b 1 1 load
                        n 1 2 load
                        b 1 4 load
                        n 1 5 load
                        e 1 6 load
                        n 1 7 load
                        e 1 9 load
                        """).pairs())).isEqualTo("java:1:load 1 8 n2 n7\njava:1:load 4 2 n5\n");
    }

    @Test
    void animations_haveExactlyTwoInstantsEachWithTheirOwnId() {
        List<SyntheticEvent> animations = match("""
                b 0xa 10 Animation
                n 0xa 10 Animation
                b 0xb 20 Animation
                n 0xb 20 Animation
                n 0xb 60 Animation
                e 0xb 60 Animation
                n 0xa 70 Animation
                e 0xa 70 Animation
                """).pairs();

        assertThat(animations).hasSize(2).allSatisfy(animation -> assertThat(animation.instants())
                .hasSize(2)
                .allSatisfy(instant ->
                        assertThat(instant.id()).isEqualTo(animation.begin().id())));
    }

    @Test
    void unmatchedEvents_areKeptAndNotDropped() {
        MatchedEvents matched = match("""
                e 1 1 early
                n 1 2 early
                b 1 3 load
                b 2 4 late
                n 2 5 late
                e 1 8 load
                """);

        assertThat(table(matched.pairs())).isEqualTo("java:1:load 3 5\n");
        assertThat(table(matched.unmatchedBegins())).isEqualTo("java:2:late 4 open n5\n");
        assertThat(indexes(matched.unmatchedEnds())).containsExactly(0L);
        assertThat(indexes(matched.strayInstants())).containsExactly(1L);
        assertThat(table(matched.all())).isEqualTo("java:1:load 3 5\njava:2:late 4 open n5\n");
    }

    @Test
    void strayInstant_belongsToNoLaterPair() {
        MatchedEvents matched = match("""
                n 1 2 load
                b 1 3 load
                n 1 4 load
                e 1 8 load
                """);

        assertThat(table(matched.pairs())).isEqualTo("java:1:load 3 5 n4\n");
        assertThat(indexes(matched.strayInstants())).containsExactly(0L);
    }

    @Test
    void beginWithoutEnd_isOneEventForEachThatIsOpen() {
        assertThat(table(match("""
                        b 1 3 load
                        n 1 4 load
                        b 1 5 load
                        """).unmatchedBegins())).isEqualTo("java:1:load 3 open n4\njava:1:load 5 open\n");
    }

    @Test
    void idZero_isAnId() {
        assertThat(table(match("""
                        b 0 3 load
                        e 0 8 load
                        """).pairs())).isEqualTo("java:0:load 3 5\n");
    }

    @Test
    void numberSevenAndTextSeven_areOneKey() {
        assertThat(table(match("""
                        b x 3 load "id":7
                        e x 8 load "id":"7"
                        """).pairs())).isEqualTo("java:7:load 3 5\n");
    }

    @Test
    void twoProcesses_keepTheirLocalIdsApart() {
        MatchedEvents matched = matched(TextEvents.ofJson("""
                [{"ph":"b","pid":1,"tid":1,"ts":1,"cat":"c","name":"load","id2":{"local":"7"}},
                 {"ph":"b","pid":2,"tid":1,"ts":2,"cat":"c","name":"load","id2":{"local":"7"}},
                 {"ph":"e","pid":1,"tid":1,"ts":5,"cat":"c","name":"load","id2":{"local":"7"}},
                 {"ph":"e","pid":2,"tid":1,"ts":9,"cat":"c","name":"load","id2":{"local":"7"}}]
                """));

        assertThat(table(matched.pairs())).isEqualTo("c:7:load 1 4\nc:7:load 2 7\n");
        assertThat(matched.overlaps()).isZero();
    }

    @Test
    void twoProcesses_shareGlobalAndPlainIds() {
        MatchedEvents matched = matched(TextEvents.ofJson("""
                [{"ph":"b","pid":1,"tid":10,"ts":1,"cat":"c","name":"load","id2":{"global":"7"}},
                 {"ph":"e","pid":2,"tid":20,"ts":5,"cat":"c","name":"load","id2":{"global":"7"}},
                 {"ph":"b","pid":1,"tid":10,"ts":6,"cat":"c","name":"save","id":"7"},
                 {"ph":"e","pid":2,"tid":20,"ts":9,"cat":"c","name":"save","id":"7"}]
                """));

        assertThat(table(matched.pairs())).isEqualTo("c:7:load 1 4\nc:7:save 6 3\n");
        SyntheticEvent load = matched.pairs().get(0);
        assertThat(List.of(load.begin().pid(), load.begin().tid(), load.pid(), load.tid()))
                .containsExactly(1L, 10L, 2L, 20L);
    }

    @Test
    void idOfAnEvent_isItsIdOrItsGlobalOrItsLocalId() {
        List<TraceEvent> events = TextEvents.ofJson("""
                [{"ph":"b","pid":1,"tid":1,"ts":1,"cat":"c","name":"n","id":"0x1"},
                 {"ph":"b","pid":1,"tid":1,"ts":1,"cat":"c","name":"n","id2":{"global":"0x2"}},
                 {"ph":"b","pid":1,"tid":1,"ts":1,"cat":"c","name":"n","id2":{"local":"0x3"}}]
                """);

        assertThat(matched(events).unmatchedBegins())
                .extracting(SyntheticEvent::syntheticId)
                .containsExactly("c:0x1:n", "c:0x2:n", "c:0x3:n");
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

        assertThat(matched.pairs()).extracting(SyntheticEvent::durNanos).containsExactly(3000L, 3000L, 3000L);
    }

    @Test
    void endBeforeItsBeginAtTheSameTime_isNotPaired() {
        MatchedEvents matched = match("""
                e 1 5 load
                b 1 5 load
                """);

        assertThat(matched.pairs()).isEmpty();
        assertThat(matched.unmatchedBegins()).hasSize(1);
        assertThat(matched.unmatchedEnds()).hasSize(1);
    }

    @Test
    void beginAndEndAtTheSameTime_lastNoTime() {
        assertThat(table(match("""
                        b 1 5 load
                        e 1 5 load
                        """).pairs())).isEqualTo("java:1:load 5 0\n");
    }

    @Test
    void eventsInReverse_arePairedInOrderOfTime() {
        assertThat(table(match("""
                        e 1 9 outer
                        e 2 6 inner
                        b 2 4 inner
                        b 1 1 outer
                        """).pairs())).isEqualTo("java:1:outer 1 8\njava:2:inner 4 2\n");
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
                        """).pairs())).isEqualTo("java:3:first 0 1\njava:2:long 1 8\njava:1:short 1 4\n");
    }

    @Test
    void legacyPhases_pairAmongThemselves_notIgnoredAsInDevTools() {
        assertThat(table(match("""
                        S 1 10 load "cat":"c","id":"7"
                        T 1 12 load "cat":"c","id":"7"
                        p 1 13 load "cat":"c","id":"7"
                        e 7 14 load "cat":"c"
                        F 1 15 load "cat":"c","id":"7"
                        """).pairs())).isEqualTo("c:7:load 10 5 n12 n13\n");
    }

    @Test
    void otherPhases_doNotMatter() {
        MatchedEvents matched = match("""
                X 1 1 load "dur":3
                B 1 2 load
                E 1 3 load
                I 1 4 load
                """);

        assertThat(matched.all()).isEmpty();
        assertThat(matched.unmatchedEnds()).isEmpty();
    }

    @Test
    void aMillionBeginsOfOneKey_takeNoQuadraticTime() {
        EventMatcher matcher = new EventMatcher();
        TraceEvent begin = TextEvents.of("b 1 5 load").get(0);
        TraceEvent end = TextEvents.of("e 1 6 load").get(0);
        int many = 1_000_000;
        for (int i = 0; i < many; i++) {
            matcher.add(begin);
        }
        matcher.add(end);

        List<MatchedEvents> results = new ArrayList<>();
        Duration cpuTime = CpuTime.of(() -> results.add(matcher.match()));

        MatchedEvents matched = results.get(0);
        assertThat(cpuTime).isLessThan(Duration.ofSeconds(10));
        assertThat(matched.pairs()).hasSize(1);
        assertThat(matched.unmatchedBegins()).hasSize(many - 1);
        assertThat(matched.overlaps()).isEqualTo(many - 1);
    }
}
