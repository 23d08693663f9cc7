// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.InputOutputException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.TracerVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The command that prints the tracer's version and that of Java. */
final class VersionCommand extends Command {
    private final Path jar;

    VersionCommand(Path jar) {
        super("version", "", "show the version", List.of());
        this.jar = jar;
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(0, arguments);
        try {
            terminal.out().println("jtracer " + TracerVersion.of(jar) + " (Java " + Runtime.version() + ")");
        } catch (IOException unreadable) {
            throw new InputOutputException(
                    "'" + jar + "' cannot be read (" + unreadable.getMessage() + "); download or build it again");
        }
    }
}
