// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.config.Quantity;
import java.util.List;
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
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int DEFAULT_TOP = 20;

    private static final CommandOption INTERVAL =
            CommandOption.of("--interval", "DURATION", "time between two tables, 100ms to 30s; 2s by default");
    private static final CommandOption TOP =
            CommandOption.of("--top", "N", "rows of the table of methods; " + DEFAULT_TOP + " by default");
    private static final CommandOption SORT = CommandOption.of(
            "--sort", "COLUMN", "order of the methods: " + String.join(", ", orders()) + "; self by default");
    private static final CommandOption ONCE = CommandOption.flag("--once", "print one table and end");
    private static final CommandOption JSON = CommandOption.flag("--json", "print an object of JSON for each table");
    private static final CommandOption FULL_NAMES =
            CommandOption.flag("--full-names", "print names with their packages");

    static final List<CommandOption> OPTIONS = List.of(INTERVAL, TOP, SORT, ONCE, JSON, FULL_NAMES);

    /** Interprets the arguments of a command line. */
    static TopRequest of(Arguments arguments, Command command) throws UserSyntaxException {
        long pid = command.pid(arguments);
        command.requireAtMost(1, arguments);
        return new TopRequest(
                pid,
                new LiveTable.Options(
                        interval(arguments, command),
                        top(arguments, command),
                        order(arguments),
                        arguments.has(ONCE),
                        arguments.has(JSON),
                        arguments.has(FULL_NAMES)));
    }

    private static long interval(Arguments arguments, Command command) throws UserSyntaxException {
        String text = arguments.value(INTERVAL);
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
        throw command.wrongOption("'" + text + "' after --interval is not a time from 100ms to 30s");
    }

    private static int top(Arguments arguments, Command command) throws UserSyntaxException {
        String text = arguments.value(TOP);
        return text == null ? DEFAULT_TOP : command.positive(text, "--top");
    }

    private static TopOrder order(Arguments arguments) throws UserSyntaxException {
        String text = arguments.value(SORT);
        if (text == null) {
            return TopOrder.SELF;
        }
        TopOrder order = TopOrder.find(text).orElse(null);
        if (order == null) {
            throw new UserSyntaxException(
                    "there is no column '" + text + "' to sort by; take one of " + String.join(", ", orders()));
        }
        return order;
    }

    private static List<String> orders() {
        return Stream.of(TopOrder.values()).map(TopOrder::text).toList();
    }
}
