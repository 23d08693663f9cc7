// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The agent's arguments as one text, {@code key=value,key=value}.
 *
 * <p>A value in single or double quotes holds its commas and outer spaces:
 * {@code include=com.acme,output='/tmp/a, b.json'}. There is no escape; a value that has both kinds of quotes and a
 * comma goes into {@code config=} or the environment.
 */
public final class AgentArguments {
    private final String text;
    private final List<String> parts = new ArrayList<>();

    private AgentArguments(String text) {
        this.text = text;
    }

    /** Returns each {@code key=value}, without quotes. */
    static List<String> split(String text) throws OptionException {
        AgentArguments arguments = new AgentArguments(text);
        for (int next = 0; next < text.length(); ) {
            next = arguments.add(next);
        }
        return arguments.parts;
    }

    /** Adds the argument at an index; returns the index of the next one. */
    private int add(int start) throws OptionException {
        int comma = indexOrEnd(',', start);
        int value = text.indexOf('=', start) + 1;
        if (value > 0 && value < comma && (text.charAt(value) == '\'' || text.charAt(value) == '"')) {
            return addQuoted(start, value);
        }
        String part = text.substring(start, comma).trim();
        if (!part.isEmpty()) {
            parts.add(part);
        }
        return comma + 1;
    }

    private int addQuoted(int start, int value) throws OptionException {
        String key = text.substring(start, value).trim();
        char quote = text.charAt(value);
        int end = text.indexOf(quote, value + 1);
        int comma = end < 0 ? text.length() : indexOrEnd(',', end);
        if (end < 0 || !text.substring(end + 1, comma).isBlank()) {
            throw new OptionException("the quoted value of '" + key + "' does not end before a comma or the end; write "
                    + key + quote + "..." + quote + ", and the shell's own quotes around all options");
        }
        parts.add(key + text.substring(value + 1, end));
        return comma + 1;
    }

    private int indexOrEnd(char separator, int from) {
        int index = text.indexOf(separator, from);
        return index < 0 ? text.length() : index;
    }

    /**
     * Joins words of a command line. Each word is one {@code key=value} or several with commas. A file name with a
     * comma is quoted, so that {@code output=a,b.json} names one file.
     */
    public static String join(List<String> words) {
        return words.stream()
                .map(word -> isFileWithComma(word) ? quoted(word) : word)
                .collect(Collectors.joining(","));
    }

    private static boolean isFileWithComma(String word) {
        int comma = word.indexOf(',');
        int value = word.indexOf('=') + 1;
        if (comma < 0 || value == 0 || value > comma || "'\"".indexOf(word.charAt(value)) >= 0) {
            return false;
        }
        Option option = Option.ofKey(word.substring(0, value - 1));
        return option != null && option.form().equals("FILE") && !continues(word.substring(comma + 1));
    }

    /** Returns whether a text begins with another option. */
    private static boolean continues(String text) {
        int equals = text.indexOf('=');
        return equals > 0 && Option.ofKey(text.substring(0, equals).trim()) != null;
    }

    private static String quoted(String word) {
        int value = word.indexOf('=') + 1;
        char quote = word.indexOf('\'') < 0 ? '\'' : '"';
        return word.substring(0, value) + quote + word.substring(value) + quote;
    }
}
