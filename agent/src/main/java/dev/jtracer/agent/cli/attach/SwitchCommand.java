// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import java.nio.file.Path;
import java.util.List;

/** A command that is sent to the running tracer in its JVM. */
public final class SwitchCommand extends Command {
    private final Path jar;

    public SwitchCommand(String name, Path jar) {
        super(name, "PID", description(name), List.of());
        this.jar = jar;
        notes(notesOf(name));
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        requireAtMost(1, arguments);
        try (TargetJvm target = TargetJvm.attach(pid, jar)) {
            terminal.out().println(target.command(name()));
        }
    }

    private static String description(String name) {
        return switch (name) {
            case "start" -> "start a recording";
            case "status" -> "show what is recorded, woven and lost";
            case "dump" -> "show the open calls of all threads, with their ages";
            case "reset" -> "forget the totals so far";
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static String notesOf(String name) {
        return switch (name) {
            case "dump" -> """
                    The thread with the oldest call comes first. A run of a callback names the line that \
                    passed it. Calls that began before the recording or the last reset are not known.""";
            case "status" -> """
                    Six lines, and one for each further counter that is not zero. 'events' is the \
                    number of records of all recordings, two a call. JMX has all counters as the \
                    attribute Status of dev.jtracer:type=Tracer.""";
            default -> "";
        };
    }
}
