// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.OptionException;
import java.nio.file.Path;
import java.util.List;

/** The command that starts the tracer in a running JVM. */
final class AttachCommand extends Command {
    private final Path jar;

    AttachCommand(Path jar) {
        super("attach", "PID OPTIONS", "start the tracer in a running JVM: attach 4711 include=com.acme");
        this.jar = jar;
    }

    @Override
    void execute(List<String> arguments, Terminal terminal) throws CommandException {
        long pid = pid(arguments);
        String options = String.join(",", arguments.subList(1, arguments.size()));
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
