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

/** The command that prints the manual page, in the {@code man} macros of groff. */
final class ManCommand extends Command {
    private final CommandTable commands;

    ManCommand(CommandTable commands) {
        super("man", "", "print the manual page, for man -l -", List.of());
        this.commands = commands;
        examples("man | man -l -", "man > ~/.local/share/man/man1/jtracer.1");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(0, arguments);
        terminal.out().print(page());
    }

    private String page() {
        StringBuilder page = new StringBuilder(".TH JTRACER 1\n.SH NAME\n")
                .append("jtracer \\- traces every call and callback of the packages you name\n")
                .append(".SH SYNOPSIS\n.B java -javaagent:tracer.jar=include=com.acme -jar app.jar\n.br\n")
                .append(".B java -jar tracer.jar\n.I COMMAND\n.SH COMMANDS\n");
        for (Command command : commands.all()) {
            page.append(".SS " + escaped(command.usage()) + "\n" + escaped(command.description()) + ".\n");
            command.notes().lines().forEach(note -> page.append(".PP\n" + escaped(note) + "\n"));
            command.options().forEach(option -> item(page, option.usage(), option.description()));
        }
        page.append(".SH OPTION OF EVERY COMMAND\n");
        item(page, ColorOption.OPTION.usage(), ColorOption.OPTION.description());
        page.append(
                ".SH OPTIONS OF THE AGENT\nkey=value,key=value; also \\-Djtracer.KEY, JTRACER_KEY and the file of config=.\n");
        for (Option option : Option.values()) {
            item(page, option.key() + "=" + option.form(), option.help());
        }
        page.append(".SH FORMATS\n");
        ExportFormat.all().forEach(format -> item(page, format.key(), format.description()));
        return page.toString();
    }

    private static void item(StringBuilder page, String term, String text) {
        page.append(".TP\n.B " + escaped(term) + "\n" + escaped(text) + ".\n");
    }

    /** Returns a text in which groff finds no request and no escape. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
