// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.attach.AttachCommand;
import dev.jtracer.agent.cli.attach.DetachCommand;
import dev.jtracer.agent.cli.attach.DoctorCommand;
import dev.jtracer.agent.cli.attach.ListCommand;
import dev.jtracer.agent.cli.attach.StopCommand;
import dev.jtracer.agent.cli.attach.SwitchCommand;
import dev.jtracer.agent.cli.command.ColorOption;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.StandardOutput;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.top.TopCommand;
import dev.jtracer.agent.cli.trace.CombineCommand;
import dev.jtracer.agent.cli.trace.ConvertCommand;
import dev.jtracer.agent.cli.trace.CutCommand;
import dev.jtracer.agent.cli.trace.DiffCommand;
import dev.jtracer.agent.cli.trace.ReportCommand;
import dev.jtracer.agent.cli.trace.SplitCommand;
import dev.jtracer.agent.cli.trace.VerifyCommand;
import dev.jtracer.agent.cli.trace.ViewCommand;
import dev.jtracer.engine.text.StreamCharset;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** The command line's entry point. It runs the command, and turns a failure into one line and an exit code. */
public final class Main {
    /** System property that makes a fault of the program show where it happened. */
    static final String STACK_TRACES = "jtracer.stacktrace";

    /** {@code EX_SOFTWARE} of BSD's sysexits.h: 1 is a finding, on which builds rely. */
    private static final int FAULT = 70;

    private static final String STATUS_NOTES = """
            Six lines, and one for each further counter that is not zero. 'events' is the \
            number of records of all recordings, two a call. JMX has all counters as the \
            attribute Status of dev.jtracer:type=Tracer.""";
    private static final String DUMP_NOTES = """
            The thread with the oldest call comes first. A run of a callback names the line that \
            passed it. Calls that began before the recording or the last reset are not known.""";

    private final CommandTable commands;
    private final Terminal terminal;

    Main(CommandTable commands, Terminal terminal) {
        this.commands = commands;
        this.terminal = terminal;
    }

    /**
     * Runs a command line on this process's stdout and stderr. Called by name, from {@code Launcher}.
     *
     * @param jar tracer.jar, which is loaded into other JVMs
     * @return exit code: 0 success, 1 a finding, 2 usage, 3 cannot attach or declined by the tracer, 4 input or
     *     output, 70 a fault of this program, 141 the reader of stdout has ended
     */
    public static int run(String[] arguments, Path jar) {
        StandardOutput out = StandardOutput.ofProcess();
        PrintStream err =
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StreamCharset.of("stderr.encoding"));
        return run(List.of(arguments), jar, out, err);
    }

    /** Runs a command line, and reports a result that could not be written. */
    static int run(List<String> line, Path jar, StandardOutput out, PrintStream err) {
        int exitCode = new Main(commands(), new Terminal(out.stream(), err, jar)).run(line);
        return out.exitCode(exitCode, err);
    }

    /** Returns every command, in the order of the help. */
    static CommandTable commands() {
        CommandTable commands = new CommandTable();
        return commands.add(
                new AttachCommand(new ReportCommand()),
                new SwitchCommand("start", "start a recording", ""),
                new StopCommand("stop", "stop it, print the totals and wait for its file"),
                new StopCommand("toggle", "start or stop"),
                new SwitchCommand("status", "show what is recorded, woven and lost", STATUS_NOTES),
                new SwitchCommand("dump", "show the open calls of all threads, their ages and CPU time", DUMP_NOTES),
                new SwitchCommand("reset", "forget the totals so far", ""),
                new RunCommand(),
                new ListCommand(),
                new DoctorCommand(),
                new DetachCommand(),
                new TopCommand(),
                new ReportCommand(),
                new ViewCommand(),
                new ConvertCommand(),
                new CutCommand(),
                new SplitCommand(),
                new CombineCommand(),
                new VerifyCommand(),
                new DiffCommand(),
                new ConfigCommand(),
                new HelpCommand(commands),
                new CompletionCommand(commands),
                new ManCommand(commands),
                new VersionCommand());
    }

    int run(List<String> line) {
        Terminal styled = terminal;
        try {
            ColorOption color = ColorOption.of(line, commands::separates);
            styled = terminal.with(color);
            List<String> all = color.words();
            String name = all.isEmpty() ? "help" : withoutDashes(all.get(0));
            List<String> words = all.isEmpty() ? all : all.subList(1, all.size());
            if (wantsHelp(words, commands.separates(name))) {
                words = List.of(commands.find(name).name());
                name = "help";
            }
            commands.find(name).run(words, styled);
            return 0;
        } catch (CommandException failure) {
            boolean finding = failure.isFinding();
            // If stdout has failed, StandardOutput prints the reason.
            if (!(failure.isOfFile() && terminal.out().checkError())) {
                String message = String.valueOf(failure.getMessage());
                terminal.err().println(finding ? styled.errStyles().alert(message) : message);
            }
            return failure.exitCode();
        } catch (OutOfMemoryError full) {
            terminal.err().println(shortage(line.isEmpty() ? "help" : line.get(0), full));
            return CommandException.FILE;
        } catch (RuntimeException | StackOverflowError fault) {
            if (Boolean.getBoolean(STACK_TRACES)) {
                fault.printStackTrace(terminal.err());
            }
            terminal.err()
                    .println("a fault of jtracer stopped '" + String.join(" ", line)
                            + "'; please report it with what java -D" + STACK_TRACES + "=true -jar tracer.jar prints");
            return FAULT;
        }
    }

    private static String shortage(String command, OutOfMemoryError full) {
        String message = String.valueOf(full.getMessage());
        if (message.contains("eap space") || message.startsWith("GC overhead")) {
            return "'" + command + "' needs more memory than "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MB; write java -Xmx8g -jar tracer.jar " + command
                    + " ..";
        }
        // Threads, memory outside of the heap: a larger heap leaves less for them.
        return "'" + command + "' stopped: " + message + "; end other programs, or give this one less heap";
    }

    /**
     * Returns whether the words after a command contain the option for its help.
     *
     * @param separates whether {@code --} separates operands. The words after it belong to another program if it does
     *     not.
     */
    private static boolean wantsHelp(List<String> words, boolean separates) {
        int end = separates ? -1 : words.indexOf(CommandOption.END);
        List<String> own = end < 0 ? words : words.subList(0, end);
        return own.contains("--help") || own.contains("-h");
    }

    private static String withoutDashes(String word) {
        return switch (word) {
            case "-h", "-?", "-help", "--help" -> "help";
            case "-v", "-V", "-version", "--version" -> "version";
            default -> word;
        };
    }
}
