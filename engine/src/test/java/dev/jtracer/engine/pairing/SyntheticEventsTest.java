// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.CpuTime;
import dev.jtracer.engine.TextEvents;
import dev.jtracer.engine.event.TraceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyntheticEventsTest {
    private static List<SyntheticEvent> pairs(String lines) {
        return pairs(TextEvents.of(lines));
    }

    private static List<SyntheticEvent> pairs(List<TraceEvent> events) {
        EventMatcher matcher = new EventMatcher();
        events.forEach(matcher::add);
        return matcher.match().pairs();
    }

    @Test
    void event_isMadeOfItsBeginAndEnd() {
        SyntheticEvent load = pairs("""
                b 0x1 10 load "tid":3
                e 0x1 25 load "tid":4
                """).get(0);

        assertThat(load.syntheticId()).isEqualTo("java:0x1:load");
        assertThat(load.name()).isEqualTo("load");
        assertThat(load.category()).isEqualTo("java");
        assertThat(List.of(load.startNanos(), load.durNanos(), load.endNanos()))
                .containsExactly(10_000L, 15_000L, 25_000L);
        assertThat(List.of(load.begin().tid(), load.tid())).containsExactly(3L, 4L);
        assertThat(load.unfinished()).isFalse();
    }

    @Test
    void event_cannotEndBeforeItBegins() {
        List<TraceEvent> events = TextEvents.of("b 1 10 load\ne 1 5 load");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SyntheticEvent(events.get(0), events.get(1), List.of()))
                .withMessageContaining("'load' ends at '5000'");
    }

    @Test
    void synthetics_belongToTheirTraceAlone() {
        List<SyntheticEvent> first = pairs("b 1 10 load\ne 1 20 load");
        List<SyntheticEvent> second = pairs("b 1 11 load\ne 1 21 load");

        assertThat(SyntheticEvents.of(first).ofRawEvent(0)).isEqualTo(first);
        assertThat(SyntheticEvents.of(second).ofRawEvent(0)).isEqualTo(second);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SyntheticEvents.of(first).keyOf(second.get(0)))
                .withMessageContaining("java:1:load");
    }

    @Test
    void indexOfAKey_isThatOfTheRawEvent() {
        List<SyntheticEvent> pairs = pairs("""
                I 1 5 noise
                b 1 10 load
                n 1 11 load
                e 1 20 load
                """);
        SyntheticEvents synthetics = SyntheticEvents.of(pairs);

        assertThat(synthetics.keyOf(pairs.get(0)).text()).isEqualTo("s-1");
        assertThat(synthetics.ofRawEvent(0)).isEmpty();
        assertThat(synthetics.ofRawEvent(1)).isEqualTo(pairs);
        assertThat(synthetics.ofRawEvent(2)).isEqualTo(pairs);
        assertThat(synthetics.ofRawEvent(3)).isEqualTo(pairs);
    }

    @Test
    void eachSynthetic_isStoredOnce() {
        SyntheticEvent load = pairs("b 1 10 load\ne 1 20 load").get(0);
        SyntheticEvents synthetics = SyntheticEvents.of(List.of(load, load));

        assertThat(synthetics.all()).containsExactly(load);
        assertThat(synthetics.ofRawEvent(0)).containsExactly(load);
    }

    @Test
    void severalSyntheticsOfOneRawEvent_haveKeysOfTheirOwn() {
        SyntheticEvent load = pairs("b 1 10 load\ne 1 20 load").get(0);
        SyntheticEvent beginning = new SyntheticEvent(load.begin(), null, List.of());
        SyntheticEvents synthetics = SyntheticEvents.of(List.of(load, beginning));

        assertThat(synthetics.ofRawEvent(0)).containsExactly(load, beginning);
        assertThat(synthetics.keyOf(beginning).text()).isEqualTo("s-0-1");
        assertThat(synthetics.find(new EventKey.Synthetic(0, 0))).contains(load);
        assertThat(synthetics.find(new EventKey.Synthetic(0, 1))).contains(beginning);
        assertThat(synthetics.find(new EventKey.Synthetic(0, 2))).isEmpty();
        assertThat(synthetics.find(new EventKey.Synthetic(7, 0))).isEmpty();
    }

    @Test
    void rawEvents_areReachableFromTheirSynthetic() {
        SyntheticEvent load = pairs("b 1 10 load\nn 1 12 load\ne 1 20 load").get(0);

        assertThat(load.begin().index()).isZero();
        assertThat(load.instants()).extracting(TraceEvent::index).containsExactly(1L);
        assertThat(load.end()).isNotNull().extracting(TraceEvent::index).isEqualTo(2L);
    }

    @Test
    void aHundredThousandPairs_areFoundWithoutSearching() {
        int pairCount = 100_000;
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < pairCount; i++) {
            json.append("{\"ph\":\"b\",\"name\":\"load\",\"id\":").append(i);
            json.append(",\"ts\":")
                    .append(i)
                    .append("},{\"ph\":\"e\",\"name\":\"load\",\"id\":")
                    .append(i);
            json.append(",\"ts\":").append(i + 1).append("},");
        }
        List<SyntheticEvent> pairs = pairs(TextEvents.ofJson(json.append(']').toString()));
        List<SyntheticEvent> byKey = new ArrayList<>();
        List<SyntheticEvent> byEnd = new ArrayList<>();

        Duration cpuTime = CpuTime.of(() -> {
            SyntheticEvents synthetics = SyntheticEvents.of(pairs);
            for (SyntheticEvent pair : pairs) {
                synthetics.find(synthetics.keyOf(pair)).ifPresent(byKey::add);
                byEnd.addAll(synthetics.ofRawEvent(pair.begin().index() + 1));
            }
        });

        assertThat(cpuTime).isLessThan(Duration.ofSeconds(3)); // a linear search for each takes ten times that
        assertThat(byKey.equals(pairs)).isTrue();
        assertThat(byEnd.equals(pairs)).isTrue();
        assertThat(pairs).hasSize(pairCount);
    }
}
