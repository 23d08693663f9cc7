// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.agent.config.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a command: its options with their values, and its operands.
 *
 * <p>Options and operands may mix. An option with a value is written {@code --top 5} or {@code --top=5}; of two
 * the last counts. The words after {@code --} are operands, even if they begin with a dash, unless {@code --} is an
 * option of the command itself. A single {@code -} is an operand. Source: POSIX Utility Syntax Guidelines 9, 10 and
 * 13, and GNU's long options.
 */
public final class Arguments {
    private final Command command;
    private final Map<CommandOption, String> values = new LinkedHashMap<>();
    private final List<String> operands = new ArrayList<>();
    private int separator = -1;

    private Arguments(Command command) {
        this.command = command;
    }

    static Arguments parse(List<String> words, Command command) throws CommandException {
        Arguments arguments = new Arguments(command);
        for (int next = 0; next < words.size(); ) {
            next = arguments.add(words, next);
        }
        return arguments;
    }

    /** Adds the option or operand at an index; returns the index after it. */
    private int add(List<String> words, int index) throws CommandException {
        String word = words.get(index);
        if (word.equals(CommandOption.END)) {
            return end(words, index);
        }
        if (!word.startsWith("-") || word.equals("-")) {
            operands.add(word);
            return index + 1;
        }
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        CommandOption option = option(equals < 0 ? word : word.substring(0, equals));
        if (option.isFlag()) {
            if (equals >= 0) {
                throw command.wrongOption("'" + option.name() + "' takes no value");
            }
            values.put(option, "");
            return index + 1;
        }
        if (equals >= 0) {
            values.put(option, word.substring(equals + 1));
            return index + 1;
        }
        if (index + 1 == words.size()) {
            throw command.wrongOption(option.value() + " after " + word + " is missing");
        }
        values.put(option, words.get(index + 1));
        return index + 2;
    }

    private int end(List<String> words, int index) throws CommandException {
        if (separator >= 0) {
            throw command.misused("'--' is there twice");
        }
        separator = operands.size();
        if (command.separates()) {
            return index + 1;
        }
        operands.addAll(words.subList(index + 1, words.size()));
        return words.size();
    }

    private CommandOption option(String name) throws CommandException {
        List<String> known = new ArrayList<>();
        for (CommandOption option : command.options()) {
            if (option.names().contains(name)) {
                return option;
            }
            known.addAll(option.names());
        }
        String nearest = Spelling.nearest(name, known);
        String cause = "'" + name + "' is not an option of " + command.name();
        throw nearest == null
                ? command.wrongOption(cause)
                : CommandException.usage(cause + "; did you mean '" + nearest + "'?");
    }

    public boolean has(CommandOption option) {
        return values.containsKey(option);
    }

    /** Returns the value of an option; null if it is absent. */
    public @Nullable String value(CommandOption option) {
        return values.get(option);
    }

    /** Returns the arguments that are no options, in their order. */
    public List<String> operands() {
        return List.copyOf(operands);
    }

    /** Returns the number of operands before {@code --}; -1 without it. */
    public int separator() {
        return separator;
    }
}
