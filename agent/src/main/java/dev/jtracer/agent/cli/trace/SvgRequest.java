// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.engine.exporter.TraceFileName;
import dev.jtracer.engine.jtr.RingOfFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request for a picture.
 *
 * @param files input files, at least one; several are read as one trace
 * @param picture output file, or {@link TraceDestination#STDOUT}; null for a name derived from the input
 * @param from start of the window; null if it is not given
 * @param to end of the window; null if it is not given
 * @param call number of the root call that the window surrounds, from 1; 0 for none
 * @param threads pattern of the names of the threads to show; null for all
 */
record SvgRequest(
        List<Path> files,
        @Nullable Path picture,
        @Nullable TimeOfTrace from,
        @Nullable TimeOfTrace to,
        int call,
        @Nullable String threads) {
    static final CommandOption SVG = CommandOption.flag("--svg", "draw a picture of the calls in a window of time");
    private static final CommandOption THREADS = CommandOption.of(
            "--threads", "PATTERN", "threads in the picture, for example 'main;pool-*'; the busiest by default");

    /** The options of a picture alone. */
    static final List<CommandOption> OPTIONS = List.of(SVG, THREADS);

    /** Those that a picture has in common with other reports. */
    private static final List<CommandOption> PICTURED = List.of(ReportRequest.OUTPUT, TimeOfTrace.FROM, TimeOfTrace.TO);

    SvgRequest {
        files = List.copyOf(files);
    }

    /** Returns whether a picture is requested, by the option or by the name of the output file. */
    static boolean isWanted(Arguments arguments) {
        String output = arguments.value(ReportRequest.OUTPUT);
        return arguments.has(SVG) || (ReportRequest.isPicture(output) && !ReportRequest.namesForm(arguments));
    }

    /**
     * Interprets the arguments of a command line.
     *
     * @param callOption the option that names a root call
     */
    static SvgRequest of(Arguments arguments, CommandOption callOption, Command command) throws CommandException {
        for (CommandOption option : command.options()) {
            boolean ofPictures = OPTIONS.contains(option) || PICTURED.contains(option) || option.equals(callOption);
            if (arguments.has(option) && !ofPictures) {
                throw CommandException.usage(
                        "'" + option.name() + "' is not an option of a picture; leave it out, or --svg");
            }
        }
        TimeOfTrace from = TimeOfTrace.of(arguments, TimeOfTrace.FROM);
        TimeOfTrace to = TimeOfTrace.of(arguments, TimeOfTrace.TO);
        if (arguments.has(callOption) && (from != null || to != null)) {
            throw CommandException.usage("--call chooses the window, as --from and --to do; leave one of them out");
        }
        String output = arguments.value(ReportRequest.OUTPUT);
        if (!ReportRequest.isPicture(output)) {
            ReportRequest.requireNoExtension(SVG.name(), output);
        }
        return new SvgRequest(
                command.files(arguments),
                output == null ? null : command.file(output),
                from,
                to,
                command.positive(arguments, callOption, 0),
                arguments.value(THREADS));
    }

    /** Refuses the options of a picture in a report of another form. */
    static void requireAbsent(Arguments arguments, Command command) throws CommandException {
        for (CommandOption option : OPTIONS) {
            if (arguments.has(option)) {
                throw CommandException.usage(
                        "'" + option.name() + "' is an option of a picture; add --svg, or leave it out");
            }
        }
    }

    /** Returns the output path for a file: the requested one, or a name beside the file. */
    Path pictureBeside(Path file) {
        return picture == null ? new TraceFileName(RingOfFiles.recording(file)).withExtension(".svg") : picture;
    }

    /** Returns whether the window is given by its times. */
    boolean hasTimes() {
        return from != null || to != null;
    }

    /** Returns the test of a thread's name: {@code *} matches any text, {@code ;} or {@code +} separates patterns. */
    Predicate<String> wantedThreads() {
        if (threads == null) {
            return name -> true;
        }
        Pattern pattern = Pattern.compile(
                Stream.of(threads.split("[;+]")).map(SvgRequest::glob).collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
        return name -> pattern.matcher(name).matches();
    }

    private static String glob(String pattern) {
        return Stream.of(pattern.strip().split("\\*+", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }
}
