// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "45, 45 ns",
        "999, 999 ns",
        "999.4, 999 ns",
        "999.6, 1.00 us",
        "3521, 3.52 us",
        "9995, 10.0 us",
        "99950, 100 us",
        "392000000, 392 ms",
        "999500000, 1.00 s",
        "1402000000, 1.40 s",
        "7200000000000, 7200 s",
        "-3521, -3.52 us"
    })
    void durations_haveThreeDigitsInTheUnitThatFits(double nanos, String text) {
        assertThat(DurationText.of(nanos)).isEqualTo(text);
    }
}
