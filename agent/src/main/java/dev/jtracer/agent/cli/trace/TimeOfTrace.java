// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TraceRange;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A point in a trace's time as users write it: a duration from the trace's start, or a time of the wall clock.
 *
 * @param option the option that it is the value of, for messages
 * @param text what the user wrote
 */
record TimeOfTrace(String option, String text) {
    static final CommandOption FROM = CommandOption.of(
            "--from", "TIME", "start of the window: 1.2s from the trace's start, or 12:01:03.5 of the clock");
    static final CommandOption TO = CommandOption.of("--to", "TIME", "end of the window");

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    /** Returns the value of an option; null if it is absent. */
    static @Nullable TimeOfTrace of(Arguments arguments, CommandOption option) {
        String text = arguments.value(option);
        return text == null ? null : new TimeOfTrace(option.name(), text);
    }

    /**
     * Returns the window between two times.
     *
     * @param from null for the start of the trace
     * @param to null for its end
     */
    static CutWindow window(@Nullable TimeOfTrace from, @Nullable TimeOfTrace to, TraceRange range, Command command)
            throws CommandException {
        long fromNanos = from == null ? CutWindow.OPEN_START : from.nanos(range);
        long toNanos = to == null ? CutWindow.OPEN_END : to.nanos(range);
        if (fromNanos >= toNanos) {
            throw command.wrongOption("--from is not before --to");
        }
        return new CutWindow(fromNanos, toNanos);
    }

    /** Returns the time on the trace's own clock. */
    long nanos(TraceRange range) throws CommandException {
        if (text.indexOf(':') > 0) {
            return wallClockNanos(range);
        }
        try {
            return Math.addExact(range.startNanos(), Quantity.DURATION.parse(text));
        } catch (NumberFormatException | ArithmeticException e) {
            throw CommandException.usage(
                    "'" + text + "' after " + option
                            + " is no time; write one from the trace's start, such as 1.2s, or one of the clock, such as 12:01:03.5");
        }
    }

    private long wallClockNanos(TraceRange range) throws CommandException {
        long epochMicros = range.epochMicros()
                .orElseThrow(
                        () -> CommandException.file("the trace does not say at which time of day it was recorded; give "
                                + option + " as a time from its start, such as 1.2s"));
        Instant origin = Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS);
        try {
            return ChronoUnit.NANOS.between(origin, instant(origin));
        } catch (DateTimeException | ArithmeticException e) {
            throw CommandException.usage(
                    "'" + text + "' after " + option
                            + " is no time of the clock; write 12:01:03.5 or 2026-01-31T12:01:03.5, with an offset such as Z if it is not local");
        }
    }

    /** Returns the instant; a time without a date is the first one of this name after the trace's start. */
    private Instant instant(Instant origin) {
        ZoneId zone = ZoneId.systemDefault();
        if (text.indexOf('T') < 0) {
            ZonedDateTime start = origin.atZone(zone);
            ZonedDateTime sameDay = start.with(LocalTime.parse(text));
            // A whole second may have begun just before the recording did.
            return (sameDay.isBefore(start.minusSeconds(1)) ? sameDay.plusDays(1) : sameDay).toInstant();
        }
        return hasOffset()
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).atZone(zone).toInstant();
    }

    private boolean hasOffset() {
        String time = text.substring(text.indexOf('T'));
        return time.endsWith("Z") || time.indexOf('+') > 0 || time.indexOf('-') > 0;
    }

    /** Returns a time for messages, counted from the trace's start, in the unit that fits. */
    static String text(long nanosFromStart) {
        if (nanosFromStart >= NANOS_PER_SECOND - NANOS_PER_MICRO / 2) { // which is rounded up to a second
            return format(nanosFromStart / NANOS_PER_SECOND) + " s";
        }
        return nanosFromStart >= NANOS_PER_MILLI
                ? format(nanosFromStart / NANOS_PER_MILLI) + " ms"
                : format(nanosFromStart / NANOS_PER_MICRO) + " us";
    }

    private static String format(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }
}
