// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The option {@code --color} of every command.
 *
 * @param when {@code auto}, {@code always} or {@code never}
 * @param words the words of the command line without the option
 */
public record ColorOption(String when, List<String> words) {
    private static final String AUTO = "auto";
    private static final String ALWAYS = "always";
    private static final String NEVER = "never";

    private static final List<String> VALUES = List.of(AUTO, ALWAYS, NEVER);

    public static final CommandOption OPTION = CommandOption.of(
            "--color",
            String.join("|", VALUES),
            "whether to colour the result; by default on a terminal, unless NO_COLOR is set");

    /**
     * Finds the option in a command line, before or after the command.
     *
     * @param separates returns whether {@code --} separates operands of the command of this name. The words after it
     *     belong to another program if it does not.
     */
    public static ColorOption of(List<String> line, Predicate<String> separates) throws CommandException {
        String prefix = OPTION.name() + "=";
        String when = AUTO;
        List<String> words = new ArrayList<>();
        for (int i = 0; i < line.size(); i++) {
            String word = line.get(i);
            if (word.equals(CommandOption.END) && (words.isEmpty() || !separates.test(words.get(0)))) {
                words.addAll(line.subList(i, line.size()));
                break;
            }
            if (word.startsWith(prefix)) {
                when = checked(word.substring(prefix.length()));
            } else if (word.equals(OPTION.name())) {
                i++;
                when = checked(i < line.size() ? line.get(i) : "");
            } else {
                words.add(word);
            }
        }
        return new ColorOption(when, words);
    }

    private static String checked(String when) throws CommandException {
        if (VALUES.contains(when)) {
            return when;
        }
        throw CommandException.usage("'" + when + "' after " + OPTION.name() + " is none of "
                + String.join(", ", VALUES) + "; write --color=" + NEVER);
    }

    /**
     * Returns the styles for a stream. The option decides, then the environment ({@code NO_COLOR} of no-color.org,
     * {@code CLICOLOR_FORCE} of bixense.com/clicolors), then whether the stream is a terminal that {@code TERM}
     * knows. Windows' consoles set no {@code TERM}; they understand colours only if a program has switched them on.
     */
    public Styles styles(boolean terminal, Map<String, String> environment) {
        boolean colored =
                switch (when) {
                    case ALWAYS -> true;
                    case NEVER -> false;
                    default ->
                        environment.getOrDefault("NO_COLOR", "").isEmpty()
                                && (isForced(environment) || terminal && hasColors(environment));
                };
        return colored ? Styles.COLORED : Styles.PLAIN;
    }

    private static boolean isForced(Map<String, String> environment) {
        return !Set.of("", "0").contains(environment.getOrDefault("CLICOLOR_FORCE", ""));
    }

    private static boolean hasColors(Map<String, String> environment) {
        return !Set.of("", "dumb").contains(environment.getOrDefault("TERM", ""));
    }
}
