// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.ColorOption;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Option;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.util.List;
import java.util.Objects;

/** The command that shows commands, the agent's options or the formats, from the program's own lists. */
final class HelpCommand extends Command {
    private static final String LAUNCH = "java -jar tracer.jar ";

    private final CommandTable commands;

    HelpCommand(CommandTable commands) {
        super(
                "help",
                "[COMMAND | options | formats]",
                "show the commands, one of them, or a list of options",
                List.of());
        this.commands = commands;
        synonyms("usage", "commands", "manual");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(1, arguments);
        HelpText text =
                new HelpText(HelpText.columns(Objects.toString(System.getenv("COLUMNS"), "")), terminal.styles());
        String topic =
                arguments.operands().isEmpty() ? "" : arguments.operands().get(0);
        switch (topic) {
            case "" -> overview(text);
            case "options" -> agentOptions(text);
            case "formats" -> formats(text);
            default -> command(commands.find(topic), text);
        }
        terminal.out().print(text);
    }

    private void overview(HelpText text) {
        text.line("Traces every call and callback of the packages you name, to a file that opens in Perfetto.")
                .line("")
                .verbatim("java -javaagent:tracer.jar=include=com.acme -jar app.jar")
                .verbatim(LAUNCH + "COMMAND")
                .heading("Commands");
        commands.all().forEach(command -> text.row(command.name(), command.description()));
        text.heading("More");
        text.row("help COMMAND", "operands, options and examples of a command");
        text.row("help options", "options of the agent and of attach");
        text.row("help formats", "formats of traces");
        text.heading("Option of every command");
        text.row(ColorOption.OPTION.usage(), ColorOption.OPTION.description());
        text.line("");
        text.line("Exit codes: 0 done, 1 a finding of verify, doctor, --fail-over or --max-sql, 2 usage,"
                + " 3 cannot attach or declined by the tracer, 4 input or output, 70 a fault of jtracer,"
                + " 141 the reader of stdout has ended");
    }

    private static void command(Command command, HelpText text) {
        text.verbatim(LAUNCH + command.usage())
                .line("")
                .line(Character.toUpperCase(command.description().charAt(0))
                        + command.description().substring(1) + ".");
        command.notes().lines().forEach(note -> text.line("").line(note));
        if (!command.options().isEmpty()) {
            text.heading("Options");
            command.options().forEach(option -> text.row(option.usage(), option.description()));
        }
        if (!command.examples().isEmpty()) {
            text.heading("Examples");
            command.examples().forEach(example -> text.verbatim(LAUNCH + example));
        }
    }

    private static void formats(HelpText text) {
        text.line("Formats of convert, by -f or by the extension of -o");
        ExportFormat.all().forEach(format -> text.row(format.key(), format.description()));
    }

    private static void agentOptions(HelpText text) {
        text.line(
                "Options of the agent, as key=value,key=value; also -Djtracer.KEY, JTRACER_KEY and the file of config=");
        for (Option option : Option.values()) {
            String defaultValue = option.defaultValue();
            text.row(
                    option.key() + "=" + option.form(),
                    defaultValue.isEmpty() ? option.help() : option.help() + " [" + defaultValue + "]");
        }
    }
}
