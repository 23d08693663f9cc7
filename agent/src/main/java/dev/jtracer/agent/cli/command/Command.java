// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** A command of the command line. */
public abstract class Command {
    private final String name;
    private final String arguments;
    private final String description;

    /**
     * @param arguments the arguments in the help, for example {@code PID [options]}
     * @param description its description in the help, one line
     */
    public Command(String name, String arguments, String description) {
        this.name = name;
        this.arguments = arguments;
        this.description = description;
    }

    public final String name() {
        return name;
    }

    /** Returns name and arguments as the help shows them. */
    public final String usage() {
        return arguments.isEmpty() ? name : name + " " + arguments;
    }

    public final String description() {
        return description;
    }

    /** Executes the command. The result goes to the terminal's {@code out}, all messages to its {@code err}. */
    public abstract void execute(List<String> arguments, Terminal terminal) throws CommandException;

    public final UserSyntaxException misused(String cause) {
        return new UserSyntaxException(cause + "; write java -jar tracer.jar " + usage());
    }

    /** Returns the process id, the first argument of every command on another JVM. */
    public final long pid(List<String> arguments) throws UserSyntaxException {
        if (arguments.isEmpty()) {
            throw misused("the process id is missing");
        }
        try {
            long pid = Long.parseLong(arguments.get(0));
            if (pid > 0) {
                return pid;
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw misused("'" + arguments.get(0) + "' is not a process id");
    }

    /** Returns the value of an option that is a number above 0. */
    public final int positive(String text, String option) throws UserSyntaxException {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw misused("'" + text + "' after " + option + " is not a number above 0");
    }

    /** Returns the file of an argument. */
    public final Path file(String text) throws UserSyntaxException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw misused("'" + text + "' is no file name");
        }
    }
}
