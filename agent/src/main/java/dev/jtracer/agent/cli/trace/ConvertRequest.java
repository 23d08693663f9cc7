// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request to convert files to a trace.
 *
 * @param files input files, at least one; several become one trace
 * @param format the format to write
 * @param trace output file, or {@link TraceDestination#STDOUT}; null for a name derived from the input
 * @param limits limits beyond which calls are dropped
 * @param doubt what the user may not expect of the format, in one line; empty if the name and the format agree
 */
record ConvertRequest(
        List<Path> files, ExportFormat format, @Nullable Path trace, TraceLimits limits, String doubt) {
    /** The paragraph on files for the help of each command that writes traces. */
    static final String NOTES = """
            The format is that of -f, else of the name after -o, with .gz behind it \
            compressed; help formats lists all. Files that exist are never overwritten.""";

    static final CommandOption OUTPUT =
            CommandOption.of("-o", "--output", "FILE", "file to write; - for stdout; beside the input by default");
    static final CommandOption OUTPUT_OF_SEVERAL =
            CommandOption.of("-o", "--output", "FILE", "file to write; - for stdout");
    static final CommandOption FORMAT = CommandOption.of(
            "-f",
            "--format",
            "FORMAT",
            "format to write: " + String.join(", ", formats()) + "; that of the extension of -o, else chrome");
    private static final CommandOption MIN =
            CommandOption.of("--min", "DURATION", "drop calls that were shorter; also written min=DURATION");
    private static final CommandOption DEPTH =
            CommandOption.of("--depth", "N", "deepest level to write, the thread itself counted; also depth=N");
    static final CommandOption SEGMENT =
            CommandOption.of("--segment", "SIZE", "start another file at this size, uncompressed; also segment=SIZE");
    private static final CommandOption NAMES = CommandOption.of(
            "--names",
            "FORM",
            "short or full names of methods in formats for viewers, by default short; also names=FORM");

    static final List<CommandOption> OPTIONS = List.of(FORMAT, OUTPUT, MIN, DEPTH, SEGMENT, NAMES);

    static ConvertRequest of(Arguments arguments, Command command) throws CommandException {
        return new Interpreter(command).interpret(arguments);
    }

    /** Returns a request for Perfetto's own format. */
    static ConvertRequest perfetto(Path file, Path trace) {
        return new ConvertRequest(
                List.of(file), ExportFormat.find("perfetto").orElseThrow(), trace, TraceLimits.DEFAULT, "");
    }

    /** Returns these options, then those of a conversion. */
    static List<CommandOption> options(CommandOption... own) {
        return Stream.concat(Stream.of(own), OPTIONS.stream()).toList();
    }

    /** Returns these options, then those of a conversion but for one. */
    static List<CommandOption> optionsWithout(CommandOption unfit, CommandOption... own) {
        return options(own).stream().filter(option -> !option.equals(unfit)).toList();
    }

    private static List<String> formats() {
        return ExportFormat.all().stream().map(ExportFormat::key).toList();
    }

    /** Returns the output path for inputs: the requested one, or a name beside them. */
    Path traceBeside(TraceInputs inputs) {
        return trace == null ? inputs.beside(format.extension()) : trace;
    }

    /** Shows what the user may not expect of the format. */
    void showDoubt(Terminal terminal) {
        if (!doubt.isEmpty()) {
            terminal.err().println(doubt);
        }
    }

    /** Returns the request with a name for the output, if it has none: that of the inputs with an insertion. */
    ConvertRequest named(TraceInputs inputs, String insertion) {
        Path named = trace == null ? inputs.beside(insertion + format.extension()) : trace;
        return new ConvertRequest(files, format, named, limits, doubt);
    }

    /** Returns the request with another size at which a file ends. */
    ConvertRequest withSegments(long bytes) {
        TraceLimits sized = new TraceLimits(bytes, limits.maxDepth(), limits.minNanos());
        return new ConvertRequest(files, format, trace, sized, doubt);
    }

    private static final class Interpreter {
        private final Command command;
        private final List<Path> files = new ArrayList<>();
        private final Map<CommandOption, String> values = new HashMap<>();

        Interpreter(Command command) {
            this.command = command;
        }

        ConvertRequest interpret(Arguments arguments) throws CommandException {
            for (CommandOption option : List.of(MIN, DEPTH, SEGMENT, NAMES)) {
                String value = arguments.value(option);
                if (value != null) {
                    values.put(option, value);
                }
            }
            for (String operand : arguments.operands()) {
                operand(operand);
            }
            if (files.isEmpty()) {
                throw command.misused("the file is missing");
            }
            String output = arguments.value(command.options().contains(OUTPUT) ? OUTPUT : OUTPUT_OF_SEVERAL);
            Path trace = output == null ? null : command.file(output);
            String requested = arguments.value(FORMAT);
            ExportFormat named = trace == null ? null : ExportFormat.of(trace).orElse(null);
            ExportFormat format = requested != null ? format(requested) : named != null ? named : ExportFormat.CHROME;
            return new ConvertRequest(
                    files, named(format), trace, limits(trace), doubt(trace, named, format, requested != null));
        }

        /** Interprets an operand: a file, or an option in the agent's way of writing, {@code min=1ms}. */
        private void operand(String text) throws CommandException {
            int equals = text.indexOf('=');
            Path file = command.file(text);
            if (equals <= 0 || Files.exists(file)) {
                files.add(file);
                return;
            }
            String key = "--" + text.substring(0, equals);
            for (CommandOption option : List.of(MIN, DEPTH, SEGMENT, NAMES)) {
                if (option.name().equals(key) && command.options().contains(option)) {
                    values.put(option, text.substring(equals + 1));
                    return;
                }
            }
            throw command.misused("'" + text + "' is neither a file nor an option");
        }

        /** Returns what to say if the name of the output leads the user to expect another format. */
        private static String doubt(
                @Nullable Path output, @Nullable ExportFormat named, ExportFormat format, boolean requested)
                throws CommandException {
            if (output == null || output.equals(TraceDestination.STDOUT) || Files.isDirectory(output)) {
                return "";
            }
            if (named == null) {
                if (!requested && ReportRequest.isPageOrTimeline(output.toString())) {
                    throw CommandException.usage(
                            "'" + output + "' is named as a report; write java -jar tracer.jar report FILE -o "
                                    + ShellWord.quote(output));
                }
                return requested
                        ? ""
                        : "'" + output + "' has no extension of a format; writing " + format.key()
                                + ", name another format with -f";
            }
            return format.suits(output)
                    ? ""
                    : "'" + output + "' is named as a file of format " + named.key() + "; writing " + format.key()
                            + ", as -f says";
        }

        private static ExportFormat format(String text) throws CommandException {
            ExportFormat found = ExportFormat.find(text).orElse(null);
            if (found == null) {
                if (text.equals("flamegraph") || ReportRequest.isPageOrTimeline("." + text)) {
                    throw CommandException.usage("unknown format '" + text
                            + "'; that is a report: java -jar tracer.jar report FILE -o report."
                            + (text.equals("svg") ? "svg" : "html"));
                }
                throw CommandException.usage("unknown format '" + text + "'; "
                        + Spelling.advice(text, formats(), "take one of " + String.join(", ", formats())));
            }
            return found;
        }

        private ExportFormat named(ExportFormat format) throws CommandException {
            String value = values.get(NAMES);
            if (value == null) {
                return format;
            }
            switch (value) {
                case "full" -> {
                    return format.withNames(NameForm.FULL);
                }
                case "short" -> {
                    if (!format.options().contains("names")) {
                        throw CommandException.usage(
                                "format '" + format.key() + "' has full names, so that jtracer can read it back; "
                                        + "omit --names or take another format");
                    }
                    return format.withNames(NameForm.SHORT);
                }
                default -> throw command.wrongOption("'" + value + "' after --names is not 'short' or 'full'");
            }
        }

        private long number(CommandOption option, Quantity quantity, long ifMissing) throws CommandException {
            String text = values.get(option);
            return text == null
                    ? ifMissing
                    : quantity.within(text, 0, Long.MAX_VALUE)
                            .orElseThrow(() -> CommandException.usage("'" + text + "' is not " + quantity.accepted()));
        }

        private TraceLimits limits(@Nullable Path trace) throws CommandException {
            boolean stdout = TraceDestination.STDOUT.equals(trace);
            if (stdout && values.containsKey(SEGMENT)) {
                throw CommandException.usage("'segment' makes several files, and -o - is one stream; omit one of them");
            }
            long minNanos = number(MIN, Quantity.DURATION, TraceLimits.DEFAULT.minNanos());
            long depth = number(DEPTH, Quantity.COUNT, TraceLimits.DEFAULT.maxDepth());
            long bytes = number(SEGMENT, Quantity.SIZE, stdout ? Long.MAX_VALUE : TraceLimits.DEFAULT.maxBytes());
            try {
                return new TraceLimits(bytes, (int) Math.min(depth, Integer.MAX_VALUE), minNanos);
            } catch (IllegalArgumentException e) {
                throw command.wrongOption(String.valueOf(e.getMessage()));
            }
        }
    }
}
