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
}
