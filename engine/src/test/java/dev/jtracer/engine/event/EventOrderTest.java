// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TextEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventOrderTest {
    private static String names(List<TraceEvent> events) {
        return events.stream().map(TraceEvent::name).collect(Collectors.joining(" "));
    }

    private static String sorted(String lines) {
        List<TraceEvent> events = new ArrayList<>(TextEvents.of(lines));
        events.sort(EventOrder.BY_TIME);
        return names(events);
    }

    private static String merged(String first, String second) {
        return names(EventOrder.merge(TextEvents.of(first), TextEvents.of(second), EventOrder.BY_TIME));
    }

    @Test
    void events_areSortedByTime() {
        assertThat(sorted("""
                I 1 30 c
                I 1 10 a
                I 1 20 b
                """)).isEqualTo("a b c");
    }

    @Test
    void ties_areSortedLongestFirstAndElseStayAsTheyWere() {
        assertThat(sorted("""
                X 1 10 short "dur":1
                X 1 10 first "dur":3
                X 1 10 second "dur":3
                I 1 10 instant
                X 1 10 long "dur":5
                """)).isEqualTo("long first second short instant");
    }

    @Test
    void merge_ofEventsWithoutDurations() {
        assertThat(merged("I 1 1 a\nI 1 3 c", "I 1 2 b\nI 1 4 d\nI 1 5 e")).isEqualTo("a b c d e");
    }

    @Test
    void merge_ofEventsWithDurations() {
        assertThat(merged("X 1 1 a \"dur\":9\nX 1 3 c \"dur\":1", "X 1 2 b \"dur\":2\nX 1 4 d \"dur\":2"))
                .isEqualTo("a b c d");
    }

    @Test
    void merge_ofTheSameTimes_takesTheLongestFirst() {
        assertThat(merged("X 1 1 short \"dur\":1", "X 1 1 long \"dur\":2")).isEqualTo("long short");
    }

    @Test
    void merge_ofTheSameTimesAndDurations_takesTheFirstListFirst() {
        assertThat(merged("X 1 1 a \"dur\":1\nX 1 1 b \"dur\":1", "X 1 1 c \"dur\":1"))
                .isEqualTo("a b c");
    }

    @Test
    void merge_withNothing() {
        assertThat(names(EventOrder.merge(List.of(), TextEvents.of("I 1 1 a"), EventOrder.BY_TIME)))
                .isEqualTo("a");
        assertThat(names(EventOrder.merge(TextEvents.of("I 1 1 a"), List.of(), EventOrder.BY_TIME)))
                .isEqualTo("a");
    }

    @Test
    void nextAndPrevious_agreeAroundEachTime() {
        List<TraceEvent> events = TextEvents.of("I 1 10 a\nI 1 20 b\nI 1 20 c\nI 1 30 d");

        assertThat(EventOrder.next(events, 10_000)).map(TraceEvent::name).contains("b");
        assertThat(EventOrder.next(events, 20_000)).map(TraceEvent::name).contains("d");
        assertThat(EventOrder.next(events, 30_000)).isEmpty();
        assertThat(EventOrder.next(events, Long.MAX_VALUE)).isEmpty();
        assertThat(EventOrder.previous(events, 30_000)).map(TraceEvent::name).contains("c");
        assertThat(EventOrder.previous(events, 20_000)).map(TraceEvent::name).contains("a");
        assertThat(EventOrder.previous(events, 10_000)).isEmpty();
        assertThat(EventOrder.previous(events, 31_000)).map(TraceEvent::name).contains("d");
        assertThat(EventOrder.next(events, Long.MIN_VALUE))
                .map(TraceEvent::name)
                .contains("a");
    }
}
