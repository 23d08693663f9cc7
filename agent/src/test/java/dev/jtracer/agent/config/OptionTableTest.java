// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Keeps the manual's table of options equal to {@link Option}. Rewrite it with {@code -Dgolden.update=true}. */
class OptionTableTest {
    private static final String BEGIN = "<!-- options:begin -->\n";
    private static final String END = "<!-- options:end -->";

    @Test
    void manual_showsEveryOption() throws IOException {
        Path manual = Path.of("MANUAL.md");
        String text = Files.exists(manual) ? Files.readString(manual) : "";
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        assumeTrue(begin >= 0 && end > begin, "MANUAL.md has no table of options");
        String updated = text.substring(0, begin + BEGIN.length()) + table() + text.substring(end);

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(manual, updated);
        }

        assertThat(Files.readString(manual))
                .as("MANUAL.md's table of options is stale; run the tests with -Dgolden.update=true")
                .isEqualTo(updated);
    }

    @Test
    void options_haveOneKeyEach() {
        Set<String> keys = new HashSet<>();

        for (Option option : Option.values()) {
            assertThat(keys.add(option.key())).as(option.key()).isTrue();
            assertThat(option.name().replace('_', '-')).isEqualToIgnoringCase(option.key());
            assertThat(option.help()).isNotBlank().doesNotContain("\n").doesNotEndWith(".");
        }
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| Option | Default | Meaning |\n| --- | --- | --- |\n");
        for (Option option : Option.values()) {
            String value = option.defaultValue().isEmpty() ? "" : "`" + option.defaultValue() + "`";
            table.append("| `")
                    .append(option.key())
                    .append('=')
                    .append(option.form().replace("|", "\\|"))
                    .append("` | ")
                    .append(value)
                    .append(" | ")
                    .append(option.help())
                    .append(" |\n");
        }
        return table.toString();
    }
}
