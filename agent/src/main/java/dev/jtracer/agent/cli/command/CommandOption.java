// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.util.List;

/**
 * An option of a command. Parser, help, completion, man page and manual read it from the command's list.
 *
 * @param names its names with their dashes, at least one: {@code -o} and {@code --output}
 * @param value the noun for its value in the help, for example {@code FILE}; empty for a flag, which has none
 * @param description its description in the help, one sentence without a full stop
 */
public record CommandOption(List<String> names, String value, String description) {
    /** The words after it are operands, even if they begin with a dash. */
    public static final String END = "--";

    /** Returns an option without a value. */
    public static CommandOption flag(String name, String description) {
        return new CommandOption(List.of(name), "", description);
    }

    /** Returns an option with a value. */
    public static CommandOption of(String name, String value, String description) {
        return new CommandOption(List.of(name), value, description);
    }

    /** Returns an option with a value, a short and a long name. */
    public static CommandOption of(String shortName, String longName, String value, String description) {
        return new CommandOption(List.of(shortName, longName), value, description);
    }

    /** Returns the name that messages use: the last, which is the longest. */
    public String name() {
        return names.get(names.size() - 1);
    }

    public boolean isFlag() {
        return value.isEmpty();
    }

    /** Returns names and value as the help shows them, for example {@code -o, --output FILE}. */
    public String usage() {
        String all = String.join(", ", names);
        return isFlag() ? all : all + " " + value;
    }
}
