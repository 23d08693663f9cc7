// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameTextTest {
    @ParameterizedTest
    @CsvSource({"main,4", "商店.main,9", "カ,2", "한글,4", "ﾊﾝ,2", "e\u0301,1", "שלום,4", "🙂,2", "'',0"})
    void columns_countWideCharactersTwiceAndMarksNotAtAll(String text, int columns) {
        assertThat(NameText.columns(text)).isEqualTo(columns);
    }

    @Test
    void nameFromRightToLeft_isIsolated() {
        assertThat(NameText.of("עובד-1")).isEqualTo("\u2068עובד-1\u2069");
        assertThat(NameText.columns(NameText.of("עובד-1"))).isEqualTo(6);
    }

    @Test
    void otherNames_areAsTheyAre() {
        assertThat(NameText.of("com.acme.商店")).isEqualTo("com.acme.商店");
        assertThat(NameText.of("a\u202eb\u001b[2J")).isEqualTo("a\\u202eb\\u001b[2J");
    }
}
