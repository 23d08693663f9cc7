// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of a command line that are written {@code --name value} or {@code --name=value}, and the other arguments. */
public final class NamedOptions {
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();

    private NamedOptions() {}

    /**
     * Parses a command line.
     *
     * @param names the options of the command, without dashes
     */
    public static NamedOptions parse(List<String> arguments, Command command, Set<String> names)
            throws UserSyntaxException {
        NamedOptions options = new NamedOptions();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name =
                    argument.startsWith("--") ? argument.substring(2, equals < 0 ? argument.length() : equals) : "";
            if (!names.contains(name)) {
                options.others.add(argument);
            } else if (equals > 0) {
                options.values.put(name, argument.substring(equals + 1));
            } else if (++i < arguments.size()) {
                options.values.put(name, arguments.get(i));
            } else {
                throw command.misused("the value of --" + name + " is missing");
            }
        }
        return options;
    }

    /** Returns the value of an option; null if it is not given. */
    @Nullable
    public String get(String name) {
        return values.get(name);
    }

    /** Returns the other arguments, in their order. */
    public List<String> others() {
        return others;
    }
}
