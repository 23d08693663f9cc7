// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.NamedOptions;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.config.Quantity;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A request for a live table.
 *
 * @param pid process id of the traced JVM
 */
record TopRequest(long pid, LiveTable.Options options) {
    private static final long DEFAULT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Half of the time for which a JVM waits for the next request. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int DEFAULT_TOP = 20;

    /** Parses a command line. */
    static TopRequest parse(List<String> arguments, Command command) throws UserSyntaxException {
        long pid = command.pid(arguments);
        NamedOptions named =
                NamedOptions.parse(arguments.subList(1, arguments.size()), command, Set.of("interval", "top", "sort"));
        boolean once = false;
        boolean json = false;
        boolean fullNames = false;
        for (String other : named.others()) {
            switch (other) {
                case "--once" -> once = true;
                case "--json" -> json = true;
                case "--full-names" -> fullNames = true;
                default -> throw command.misused("'" + other + "' is not an option");
            }
        }
        return new TopRequest(
                pid,
                new LiveTable.Options(
                        interval(named, command), top(named, command), order(named, command), once, json, fullNames));
    }

    private static long interval(NamedOptions named, Command command) throws UserSyntaxException {
        String text = named.get("interval");
        if (text == null) {
            return DEFAULT_NANOS;
        }
        try {
            long nanos = Quantity.DURATION.parse(text);
            if (nanos >= SHORTEST_NANOS && nanos <= LONGEST_NANOS) {
                return nanos;
            }
        } catch (NumberFormatException notADuration) {
            // reported below
        }
        throw command.misused("'" + text + "' after --interval is not a time from 100ms to 30s");
    }

    private static int top(NamedOptions named, Command command) throws UserSyntaxException {
        String text = named.get("top");
        return text == null ? DEFAULT_TOP : command.positive(text, "--top");
    }

    private static TopOrder order(NamedOptions named, Command command) throws UserSyntaxException {
        String text = named.get("sort");
        if (text == null) {
            return TopOrder.SELF;
        }
        TopOrder order = TopOrder.find(text).orElse(null);
        if (order == null) {
            throw command.misused("there is no column '" + text + "' to sort by; take one of "
                    + String.join(
                            ", ",
                            Stream.of(TopOrder.values()).map(TopOrder::text).toList()));
        }
        return order;
    }
}
