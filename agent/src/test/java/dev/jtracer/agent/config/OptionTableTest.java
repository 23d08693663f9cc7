// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.ManualTable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Keeps the manual's table of options equal to {@link Option}. */
class OptionTableTest {
    @Test
    void manual_showsEveryOption() throws IOException {
        ManualTable.assertIs("options", table());
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
