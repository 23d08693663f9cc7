// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
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

/** A report as a picture: the trace is read once to choose the window, and once more to draw it. */
final class SvgReport {
    private final SvgRequest request;
    private final Command command;
    private final Terminal terminal;

    SvgReport(SvgRequest request, Command command, Terminal terminal) {
        this.request = request;
        this.command = command;
        this.terminal = terminal;
    }

    /** Reads the files and writes the picture. */
    void run() throws CommandException {
        TraceInputs inputs = TraceInputs.of(request.files());
        Path picture = request.pictureBeside(inputs.files().get(0));
        ProgressBar bar = new ProgressBar(terminal.err(), inputs.files());
        Survey survey = inputs.read(bar, source -> TraceTimeline.survey(source, request.call()));
        if (survey.calls() + survey.runs() == 0) {
            throw CommandException.file(inputs.quoted()
                    + " has no calls to draw; record it anew, with include= naming the program's packages");
        }
        TimelineWindow window = window(inputs, bar, survey);
        Timeline timeline = inputs.read(
                bar, source -> TraceTimeline.timeline(source, window, TimelineLimits.PICTURE, request.wantedThreads()));
        check(timeline, survey, inputs);
        TraceDestination.write(TimelineSvg.of(survey, timeline).getBytes(StandardCharsets.UTF_8), picture, terminal);
    }

    private TimelineWindow window(TraceInputs inputs, ProgressBar bar, Survey survey) throws CommandException {
        if (request.call() > 0) {
            FoundCall call = survey.roots(request.call())
                    .orElseThrow(() -> CommandException.file("there is no root call '" + request.call()
                            + "', the trace has " + survey.roots().size() + "; see --by request"));
            return TimelineWindow.around(call);
        }
        if (!request.hasTimes()) {
            return survey.defaultWindow();
        }
        TraceRange range = inputs.start(bar);
        TimeOfTrace start = request.from();
        TimeOfTrace end = request.to();
        long from = start == null ? survey.firstNanos() : start.nanos(range);
        long to = end == null ? survey.lastNanos() : end.nanos(range);
        if (from >= to && start != null && end != null) {
            throw command.wrongOption("--from is not before --to");
        }
        if (from >= to) {
            throw nothing(survey, inputs);
        }
        return new TimelineWindow(from, to, null);
    }

    private void check(Timeline timeline, Survey survey, TraceInputs inputs) throws CommandException {
        if (timeline.calls() + timeline.runs() == 0) {
            throw nothing(survey, inputs);
        }
        if (timeline.rows().isEmpty()) {
            throw CommandException.file("no thread of this window is named '" + request.threads() + "'; there are '"
                    + String.join("', '", timeline.threadNames()) + "'");
        }
    }

    private static CommandException nothing(Survey survey, TraceInputs inputs) {
        return CommandException.file(
                "nothing happens between --from and --to; the calls in " + inputs.quoted() + " go from "
                        + TimeOfTrace.text(survey.firstNanos() - survey.originNanos()) + " to "
                        + TimeOfTrace.text(survey.lastNanos() - survey.originNanos()));
    }
}
