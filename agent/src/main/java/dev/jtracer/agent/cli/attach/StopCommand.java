// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.WrittenFiles;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.control.AgentCommands;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.FileReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands that stop a recording in another JVM: {@code stop}, and {@code toggle} while there is one. */
public final class StopCommand extends Command {
    /* The files of the recording may take minutes. Each look at them reads the JVM's agent properties: a request of a
     * millisecond that leaves nothing behind there, unlike the loading of an agent. */
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 250;

    /** Requests in a row without a reply after which none is expected any more. */
    private static final int MOST_FAILURES = 8;

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
        CommandException unwritten = stop(arguments, terminal);
        if (unwritten != null) {
            throw unwritten;
        }
    }

    /** Stops a recording. Returns why its trace could not be made; null if it was, or is being made. */
    @Nullable
    CommandException stop(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        requireAtMost(1, arguments);
        boolean waits = !arguments.has(NO_WAIT);
        AttachRequest request = new AttachRequest(TargetJvm.nonce(), name(), totals(arguments.value(TOTALS)));
        try (TargetJvm target = TargetJvm.attach(pid, terminal.jar())) {
            String stopped = target.command(request);
            FileReply reply;
            try {
                reply = target.files(request);
            } catch (IOException gone) {
                throw target.ended(gone);
            } finally {
                // The reply with its totals has arrived, even if the JVM has ended since.
                terminal.out().println(stopped);
            }
            return reply == null ? null : print(waits ? await(reply, request, target, terminal) : reply, terminal);
        }
    }

    private String totals(@Nullable String value) throws CommandException {
        return switch (value == null ? "on" : value) {
            case "on" -> "";
            case "off" -> AgentCommands.NO_TOTALS;
            default -> throw wrongOption("'" + value + "' after --totals is neither on nor off");
        };
    }

    /**
     * Waits until the files of a stop are complete or have failed, and shows the progress on a terminal.
     *
     * @param first the state so far
     */
    private static FileReply await(FileReply first, AttachRequest stop, TargetJvm target, Terminal terminal)
            throws CommandException {
        FileReply last = first;
        ProgressBar bar = new ProgressBar(terminal.err(), List.of());
        int failures = 0;
        long pause = FIRST_PAUSE_MILLIS;
        while (last.state() == FileReply.State.CONVERTING) {
            bar.show(last.part());
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            boolean ended = false;
            FileReply next = null;
            try {
                next = target.files(stop);
            } catch (IOException gone) {
                ended = true;
            }
            if (next != null) {
                last = next;
                failures = 0;
            } else if (++failures == MOST_FAILURES) {
                bar.clear();
                return withoutReply(last, ended, target.pid(), terminal.jar());
            }
        }
        bar.clear();
        return last;
    }

    private static Path trace(FileReply converting) {
        return Path.of(converting.lines().get(1));
    }

    /* The recording is deleted when its trace is complete. A JVM that still answers has no reply any more if newer
     * ones have replaced it, or the tracer was detached. */
    private static FileReply withoutReply(FileReply converting, boolean ended, long pid, Path jar)
            throws CommandException {
        Path recording = Path.of(converting.lines().get(0));
        Path trace = trace(converting);
        if (!Files.exists(recording) && Files.exists(trace)) {
            try {
                return new FileReply(
                        FileReply.State.FINISHED,
                        1,
                        List.of(
                                ended ? "the process has ended after the file was written" : "the file is written",
                                Files.size(trace) + " " + trace));
            } catch (IOException unreachable) {
                // reported below
            }
        }
        if (!ended) {
            throw CommandException.file("the tracer in process '" + pid + "' no longer reports on '" + trace
                    + "'; that process prints a line to stderr when it is complete");
        }
        throw CommandException.file("process '" + pid + "' ended before '" + trace
                + "' was complete; make it with: java -jar " + ShellWord.quote(jar) + " convert "
                + ShellWord.quote(recording));
    }

    private static void pause(long millis) throws CommandException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.file("interrupted; the file is still being written");
        }
    }

    private static @Nullable CommandException print(FileReply reply, Terminal terminal) {
        switch (reply.state()) {
            case CONVERTING -> terminal.out().println("writing '" + trace(reply) + "'");
            case FAILED -> {
                return CommandException.file(reply.lines().get(0));
            }
            case FINISHED -> finished(reply.lines(), terminal);
        }
        return null;
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
