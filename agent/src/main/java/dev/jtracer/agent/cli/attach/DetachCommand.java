// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.control.AgentCommands;
import java.util.List;

/** The command that removes the tracer from a JVM. */
public final class DetachCommand extends Command {
    public DetachCommand() {
        super(
                "detach",
                "PID",
                "stop as stop does, and remove the tracer: methods get their own code back",
                List.of(StopCommand.TOTALS));
        synonyms("remove", "unload", "uninstall", "end", "quit", "exit");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        requireAtMost(1, arguments);
        // First, so that the totals and the file are shown here, and a large trace has the time that it needs.
        String totals = arguments.value(StopCommand.TOTALS);
        String process = Long.toString(pid);
        StopCommand stop = new StopCommand("stop", "");
        CommandException unwritten;
        try {
            unwritten = stop.stop(
                    stop.parse(totals == null ? List.of(process) : List.of(process, StopCommand.TOTALS.name(), totals)),
                    terminal);
        } catch (CommandException unfinished) {
            if (unfinished.isOfFile() && ProcessHandle.of(pid).isPresent()) {
                terminal.err().println("the tracer stays in process '" + pid + "'; detach it again");
            }
            throw unfinished;
        }
        try (TargetJvm target = TargetJvm.attach(pid, terminal.jar())) {
            terminal.out().println(target.command(AgentCommands.DETACH));
        }
        if (unwritten != null) {
            throw unwritten;
        }
    }
}
