// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StylesTest {
    private static final String RED = "\u001b[31m";
    private static final String RESET = "\u001b[0m";

    @Test
    void plain_addsNothing() {
        assertThat(Styles.PLAIN.heading("a") + Styles.PLAIN.alert("b") + Styles.PLAIN.good("c"))
                .isEqualTo("abc");
    }

    @Test
    void colored_closesEachStyle() {
        assertThat(Styles.COLORED.alert("lost 3")).isEqualTo(RED + "lost 3" + RESET);
        assertThat(Styles.COLORED.alert("")).isEmpty();
    }

    @Test
    void cut_countsVisibleCharacters() {
        String line = "ab " + Styles.COLORED.alert("lost 3") + " of 9";

        assertThat(Styles.cut(line, 7)).isEqualTo("ab " + RED + "lost" + RESET);
        assertThat(Styles.cut(line, 80)).isEqualTo(line + RESET);
        assertThat(Styles.cut("plain", 3)).isEqualTo("pla");
        assertThat(Styles.cut("plain", 9)).isEqualTo("plain");
    }

    @Test
    void cut_countsColumnsAndKeepsCharactersWhole() {
        assertThat(Styles.cut("商店.main", 3)).isEqualTo("商");
        assertThat(Styles.cut("商店.main", 5)).isEqualTo("商店.");
        assertThat(Styles.cut("ab🙂c", 3)).isEqualTo("ab");
        assertThat(Styles.cut("ab🙂c", 4)).isEqualTo("ab🙂");
        assertThat(Styles.cut("ae\u0301b", 2)).isEqualTo("ae\u0301");
    }

    @Test
    void cut_closesIsolatesAndStyles() {
        String name = NameText.of("עובד-1");

        assertThat(Styles.cut(name + " rest", 3)).isEqualTo("\u2068עוב\u2069");
        assertThat(Styles.cut(name + " rest", 6)).isEqualTo(name);
        assertThat(Styles.cut(Styles.COLORED.alert(name), 3)).isEqualTo(RED + "\u2068עוב\u2069" + RESET);
    }
}
