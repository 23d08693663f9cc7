// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "0,0",
        "7ns,7",
        "3us,3000",
        "5ms,5000000",
        "5 MS,5000000",
        "0.2ms,200000",
        "1.5s,1500000000",
        "2m,120000000000",
        "0.0000001ms,0",
        "9223372036854775807ns,9223372036854775807"
    })
    void duration_isReadInNanoseconds(String text, long nanos) {
        assertThat(Quantity.DURATION.parse(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "17,17", "64k,65536", "64K,65536", "1.5m,1572864", "2g,2147483648"})
    void size_isReadInBytes(String text, long bytes) {
        assertThat(Quantity.SIZE.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ms",
                "5",
                "-5ms",
                "+5ms",
                "5 parsecs",
                "1e3ms",
                ".ms",
                "1.ms",
                ".5ms",
                "1.2.3ms",
                "5msms",
                "0x1ms",
                "9223372036854775808ns",
                "153722868m",
                "0.1234567890123456789012s"
            })
    void duration_refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Quantity.DURATION.parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "k", "5ms", "9223372036854775807k"})
    void size_refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> Quantity.SIZE.parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void format_usesTheLargestUnitThatFits() {
        assertThat(Quantity.SIZE.format(16 << 10)).isEqualTo("16k");
        assertThat(Quantity.SIZE.format(1500)).isEqualTo("1500");
        assertThat(Quantity.DURATION.format(90_000_000_000L)).isEqualTo("90s");
        assertThat(Quantity.COUNT.format(500)).isEqualTo("500");
    }
}
