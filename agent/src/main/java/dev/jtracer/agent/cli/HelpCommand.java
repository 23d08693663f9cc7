// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Option;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.io.PrintStream;
import java.util.List;

/** The command that shows all commands and options, from the lists that the program itself uses. */
final class HelpCommand extends Command {
    private final List<Command> commands;

    HelpCommand(List<Command> commands) {
        super("help", "", "show this help");
        this.commands = commands;
    }

    @Override
    public void execute(List<String> arguments, Terminal terminal) {
        PrintStream out = terminal.out();
        out.println("Traces every call of the packages you name, in a running JVM, to a file that opens in Perfetto.");
        out.println();
        out.println("  java -javaagent:tracer.jar=include=com.acme -jar app.jar");
        out.println("  java -jar tracer.jar COMMAND");
        out.println();
        out.println("Commands");
        for (Command command : commands) {
            line(out, command.usage(), command.description());
        }
        out.println();
        out.println("Formats of convert");
        for (ExportFormat format : ExportFormat.all()) {
            line(out, format.key(), format.description());
        }
        out.println();
        out.println("Options, as key=value,key=value; also -Djtracer.KEY, JTRACER_KEY and the file of config=");
        for (Option option : Option.values()) {
            line(out, option.key() + "=" + option.form(), help(option));
        }
        out.println();
        out.println(
                "Exit codes: 0 done, 1 invalid data or worse than --fail-over, 2 usage, 3 cannot attach, 4 input or output");
    }

    private static String help(Option option) {
        return option.defaultValue().isEmpty() ? option.help() : option.help() + " [" + option.defaultValue() + "]";
    }

    private static void line(PrintStream out, String left, String right) {
        out.println("  " + left + " ".repeat(Math.max(1, 22 - left.length())) + right);
    }
}
