// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.TraceFileName;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to convert files to a trace.
 *
 * @param files input files, at least one; several become one trace
 * @param format the format to write
 * @param trace output file, or {@link TraceDestination#STDOUT}; null for a name derived from the input
 * @param limits limits beyond which calls are left out
 * @param doubt what the user may not expect of the format, in one line; empty if the name and the format agree
 */
record ConvertRequest(
        List<Path> files, ExportFormat format, @Nullable Path trace, TraceLimits limits, String doubt) {
    ConvertRequest {
        files = List.copyOf(files);
    }

    /** Parses a command line. */
    static ConvertRequest parse(List<String> arguments, Command command) throws UserSyntaxException {
        return new Parser(command).parse(arguments);
    }

    /** Returns the output path for a file: the requested one, or a name beside the file. */
    Path traceBeside(Path file) {
        return trace == null ? new TraceFileName(file).withExtension(format.extension()) : trace;
    }

    /** Shows what the user may not expect of the format. */
    void showDoubt(Terminal terminal) {
        if (!doubt.isEmpty()) {
            terminal.err().println(doubt);
        }
    }

    /** Returns the request with a name for the output, if it has none: that of a file with an insertion. */
    ConvertRequest named(Path file, String insertion) {
        return trace != null
                ? this
                : new ConvertRequest(
                        files,
                        format,
                        new TraceFileName(file).withExtension(insertion + format.extension()),
                        limits,
                        doubt);
    }

    /** Returns the request with other limits. */
    ConvertRequest withLimits(TraceLimits others) {
        return new ConvertRequest(files, format, trace, others, doubt);
    }

    private static final class Parser {
        private static final long UNSET = -1;

        private final Command command;
        private final List<Path> files = new ArrayList<>();
        private @Nullable Path trace;
        private @Nullable ExportFormat requested;
        private long minNanos = TraceLimits.DEFAULT.minNanos();
        private int depth = TraceLimits.DEFAULT.maxDepth();
        private long segmentBytes = UNSET;

        Parser(Command command) {
            this.command = command;
        }

        ConvertRequest parse(List<String> arguments) throws UserSyntaxException {
            for (int i = 0; i < arguments.size(); i++) {
                String argument = arguments.get(i);
                if (argument.equals("-o") || argument.equals("-f")) {
                    if (++i == arguments.size()) {
                        String missing = argument.equals("-o") ? "file" : "format";
                        throw command.misused("the " + missing + " after " + argument + " is missing");
                    }
                    option(argument, arguments.get(i));
                } else if (argument.startsWith("-")) {
                    throw command.misused("'" + argument + "' is not an option");
                } else if (argument.indexOf('=') > 0) {
                    setting(argument);
                } else {
                    files.add(command.file(argument));
                }
            }
            if (files.isEmpty()) {
                throw command.misused("the file is missing");
            }
            Path output = trace;
            ExportFormat named = output == null ? null : ExportFormat.of(output).orElse(null);
            ExportFormat format = requested != null ? requested : named != null ? named : ExportFormat.CHROME;
            return new ConvertRequest(files, format, output, limits(), doubt(output, named, format));
        }

        /** Returns what to say if the name of the output leads the user to expect another format. */
        private String doubt(@Nullable Path output, @Nullable ExportFormat named, ExportFormat format) {
            if (output == null || output.equals(TraceDestination.STDOUT)) {
                return "";
            }
            if (named == null) {
                return requested != null
                        ? ""
                        : "'" + output + "' has no extension of a format; writing " + format.key()
                                + ", name another format with -f";
            }
            return format.suits(output)
                    ? ""
                    : "'" + output + "' is named as a file of format " + named.key() + "; writing " + format.key()
                            + ", as -f says";
        }

        private void option(String option, String value) throws UserSyntaxException {
            if (option.equals("-o")) {
                trace = command.file(value);
                return;
            }
            ExportFormat found = ExportFormat.find(value).orElse(null);
            if (found == null) {
                List<String> names =
                        ExportFormat.all().stream().map(ExportFormat::key).toList();
                String nearest = Spelling.nearest(value, names);
                throw new UserSyntaxException("unknown format '" + value + "'; "
                        + (nearest == null
                                ? "take one of " + String.join(", ", names)
                                : "did you mean '" + nearest + "'?"));
            }
            requested = found;
        }

        private void setting(String argument) throws UserSyntaxException {
            int equals = argument.indexOf('=');
            String key = argument.substring(0, equals);
            String value = argument.substring(equals + 1);
            switch (key) {
                case "min" -> minNanos = number(Quantity.DURATION, value);
                case "depth" -> depth = (int) Math.min(number(Quantity.COUNT, value), Integer.MAX_VALUE);
                case "segment" -> segmentBytes = number(Quantity.SIZE, value);
                default -> throw command.misused("'" + key + "' is not an option");
            }
        }

        private long number(Quantity quantity, String text) throws UserSyntaxException {
            try {
                return quantity.parse(text);
            } catch (NumberFormatException e) {
                throw command.misused("'" + text + "' is not " + quantity.accepted());
            }
        }

        private TraceLimits limits() throws UserSyntaxException {
            boolean stdout = TraceDestination.STDOUT.equals(trace);
            if (stdout && segmentBytes != UNSET) {
                throw command.misused("'segment' makes several files, and -o - is one stream; leave one of them out");
            }
            long defaultBytes = stdout ? Long.MAX_VALUE : TraceLimits.DEFAULT.maxBytes();
            try {
                return new TraceLimits(segmentBytes == UNSET ? defaultBytes : segmentBytes, depth, minNanos);
            } catch (IllegalArgumentException e) {
                throw command.misused(String.valueOf(e.getMessage()));
            }
        }
    }
}
