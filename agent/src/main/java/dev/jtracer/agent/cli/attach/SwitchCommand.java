// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import java.util.List;

/** A command that is sent to the running tracer in its JVM. */
public final class SwitchCommand extends Command {
    public SwitchCommand(String name, String description, String notes) {
        super(name, "PID", description, List.of());
        notes(notes);
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        requireAtMost(1, arguments);
        try (TargetJvm target = TargetJvm.attach(pid, terminal.jar())) {
            terminal.out().println(target.command(name()));
        }
    }
}
