// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.ManualTable;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the manual's table of commands equal to the command line's, and its words apart. */
class CommandTableTest {
    private static final List<Command> COMMANDS = Main.commands().all();

    /** The options that all commands share that write a trace; one row says them once. A split has no segments. */
    private static final Set<String> OF_WRITERS = COMMANDS.stream()
            .filter(command -> command.name().equals("convert"))
            .flatMap(command -> command.options().stream())
            .map(CommandOption::usage)
            .filter(option -> !option.startsWith("--segment"))
            .collect(Collectors.toCollection(LinkedHashSet::new));

    @Test
    void manual_showsEveryCommandAndOption() throws IOException {
        StringBuilder table = new StringBuilder("| Command | Meaning | Options |\n| --- | --- | --- |\n");
        List<String> writers = new ArrayList<>();
        for (Command command : COMMANDS) {
            Set<String> options = command.options().stream()
                    .map(CommandOption::usage)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (options.containsAll(OF_WRITERS)) {
                writers.add(command.name());
                options.removeAll(OF_WRITERS);
            }
            row(table, command.usage().replace(" [options]", ""), command.description(), options);
        }
        row(table, String.join(", ", writers), "options of all that write a trace", OF_WRITERS);

        ManualTable.assertIs("commands", table.toString());
    }

    private static void row(StringBuilder table, String command, String meaning, Set<String> options) {
        table.append("| `")
                .append(escaped(command))
                .append("` | ")
                .append(meaning)
                .append(" | ")
                .append(options.stream()
                        .map(option -> "`" + escaped(option) + "`")
                        .collect(Collectors.joining("; ")))
                .append(" |\n");
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
