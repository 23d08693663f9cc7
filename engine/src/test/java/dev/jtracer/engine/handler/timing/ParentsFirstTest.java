// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.CpuTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParentsFirstTest {
    /** Texts of a time, a track and a number, such as {@code 1a7}. */
    private static List<String> sorted(String... timings) {
        return ParentsFirst.sort(
                List.of(timings), Comparator.comparing(timing -> timing.charAt(0)), timing -> timing.substring(1, 2));
    }

    @Test
    void ofTheSameTimeAndTrack_theLastComesFirst() {
        assertThat(sorted("2a1", "1a1", "1a2", "1a3", "2a2")).containsExactly("1a3", "1a2", "1a1", "2a2", "2a1");
    }

    @Test
    void tracks_areNotMovedPastEachOther() {
        assertThat(sorted("1a1", "1b1")).containsExactly("1a1", "1b1");
        assertThat(sorted("1a1", "1b1", "1b2", "1a2", "1c1")).containsExactly("1a2", "1b2", "1b1", "1a1", "1c1");
    }

    @Test
    void nothingAndOne_stayAsTheyAre() {
        assertThat(sorted()).isEmpty();
        assertThat(sorted("1a1")).containsExactly("1a1");
    }

    @Test
    void manyOfTheSameTime_takeNoQuadraticTime() {
        List<Integer> timings = IntStream.range(0, 100_000).boxed().toList();
        List<Integer> sorted = new ArrayList<>();

        Duration cpuTime = CpuTime.of(() -> sorted.addAll(
                ParentsFirst.sort(timings, Comparator.comparing(timing -> 0), timing -> "track " + timing % 2)));

        assertThat(cpuTime).isLessThan(Duration.ofSeconds(3)); // comparing each with each takes ten times that
        assertThat(sorted.subList(0, 3)).containsExactly(99_998, 99_999, 99_996);
    }
}
