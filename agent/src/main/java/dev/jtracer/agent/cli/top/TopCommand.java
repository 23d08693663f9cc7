// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.attach.TargetJvm;
import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The command that shows the figures of a traced JVM while it runs. */
public final class TopCommand extends Command {
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

    public TopCommand() {
        super(
                "top",
                "PID",
                "show live where the time goes: rates and percentiles of the last seconds",
                List.of(INTERVAL, TOP, SORT, ONCE, JSON, FULL_NAMES));
        synonyms("live", "watch", "monitor");
        notes("""
                Keys: s t c p n sort by self time, total time, calls, 99th percentile or name; q \
                quits. A call counts when it ends: one of 10 s is 500 % of the last 2 s. The first \
                table counts from the begin of the totals. Without a terminal, tables follow each \
                other as plain text.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        requireAtMost(1, arguments);
        LiveTable.Options options = new LiveTable.Options(
                interval(arguments),
                positive(arguments, TOP, DEFAULT_TOP),
                order(arguments),
                arguments.has(ONCE),
                arguments.has(JSON),
                arguments.has(FULL_NAMES));
        try (TargetJvm target = TargetJvm.attach(pid, terminal.jar())) {
            new LiveTable(target, options, terminal, System.in).show();
        } catch (LiveTable.EndedException e) {
            if (options.once()) {
                throw CommandException.attach("process '" + pid
                        + "' has ended before there were figures of a whole interval; choose a shorter --interval");
            }
            terminal.err().println("process '" + pid + "' has ended");
        } catch (IOException e) {
            throw CommandException.file(
                    "process '" + pid + "' gives no figures (" + e.getMessage() + "); its stderr may say why");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long interval(Arguments arguments) throws CommandException {
        String text = arguments.value(INTERVAL);
        if (text == null) {
            return DEFAULT_NANOS;
        }
        return Quantity.DURATION
                .within(text, SHORTEST_NANOS, LONGEST_NANOS)
                .orElseThrow(() -> wrongOption("'" + text + "' after --interval is not a time from 100ms to 30s"));
    }

    private static TopOrder order(Arguments arguments) throws CommandException {
        String text = arguments.value(SORT);
        return TopOrder.find(text == null ? TopOrder.SELF.text() : text)
                .orElseThrow(() -> CommandException.usage(
                        "there is no column '" + text + "' to sort by; take one of " + String.join(", ", orders())));
    }

    private static List<String> orders() {
        return Stream.of(TopOrder.values()).map(TopOrder::text).toList();
    }
}
