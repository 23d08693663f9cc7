// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.timeline.FoundCall;
import dev.jtracer.engine.timeline.Survey;
import dev.jtracer.engine.timeline.Timeline;
import dev.jtracer.engine.timeline.TimelineLimits;
import dev.jtracer.engine.timeline.TimelineWindow;
import dev.jtracer.engine.timeline.TraceTimeline;
import dev.jtracer.engine.timeline.svg.TimelineSvg;
import dev.jtracer.engine.window.TraceRange;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A report as a timeline: the trace is read once to choose the window, and once more to draw it.
 *
 * @param files input files, at least one; several are read as one trace
 * @param svg output file, or {@link TraceDestination#STDOUT}; null for a name derived from the input
 * @param from start of the window; null if it is absent
 * @param to end of the window; null if it is absent
 * @param call number of the root call that the window surrounds, from 1; 0 for none
 * @param threads pattern of the names of the threads to show; null for all
 */
record SvgReport(
        List<Path> files,
        @Nullable Path svg,
        @Nullable TimeOfTrace from,
        @Nullable TimeOfTrace to,
        int call,
        @Nullable String threads) {
    static final CommandOption SVG = CommandOption.flag("--svg", "draw a timeline of the calls in a window of time");
    private static final CommandOption THREADS = CommandOption.of(
            "--threads", "PATTERN", "threads in the timeline, for example 'main;pool-*'; the busiest by default");

    /** The options of a timeline alone. */
    static final List<CommandOption> OPTIONS = List.of(SVG, THREADS);

    /** Those that a timeline has in common with other reports. */
    private static final List<CommandOption> SHARED =
            List.of(ReportRequest.OUTPUT, ReportRequest.CALL, TimeOfTrace.FROM, TimeOfTrace.TO);

    /** Returns whether a timeline is requested, by the option or by the name of the output file. */
    static boolean isWanted(Arguments arguments) {
        String output = arguments.value(ReportRequest.OUTPUT);
        return arguments.has(SVG) || (ReportRequest.isTimeline(output) && !ReportRequest.namesForm(arguments));
    }

    static SvgReport of(Arguments arguments, Command command) throws CommandException {
        for (CommandOption option : command.options()) {
            if (arguments.has(option) && !OPTIONS.contains(option) && !SHARED.contains(option)) {
                throw CommandException.usage(
                        "'" + option.name() + "' is not an option of a timeline; omit it, or --svg");
            }
        }
        TimeOfTrace from = TimeOfTrace.of(arguments, TimeOfTrace.FROM);
        TimeOfTrace to = TimeOfTrace.of(arguments, TimeOfTrace.TO);
        if (arguments.has(ReportRequest.CALL) && (from != null || to != null)) {
            throw CommandException.usage("--call chooses the window, as --from and --to do; omit one of them");
        }
        String output = arguments.value(ReportRequest.OUTPUT);
        if (!ReportRequest.isTimeline(output)) {
            ReportRequest.requireNoExtension(SVG.name(), output);
        }
        return new SvgReport(
                command.files(arguments),
                output == null ? null : command.file(output),
                from,
                to,
                command.positive(arguments, ReportRequest.CALL, 0),
                arguments.value(THREADS));
    }

    /** Refuses the options of a timeline in a report of another form. */
    static void requireAbsent(Arguments arguments) throws CommandException {
        for (CommandOption option : OPTIONS) {
            if (arguments.has(option)) {
                throw CommandException.usage(
                        "'" + option.name() + "' is an option of a timeline; add --svg, or omit it");
            }
        }
    }

    void draw(Command command, Terminal terminal) throws CommandException {
        TraceInputs inputs = TraceInputs.of(files);
        Path file = svg == null ? inputs.beside(".svg") : svg;
        Survey survey = inputs.read(terminal, source -> TraceTimeline.survey(source, call));
        if (survey.calls() + survey.runs() == 0) {
            throw CommandException.file(inputs.quoted()
                    + " has no calls to draw; record it anew, with include= naming the program's packages");
        }
        TimelineWindow window = window(inputs, terminal, survey, command);
        Timeline timeline = inputs.read(
                terminal,
                source -> TraceTimeline.timeline(source, survey, window, TimelineLimits.SVG, wantedThreads()));
        check(timeline, survey, inputs);
        TraceDestination.write(TimelineSvg.of(survey, timeline).getBytes(StandardCharsets.UTF_8), file, terminal);
    }

    private TimelineWindow window(TraceInputs inputs, Terminal terminal, Survey survey, Command command)
            throws CommandException {
        if (call > 0) {
            FoundCall found = survey.roots(call)
                    .orElseThrow(() -> CommandException.file("there is no root call '" + call + "', the trace has "
                            + survey.roots().size() + "; see --by request"));
            return TimelineWindow.around(found);
        }
        if (from == null && to == null) {
            return survey.defaultWindow();
        }
        TraceRange range = inputs.start(terminal);
        long start = from == null ? survey.firstNanos() : from.nanos(range);
        long end = to == null ? survey.lastNanos() : to.nanos(range);
        if (start >= end && from != null && to != null) {
            throw command.wrongOption("--from is not before --to");
        }
        if (start >= end) {
            throw nothing(survey, inputs);
        }
        return new TimelineWindow(start, end, null);
    }

    private void check(Timeline timeline, Survey survey, TraceInputs inputs) throws CommandException {
        if (timeline.calls() + timeline.runs() == 0) {
            throw nothing(survey, inputs);
        }
        if (timeline.rows().isEmpty()) {
            throw CommandException.file("no thread of this window is named '" + threads + "'; there are '"
                    + String.join("', '", timeline.threadNames()) + "'");
        }
    }

    private static CommandException nothing(Survey survey, TraceInputs inputs) {
        return CommandException.file(
                "nothing happens between --from and --to; the calls in " + inputs.quoted() + " go from "
                        + TimeOfTrace.text(survey.firstNanos() - survey.originNanos()) + " to "
                        + TimeOfTrace.text(survey.lastNanos() - survey.originNanos()));
    }

    /** Returns the test of a thread's name: {@code *} matches any text, {@code ;} or {@code +} separates patterns. */
    private Predicate<String> wantedThreads() {
        if (threads == null) {
            return name -> true;
        }
        Pattern pattern = Pattern.compile(
                Stream.of(threads.split("[;+]")).map(SvgReport::glob).collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
        return name -> pattern.matcher(name).matches();
    }

    private static String glob(String pattern) {
        return Stream.of(pattern.strip().split("\\*+", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }
}
