// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a comparison of five recordings a side is right, over a hundred simulated programs with realistic noise.
 */
@Tag("slow")
class ComparisonTrialsTest {
    private static final int TRIALS = 100;
    private static final int RECORDINGS = 5;

    @ParameterizedTest
    @CsvSource({"5, 0.03", "30, 0.03", "150, 0.02"})
    void sameProgram_hasNoDifference(int methods, double targetSpread) {
        Random random = new Random(methods);
        int equal = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            SimulatedProgram program = new SimulatedProgram(random, methods, targetSpread);
            Differences differences = Comparison.of(program.record(RECORDINGS, 1), program.record(RECORDINGS, 1));
            equal += differences.changed().isEmpty() ? 1 : 0;
        }
        assertThat(equal).as("trials without a difference").isGreaterThanOrEqualTo(95);
    }

    @ParameterizedTest
    @CsvSource({"5, 0.03", "30, 0.03", "150, 0.02"})
    void methodThatIsAFifthSlower_isFound(int methods, double targetSpread) {
        Random random = new Random(methods);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            SimulatedProgram program = new SimulatedProgram(random, methods, targetSpread);
            Differences differences = Comparison.of(program.record(RECORDINGS, 1), program.record(RECORDINGS, 1.2));
            found += differences.worseThan(1.1).stream()
                            .anyMatch(method -> method.name().equals(SimulatedProgram.TARGET))
                    ? 1
                    : 0;
        }
        assertThat(found).as("trials that find the method").isGreaterThanOrEqualTo(95);
    }
}
