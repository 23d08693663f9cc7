// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The text and the origin of every option, with parsed access by type. */
final class Settings {
    private record Setting(String text, String origin) {}

    private final Map<Option, Setting> texts = new EnumMap<>(Option.class);

    /** Sets an option's text unless it is set already, so the strongest source must come first. */
    void offer(Option option, String text, String origin) {
        texts.putIfAbsent(option, new Setting(text.trim(), origin));
    }

    boolean isSet(Option option) {
        return texts.containsKey(option);
    }

    /** Returns the source of an option's text in words. */
    String source(Option option) {
        Setting setting = texts.get(option);
        if (setting == null) {
            return "default";
        }
        return setting.origin().isEmpty() ? "agent argument" : setting.origin();
    }

    String text(Option option) {
        Setting setting = texts.get(option);
        return setting == null ? option.defaultValue() : setting.text();
    }

    List<String> names(Option option) {
        String text = text(option);
        List<String> names = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ';' || text.charAt(i) == '+') {
                String name = text.substring(start, i).trim();
                if (!name.isEmpty()) {
                    names.add(name);
                }
                start = i + 1;
            }
        }
        return names;
    }

    boolean flag(Option option) throws OptionException {
        String text = text(option);
        return text.equalsIgnoreCase("true")
                || !text.equalsIgnoreCase("false") && choice(option).equals("on");
    }

    /** Returns the words of an option that takes several of those in its form, in lower case. */
    List<String> choices(Option option) throws OptionException {
        List<String> words = new ArrayList<>();
        for (String name : names(option)) {
            words.add(choice(option, name));
        }
        return words;
    }

    /** Returns the option's text in lower case, which must be one of the words in its form. */
    String choice(Option option) throws OptionException {
        return choice(option, text(option));
    }

    private String choice(Option option, String text) throws OptionException {
        String word = text.toLowerCase(Locale.ROOT);
        if (List.of(option.form().split("\\|")).contains(word)) {
            return word;
        }
        throw unreadable(option, "accepted; write " + option.form().replace("|", " or "));
    }

    long quantity(Option option, Quantity quantity, long least, long most) throws OptionException {
        long value;
        try {
            value = quantity.parse(text(option));
        } catch (NumberFormatException notOne) {
            throw unreadable(option, quantity.accepted());
        }
        if (value < least) {
            throw unreadable(option, "in range; the lowest value is " + quantity.format(least));
        }
        if (value > most) {
            throw unreadable(option, "in range; the highest value is " + quantity.format(most));
        }
        return value;
    }

    /** Returns the same as {@link #quantity}, or 0 for {@code off}. */
    long quantityOrOff(Option option, Quantity quantity, long most) throws OptionException {
        return isOff(option) ? 0 : quantity(option, quantity, 0, most);
    }

    boolean isOff(Option option) {
        return text(option).equalsIgnoreCase("off");
    }

    OptionException unreadable(Option option, String accepted) {
        return new OptionException(
                "option '" + option.key() + "': '" + text(option) + "' is not " + accepted + origin(option));
    }

    /** @param why the reason, with a colon before it; empty if it is plain */
    OptionException contradiction(Option one, Option other, String why) {
        return new OptionException("options " + one.key() + "='" + text(one) + "' and " + other.key() + "='"
                + text(other) + "' contradict each other" + why + "; omit one");
    }

    private String origin(Option option) {
        Setting setting = texts.get(option);
        return setting == null || setting.origin().isEmpty() ? "" : " (it comes from " + setting.origin() + ")";
    }
}
