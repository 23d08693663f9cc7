// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextLinesTest {
    @Test
    void line_staysOne() {
        assertThat(new TextLines().line("a\nb\r\u202ec").text()).isEqualTo("a\\u000ab\\u000d\\u202ec\n");
    }

    @Test
    void table_isAligned() {
        List<List<String>> rows = List.of(List.of("a", "bb", "c"), List.of("aaa", "b", ""));

        assertThat(new TextLines().table(rows).text()).isEqualTo("a    bb  c\naaa  b\n");
    }

    @Test
    void linesOfTheLastCell_standBelowEachOther() {
        List<List<String>> rows = List.of(List.of("sql", "select 1\r\n\tfrom\u0007 dual\n"), List.of("ro\nws", "1"));

        assertThat(new TextLines().table(rows).text())
                .isEqualTo("sql         select 1\n                from\\u0007 dual\nro\\u000aws  1\n");
    }

    @Test
    void longName_doesNotWidenTheOthers() {
        List<List<String>> rows = List.of(List.of("x".repeat(100_000), "1"), List.of("y", "2"));

        assertThat(new TextLines().table(rows).text())
                .endsWith("\ny" + " ".repeat(39) + "  2\n")
                .hasSize(100_000 + 4 + 1 + 39 + 4);
    }
}
