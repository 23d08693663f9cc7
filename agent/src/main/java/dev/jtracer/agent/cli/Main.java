// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.attach.AttachCommand;
import dev.jtracer.agent.cli.attach.SwitchCommand;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.cli.top.TopCommand;
import dev.jtracer.agent.cli.trace.CombineCommand;
import dev.jtracer.agent.cli.trace.ConvertCommand;
import dev.jtracer.agent.cli.trace.CutCommand;
import dev.jtracer.agent.cli.trace.DiffCommand;
import dev.jtracer.agent.cli.trace.ReportCommand;
import dev.jtracer.agent.cli.trace.SplitCommand;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.agent.control.AgentCommands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line's entry point. It finds the command, runs it, and turns a failure into one line and an exit code.
 */
public final class Main {
    /** System property that makes a fault of the program show where it happened. */
    static final String STACK_TRACES = "jtracer.stacktrace";

    private static final int OK = 0;
    private static final int FAULT = 1;

    private final List<Command> commands;
    private final Terminal terminal;

    Main(List<Command> commands, Terminal terminal) {
        this.commands = commands;
        this.terminal = terminal;
    }

    /**
     * Runs a command line on this process's stdout and stderr. Called by name, from {@code Launcher}.
     *
     * @param jar tracer.jar, which is loaded into other JVMs
     * @return exit code: 0 success, 1 invalid data, declined, worse than {@code --fail-over} or a fault of this program, 2 usage,
     *     3 cannot attach, 4 input or output
     */
    public static int run(String[] arguments, Path jar) {
        return new Main(commands(jar), new Terminal(System.out, System.err)).run(List.of(arguments));
    }

    /** Returns every command, in the order of the help. */
    static List<Command> commands(Path jar) {
        List<Command> commands = new ArrayList<>();
        commands.add(new AttachCommand(jar));
        for (String name : AgentCommands.NAMES) {
            commands.add(new SwitchCommand(name, jar));
        }
        commands.add(new TopCommand(jar));
        commands.add(new ReportCommand());
        commands.add(new ConvertCommand());
        commands.add(new CutCommand());
        commands.add(new SplitCommand());
        commands.add(new CombineCommand());
        commands.add(new DiffCommand());
        commands.add(new HelpCommand(commands));
        commands.add(new VersionCommand(jar));
        return commands;
    }

    int run(List<String> line) {
        try {
            if (line.isEmpty()) {
                find("help").execute(line, terminal);
            } else {
                find(withoutDashes(line.get(0))).execute(line.subList(1, line.size()), terminal);
            }
            return OK;
        } catch (CommandException failure) {
            terminal.err().println(failure.getMessage());
            return failure.exitCode();
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

    private Command find(String name) throws UserSyntaxException {
        List<String> names = new ArrayList<>();
        for (Command command : commands) {
            if (command.name().equals(name)) {
                return command;
            }
            names.add(command.name());
        }
        String nearest = Spelling.nearest(name, names);
        throw new UserSyntaxException("unknown command '" + name + "'; "
                + (nearest == null ? "see java -jar tracer.jar help" : "did you mean '" + nearest + "'?"));
    }

    private static String withoutDashes(String word) {
        return switch (word) {
            case "-h", "-?", "--help" -> "help";
            case "-V", "--version" -> "version";
            default -> word;
        };
    }
}
