// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PairingCountsTest {
    @Test
    void labelled_showsEveryCount() {
        Map<PairingProblem, Long> byProblem = new EnumMap<>(PairingProblem.class);
        for (PairingProblem problem : PairingProblem.values()) {
            byProblem.put(problem, byProblem.size() + 1L);
        }

        assertThat(new PairingCounts(byProblem).labelled().values())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, byProblem.size()).boxed().toList());
    }

    @Test
    void labelled_omitsCountsOfZero() {
        assertThat(PairingCounts.NONE.labelled()).isEmpty();
        assertThat(new PairingCounts(Map.of(PairingProblem.UNMATCHED_END, 7L, PairingProblem.OVERLAP, 0L)).labelled())
                .containsOnlyKeys("ends without a begin, dropped");
    }

    @Test
    void plus_addsTheCountsOfEachProblem() {
        PairingCounts one = new PairingCounts(Map.of(PairingProblem.UNMATCHED_END, 7L, PairingProblem.OVERLAP, 1L));
        PairingCounts other =
                new PairingCounts(Map.of(PairingProblem.UNMATCHED_END, 2L, PairingProblem.MIXED_STEPS, 3L));

        assertThat(one.plus(other).byProblem())
                .containsExactly(
                        Map.entry(PairingProblem.UNMATCHED_END, 9L),
                        Map.entry(PairingProblem.OVERLAP, 1L),
                        Map.entry(PairingProblem.MIXED_STEPS, 3L));
    }

    @Test
    void counters_goIntoTheCountOfTheirProblem() {
        PairingProblems problems = new PairingProblems();
        long expected = 0;
        for (PairingProblem problem : PairingProblem.values()) {
            expected++;
            for (long i = 0; i < expected; i++) {
                problems.count(problem);
            }
            assertThat(problems.counts().count(problem)).as(problem.name()).isEqualTo(expected);
        }

        assertThat(problems.counts().byProblem()).hasSize(PairingProblem.values().length);
    }
}
