// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventKeyTest {
    @ParameterizedTest
    @ValueSource(strings = {"r-0", "r-9223372036854775807", "s-5", "s-5-2", "p-1-2-3-4", "p--7--8-3-4"})
    void text_isReadAsItIsWritten(String text) {
        assertThat(EventKey.parse(text).text()).isEqualTo(text);
    }

    @Test
    void text_tellsTheKindOfEvent() {
        assertThat(EventKey.parse("r-5")).isEqualTo(new EventKey.Raw(5));
        assertThat(EventKey.parse("s-5")).isEqualTo(new EventKey.Synthetic(5, 0));
        assertThat(EventKey.parse("s-5-2")).isEqualTo(new EventKey.Synthetic(5, 2));
        assertThat(EventKey.parse("p--1-2-3-4")).isEqualTo(new EventKey.SampledCall(-1, 2, 3, 4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "r", "r-", "r--1", "r-1-2", "x-1", "r-9223372036854775808", "s-1-9999999999", "p-1-2-3"})
    void textOfNoKey_isRefusedWithTheText(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EventKey.parse(text))
                .withMessage(
                        "'" + text
                                + "' names no event; expected 'r-INDEX', 's-INDEX', 's-INDEX-ORDINAL' or 'p-PID-TID-SAMPLE-NODE'");
    }

    @Test
    void negativeNumbers_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EventKey.Raw(-1))
                .withMessageContaining("'-1'");
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey.Synthetic(1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new EventKey.SampledCall(1, 1, -1, 1));
    }
}
