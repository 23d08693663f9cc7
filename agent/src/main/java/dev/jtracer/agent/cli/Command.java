// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.util.List;

/** One word of the command line, and what it does. */
abstract class Command {
    private final String name;
    private final String arguments;
    private final String description;

    /**
     * @param arguments what follows the name, as {@code PID [options]}
     * @param description one line
     */
    Command(String name, String arguments, String description) {
        this.name = name;
        this.arguments = arguments;
        this.description = description;
    }

    final String name() {
        return name;
    }

    /** Name and arguments, as in the help. */
    final String usage() {
        return arguments.isEmpty() ? name : name + " " + arguments;
    }

    final String description() {
        return description;
    }

    /** Does it. The result goes to the terminal's {@code out}, everything else that is to be said to its {@code err}. */
    abstract void execute(List<String> arguments, Terminal terminal) throws CommandException;

    final UserSyntaxException misused(String cause) {
        return new UserSyntaxException(cause + "; write java -jar tracer.jar " + usage());
    }

    /** The process id that every command on another JVM begins with. */
    final long pid(List<String> arguments) throws UserSyntaxException {
        if (arguments.isEmpty()) {
            throw misused("the process id is missing");
        }
        try {
            long pid = Long.parseLong(arguments.get(0));
            if (pid > 0) {
                return pid;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw misused("'" + arguments.get(0) + "' is not a process id");
    }
}
