// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.config.Spelling;
import java.util.ArrayList;
import java.util.List;

/** The commands of the command line. */
final class CommandTable {
    private final List<Command> commands = new ArrayList<>();

    /** Adds commands behind those that are there. */
    CommandTable add(Command... some) {
        commands.addAll(List.of(some));
        return this;
    }

    /** Returns every command, in the order of the help. */
    List<Command> all() {
        return List.copyOf(commands);
    }

    /**
     * Finds a command by its name.
     *
     * @throws UserSyntaxException if there is none. The message names the command that the word means, and only if it means none,
     *     the one that is spelt like it: {@code end} is no misspelt {@code help}.
     */
    Command find(String name) throws UserSyntaxException {
        List<String> names = new ArrayList<>();
        for (Command command : commands) {
            if (command.name().equals(name)) {
                return command;
            }
            names.add(command.name());
        }
        for (Command command : commands) {
            if (command.synonyms().contains(name)) {
                throw unknown(name, "that is '" + command.usage() + "': " + command.description());
            }
        }
        String nearest = Spelling.nearest(name, names);
        throw unknown(name, nearest == null ? "see java -jar tracer.jar help" : "did you mean '" + nearest + "'?");
    }

    private static UserSyntaxException unknown(String name, String advice) {
        return new UserSyntaxException("unknown command '" + name + "'; " + advice);
    }
}
