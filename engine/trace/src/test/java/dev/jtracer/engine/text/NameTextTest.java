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

    @ParameterizedTest
    @CsvSource({
        "com.acme.Shop.main,20,com.acme.Shop.main",
        "com.acme.Shop.main,10,com...main",
        "商店商店商店,10,商店..商店",
        "商店商店商店,9,商..店",
        "עובדעובד,6,\u2068עו..בד\u2069"
    })
    void longName_losesItsMiddle(String name, int columns, String shortened) {
        assertThat(NameText.shortened(name, columns)).isEqualTo(shortened);
    }

    /** An escape takes six columns, the character itself none or one. */
    @Test
    void escapes_areMeasuredAsTheyAreWritten() {
        String shortened = NameText.shortened("\u001b".repeat(30), 38);

        assertThat(shortened)
                .isEqualTo("\\u001b\\u001b\\u001b..\\u001b\\u001b\\u001b")
                .hasSize(38);
    }
}
