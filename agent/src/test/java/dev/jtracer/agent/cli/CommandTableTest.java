// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.ManualTable;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Keeps the manual's table of commands equal to the command line's, and its words apart. */
class CommandTableTest {
    private static final List<Command> COMMANDS =
            Main.commands(Path.of("tracer.jar")).all();

    @Test
    void manual_showsEveryCommandAndOption() throws IOException {
        StringBuilder table = new StringBuilder("| Command or option | Meaning |\n| --- | --- |\n");
        for (Command command : COMMANDS) {
            row(table, "**" + escaped(command.usage()) + "**", command.description());
            for (CommandOption option : command.options()) {
                row(table, "`" + escaped(option.usage()) + "`", option.description());
            }
        }

        ManualTable.assertIs("commands", table.toString());
    }

    private static void row(StringBuilder table, String left, String right) {
        table.append("| ").append(left).append(" | ").append(right).append(" |\n");
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|");
    }

    @Test
    void everyWord_meansOneCommand() {
        Set<String> words = new HashSet<>();

        for (Command command : COMMANDS) {
            assertThat(words.add(command.name())).as(command.name()).isTrue();
            for (String synonym : command.synonyms()) {
                assertThat(words.add(synonym)).as(synonym).isTrue();
            }
        }
    }

    @Test
    void everyOption_isDescribedAndWrittenLikeTheOthers() {
        for (Command command : COMMANDS) {
            Set<String> names = new HashSet<>();
            assertThat(command.description()).isNotBlank().doesNotEndWith(".");
            for (CommandOption option : command.options()) {
                assertThat(option.description()).isNotBlank().doesNotEndWith(".");
                assertThat(option.name()).matches("--[a-z]+(-[a-z]+)*");
                for (String name : option.names()) {
                    assertThat(name).matches("-[a-z]|--[a-z-]+");
                    assertThat(names.add(name)).as(name).isTrue();
                }
            }
        }
    }
}
