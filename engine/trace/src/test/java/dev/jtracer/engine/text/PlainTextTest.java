// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void charactersThatSteerOrEndALine_areEscaped() {
        assertThat(PlainText.of("a\n\u001b[1m\u0085\u2028\u202e\u2066\ufeff"))
                .isEqualTo("a\\u000a\\u001b[1m\\u0085\\u2028\\u202e\\u2066\\ufeff");
    }

    @Test
    void tagsBeyondTheFirstPlane_areEscapedAndLettersAreNot() {
        assertThat(PlainText.of("\udb40\udc41 \ud83d\ude00 \u00fc")).isEqualTo("\\udb40\\udc41 \ud83d\ude00 \u00fc");
    }

    @Test
    void halfASurrogatePair_isEscaped() {
        assertThat(PlainText.of("\ud800x\udc00")).isEqualTo("\\ud800x\\udc00");
    }

    @Test
    void oneMoreCharacter_canBeEscaped() {
        assertThat(PlainText.of("a;b", ';')).isEqualTo("a\\u003bb");
    }

    @Test
    void text_canBeAppendedToALine() {
        StringBuilder line = new StringBuilder("name ");

        PlainText.append(line, "a\n\ud800");

        assertThat(line).hasToString("name a\\u000a\\ud800");
    }
}
