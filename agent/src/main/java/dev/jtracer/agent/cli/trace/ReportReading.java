// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.merge.PartialFormatException;
import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.report.section.ReportSections;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeCut;
import dev.jtracer.engine.window.TraceRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The reading of files for a report. Several recordings are read one after the other and added up, so that the result
 * is that of partial reports that are merged, and memory does not depend on their number; the traces of other tools
 * are read as one.
 */
final class ReportReading {
    private final ReportRequest request;
    private final Command command;
    private final Terminal terminal;

    /** Creates a reading for a command, which the messages on its options name. */
    ReportReading(ReportRequest request, Command command, Terminal terminal) {
        this.request = request;
        this.command = command;
        this.terminal = terminal;
    }

    /** Returns the report on all files. */
    TraceReport report() throws CommandException {
        if (request.merge()) {
            return merged().report(request.top());
        }
        TraceInputs inputs = TraceInputs.of(request.files());
        if (request.from() != null || request.to() != null) {
            return window(inputs);
        }
        List<TraceInputs> recordings = inputs.recordings();
        return recordings.size() > 1 ? added(recordings).report(request.top()) : read(inputs);
    }

    /** Returns the partial report on all files. */
    PartialReport partial() throws CommandException {
        if (request.merge()) {
            return merged();
        }
        TraceInputs inputs = TraceInputs.of(request.files());
        List<TraceInputs> recordings = inputs.recordings();
        return recordings.isEmpty() ? partial(inputs) : added(recordings);
    }

    private TraceReport read(TraceInputs inputs) throws CommandException {
        return inputs.read(
                new ProgressBar(terminal.err(), inputs.files()), source -> TraceReport.read(source, limits()));
    }

    private ReportLimits limits() {
        return ReportLimits.ofHeap(request.top()).of(request.method());
    }

    /** Returns the report on a window of time of files that are read as one trace. */
    private TraceReport window(TraceInputs inputs) throws CommandException {
        ProgressBar bar = new ProgressBar(terminal.err(), inputs.files());
        TraceRange range = inputs.start(bar);
        CutWindow window = TimeOfTrace.window(request.from(), request.to(), range, command);
        List<TimeCut> cuts = new ArrayList<>();
        TraceReport report = inputs.read(bar, source -> {
            TimeCut cut = new TimeCut(source, window);
            cuts.add(cut);
            return TraceReport.read(cut, limits());
        });
        for (TimeCut cut : cuts) {
            CutCommand.requireContent(cut, range, inputs);
            CutCommand.lines(cut.counts()).forEach(terminal.err()::println);
        }
        return report;
    }

    private PartialReport partial(TraceInputs inputs) throws CommandException {
        TraceReport report = read(inputs);
        if (report.sections().stream().anyMatch(ReportSections::isOfOneTrace)) {
            terminal.err()
                    .println("marks, counters and other events of " + inputs.quoted()
                            + " are not in the sum; report it alone to see them");
        }
        try {
            return PartialReport.of(report, request.top());
        } catch (IllegalArgumentException e) {
            throw CommandException.file(inputs.quoted() + ": " + e.getMessage() + "; leave --partial out");
        }
    }

    private PartialReport added(List<TraceInputs> recordings) throws CommandException {
        PartialReport sum = partial(recordings.get(0));
        for (TraceInputs next : recordings.subList(1, recordings.size())) {
            add(partial(next), sum, next.quoted());
        }
        return sum;
    }

    private PartialReport merged() throws CommandException {
        List<Path> files = request.files();
        PartialReport sum = decode(files.get(0));
        for (Path file : files.subList(1, files.size())) {
            add(decode(file), sum, "'" + file + "'");
        }
        if (request.top() > sum.slowest()) {
            throw CommandException.file("the partial reports have '" + sum.slowest()
                    + "' slow calls of each kind; make them with --top " + request.top());
        }
        return sum;
    }

    private static void add(PartialReport more, PartialReport sum, String quoted) throws CommandException {
        try {
            sum.merge(more);
        } catch (IllegalArgumentException e) {
            throw CommandException.file(
                    quoted + " cannot be added to the others: " + e.getMessage()
                            + "; make one partial report of all files of a recording, with one --top for all, and merge it once");
        }
    }

    private static PartialReport decode(Path file) throws CommandException {
        try {
            return PartialReportCodec.decode(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw CommandException.file("'" + file + "' does not exist; name a file that --partial made");
        } catch (PartialFormatException e) {
            throw ConversionFiles.damage(new IOException("'" + file + "': " + e.getMessage(), e));
        } catch (IOException e) {
            throw ConversionFiles.unreadable(file, e);
        }
    }
}
