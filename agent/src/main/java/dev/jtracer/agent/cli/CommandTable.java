// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.config.Option;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.config.Spelling;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands of the command line. */
final class CommandTable {
    private static final String LAUNCH = "java -jar tracer.jar ";

    private final List<Command> commands = new ArrayList<>();

    CommandTable add(Command... some) {
        commands.addAll(List.of(some));
        return this;
    }

    /** Returns every command, in the order of the help. */
    List<Command> all() {
        return List.copyOf(commands);
    }

    /** Returns whether a word names a command whose operands {@code --} separates. */
    boolean separates(String name) {
        return commands.stream().anyMatch(command -> command.name().equals(name) && command.separates());
    }

    /**
     * Finds a command by its name.
     *
     * @throws CommandException if there is none. The message names the command that the word means, and only if it
     *     means none, the one that is spelt like it: {@code end} is no misspelt {@code help}.
     */
    Command find(String name) throws CommandException {
        for (Command command : commands) {
            if (command.name().equals(name)) {
                return command;
            }
        }
        for (Command command : commands) {
            if (command.synonyms().contains(name)) {
                throw unknown(name, "that is '" + command.usage() + "': " + command.description());
            }
        }
        throw unknown(name, advice(name));
    }

    /** Returns the next step for a word that is no command. */
    private String advice(String word) {
        if (word.startsWith("-")) {
            return "options follow the command, as in " + LAUNCH + "report FILE --top 5; see " + LAUNCH + "help";
        }
        if (Option.ofKey(word.substring(0, Math.max(0, word.indexOf('=')))) != null) {
            return "options of the agent follow a command: " + LAUNCH + "run " + ShellWord.quote(word) + " -- java ...";
        }
        if (!word.isEmpty() && word.chars().allMatch(letter -> letter >= '0' && letter <= '9')) {
            return "a process id follows a command: " + LAUNCH + "attach " + word + " include=com.acme";
        }
        return Spelling.advice(
                word,
                commands.stream().map(Command::name).toList(),
                isFile(word)
                        ? "a file follows a command: " + LAUNCH + "report " + ShellWord.quote(word)
                        : "see " + LAUNCH + "help");
    }

    private static boolean isFile(String word) {
        try {
            return !word.isEmpty() && Files.exists(Path.of(word));
        } catch (InvalidPathException noFile) {
            return false;
        }
    }

    private static CommandException unknown(String name, String advice) {
        return CommandException.usage("unknown command '" + name + "'; " + advice);
    }
}
