// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against the tables of the t distribution. */
class StudentTTest {
    @ParameterizedTest
    @CsvSource({"1, 12.7062, 0.05", "4, 2.77645, 0.05", "8, 5.04131, 0.001", "10, 4.58689, 0.001", "30, 2.74999, 0.01"})
    void twoSided_andCritical_areThoseOfTheTables(double degrees, double t, double probability) {
        assertThat(StudentT.twoSided(t, degrees)).isCloseTo(probability, Percentage.withPercentage(0.01));
        assertThat(StudentT.twoSided(-t, degrees)).isEqualTo(StudentT.twoSided(t, degrees));
        assertThat(StudentT.critical(probability, degrees)).isCloseTo(t, Offset.offset(0.001));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "Infinity, 0", "1e200, 0"})
    void twoSided_endsInZeroAndOne(double t, double probability) {
        assertThat(StudentT.twoSided(t, 3)).isCloseTo(probability, Offset.offset(1e-9));
    }
}
