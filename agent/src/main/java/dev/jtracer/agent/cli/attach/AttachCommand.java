// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.OptionException;
import java.nio.file.Path;
import java.util.List;

/** The command that starts the tracer in a running JVM. */
public final class AttachCommand extends Command {
    private final Path jar;

    public AttachCommand(Path jar) {
        super("attach", "PID KEY=VALUE...", "start the tracer in a running JVM", List.of());
        this.jar = jar;
    }

    @Override
    public List<String> examples() {
        return List.of("attach 4711 include=com.acme", "attach 4711 include=com.acme output=/tmp/trace.json start=off");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = pid(arguments);
        String options = String.join(
                ",", arguments.operands().subList(1, arguments.operands().size()));
        try {
            AgentOptionsParser.checkKeys(options);
        } catch (OptionException slip) {
            throw new UserSyntaxException(slip.getMessage());
        }
        try (TargetJvm target = TargetJvm.attach(pid, jar)) {
            terminal.out().println(target.start(options));
        }
    }
}
