// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.WrittenFiles;
import dev.jtracer.agent.control.AgentCommands;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.FileReply;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that stop a recording in another JVM: {@code stop}, and {@code toggle} while there is one. */
public final class StopCommand extends Command {
    private static final CommandOption NO_WAIT =
            CommandOption.flag("--no-wait", "return at once; the JVM writes the file in the background");
    static final CommandOption TOTALS =
            CommandOption.of("--totals", "on|off", "whether to print the totals; on by default");

    public StopCommand(String name, String description) {
        super(name, "PID", description, List.of(NO_WAIT, TOTALS));
        notes("""
                The totals go to this terminal; the application's stderr gets one line when the \
                file is complete. If the file cannot be written, or the JVM ends before it is \
                complete, the exit code is 4, and stderr has the command that makes the trace of \
                what is left.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        requireAtMost(1, arguments);
        boolean waits = !arguments.has(NO_WAIT);
        AttachRequest request = new AttachRequest(TargetJvm.nonce(), name(), totals(arguments.value(TOTALS)));
        try (TargetJvm target = TargetJvm.attach(pid, terminal.jar())) {
            String stopped = target.command(request);
            FilesAwaited files = new FilesAwaited(target, request, terminal.jar());
            FileReply reply;
            try {
                reply = files.now();
            } finally {
                // The reply with its totals has arrived, even if the JVM has ended since.
                terminal.out().println(stopped);
            }
            if (reply != null) {
                print(waits ? files.await(reply, terminal.err()) : reply, terminal);
            }
        }
    }

    private String totals(@Nullable String value) throws CommandException {
        return switch (value == null ? "on" : value) {
            case "on" -> "";
            case "off" -> AgentCommands.NO_TOTALS;
            default -> throw wrongOption("'" + value + "' after --totals is neither on nor off");
        };
    }

    private static void print(FileReply reply, Terminal terminal) throws CommandException {
        switch (reply.state()) {
            case CONVERTING -> terminal.out().println("writing '" + FilesAwaited.trace(reply) + "'");
            case FAILED -> throw CommandException.file(reply.lines().get(0));
            case FINISHED -> finished(reply.lines(), terminal);
        }
    }

    private static void finished(List<String> lines, Terminal terminal) {
        if (!lines.get(0).isEmpty()) {
            terminal.out().println(lines.get(0));
        }
        WrittenFiles written = new WrittenFiles(terminal.jar());
        for (String file : lines.subList(1, lines.size())) {
            int space = file.indexOf(' ');
            written.add(Path.of(file.substring(space + 1)), Long.parseLong(file.substring(0, space)));
        }
        written.print(terminal.out());
    }
}
