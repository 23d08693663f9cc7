// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.text.Styles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColorOptionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    auto   | true  | TERM=xterm                              | COLORED
                    auto   | false | TERM=xterm                              | PLAIN
                    auto   | true  | TERM=dumb                               | PLAIN
                    auto   | true  | TERM=                                   | PLAIN
                    auto   | true  | LANG=C                                  | PLAIN
                    auto   | true  | TERM=xterm NO_COLOR=0                   | PLAIN
                    auto   | true  | TERM=xterm NO_COLOR=                    | COLORED
                    auto   | false | CLICOLOR_FORCE=1                        | COLORED
                    auto   | false | CLICOLOR_FORCE=0                        | PLAIN
                    auto   | false | CLICOLOR_FORCE=1 NO_COLOR=1             | PLAIN
                    always | false | NO_COLOR=1 TERM=dumb                    | COLORED
                    never  | true  | TERM=xterm CLICOLOR_FORCE=1             | PLAIN
                    """)
    void option_goesBeforeEnvironmentBeforeTerminal(String when, boolean terminal, String variables, Styles styles) {
        Map<String, String> environment = new HashMap<>();
        for (String variable : variables.split(" ", -1)) {
            int equals = variable.indexOf('=');
            environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }

        assertThat(new ColorOption(when, List.of()).styles(terminal, environment))
                .isEqualTo(styles);
    }

    @Test
    void option_isTakenOutOfTheLine() throws CommandException {
        assertThat(ColorOption.of(List.of("report", "--color=always", "a.jtr"), "diff"::equals))
                .isEqualTo(new ColorOption("always", List.of("report", "a.jtr")));
        assertThat(ColorOption.of(List.of("--color", "never", "list"), "diff"::equals))
                .isEqualTo(new ColorOption("never", List.of("list")));
        assertThat(ColorOption.of(List.of("run", "--", "java", "--color=x"), "diff"::equals))
                .isEqualTo(new ColorOption("auto", List.of("run", "--", "java", "--color=x")));
    }

    @Test
    void option_isFoundBehindASeparatorOfOperands() throws CommandException {
        assertThat(ColorOption.of(List.of("diff", "b.jtr", "--", "a.jtr", "--color=never"), "diff"::equals))
                .isEqualTo(new ColorOption("never", List.of("diff", "b.jtr", "--", "a.jtr")));
    }

    @Test
    void wrongValue_namesTheRightOnes() {
        assertThatThrownBy(() -> ColorOption.of(List.of("report", "--color", "a.jtr"), "diff"::equals))
                .hasFieldOrPropertyWithValue("exitCode", 2)
                .hasMessage("'a.jtr' after --color is none of auto, always, never; write --color=never");
        assertThatThrownBy(() -> ColorOption.of(List.of("report", "--color"), "diff"::equals))
                .hasFieldOrPropertyWithValue("exitCode", 2);
    }
}
