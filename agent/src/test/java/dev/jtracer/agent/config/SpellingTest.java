// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> KNOWN = List.of("output", "include", "exclude", "min", "full");

    @ParameterizedTest
    @CsvSource({"outptu,output", "inclde,include", "excluded,exclude", "mni,min", "ful,full"})
    void nearest_findsTheSlip(String typed, String meant) {
        assertThat(Spelling.nearest(typed, KNOWN)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"colour", "x", "verbose"})
    void nearest_suggestsNothingForAnotherWord(String typed) {
        assertThat(Spelling.nearest(typed, KNOWN)).isNull();
    }

    @Test
    void distance_countsLetters() {
        assertThat(Spelling.distance("", "abc")).isEqualTo(3);
        assertThat(Spelling.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Spelling.distance("same", "same")).isZero();
    }
}
