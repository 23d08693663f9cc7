// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.request.Statements;
import dev.jtracer.engine.merge.PartialFormatException;
import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.MethodText;
import dev.jtracer.engine.report.ReportCsv;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ReportText;
import dev.jtracer.engine.report.SlowSamples;
import dev.jtracer.engine.report.ThreadStates;
import dev.jtracer.engine.report.TotalsText;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.report.section.StatementCounts;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.PlainText;
import dev.jtracer.engine.text.Styles;
import dev.jtracer.engine.window.CutWindow;
import dev.jtracer.engine.window.TimeCut;
import dev.jtracer.engine.window.TraceRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The command that answers from a recording or a trace where the time went. */
public final class ReportCommand extends Command {
    /** Methods that a message lists. */
    private static final int MOST_NAMES = 5;

    public ReportCommand() {
        super(
                "report",
                "FILE...",
                "show where the time went: slow requests, totals, callbacks, threads, what was lost",
                Stream.concat(ReportRequest.OPTIONS.stream(), SvgReport.OPTIONS.stream())
                        .toList());
        synonyms("totals summary stats analyze analyse profile print show read flamegraph graph tree html svg"
                .split(" "));
        examples(
                "report trace.json",
                "report trace.jtr -o report.html",
                "report trace.jtr app.jfr",
                "report trace.jtr app.jfr --slow 100ms -o slow.collapsed",
                "report trace.json --by request --call 1",
                "report test.jtr --max-sql 20",
                "report trace.json --method OrderService.handle",
                "report trace.json --from 12:01:03 --to 12:01:05",
                "report trace.json --svg --call 1 -o timeline.svg",
                "report trace.part1.json trace.part2.json --json",
                "report --merge monday.part tuesday.part");
        notes("""
                Reads every file that convert reads, and directories; several files become one \
                report. A JFR recording of the same process (app.jfr beside app.jtr) says what \
                slow calls waited for. --json has times in nanoseconds.
                --partial makes a small file where a recording is; --merge adds such files up, as \
                if all recordings were read at once. Name all files of a recording in one call, \
                and use one --top for all.
                --from and --to report on a window, whose times count from its start.
                --svg shows a recording of up to 200 ms or 1000 calls as a whole, and the slowest call of a \
                longer one.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        if (SvgReport.isWanted(arguments)) {
            SvgReport.of(arguments, this).draw(this, terminal);
            return;
        }
        SvgReport.requireAbsent(arguments);
        ReportRequest request = ReportRequest.of(arguments, this);
        Reading reading = new Reading(request, this, terminal);
        Path output = request.output();
        if (request.form() == ReportRequest.Form.PARTIAL && output != null) {
            TraceDestination.write(PartialReportCodec.encode(reading.partial()), output, terminal);
            return;
        }
        if (request.form() == ReportRequest.Form.HTML) {
            write(ReportView.html(request.files(), request.top(), terminal), request, terminal);
            return;
        }
        TraceReport report = reading.report();
        write(text(request, report, terminal), request, terminal);
        if (request.maxSql() > 0) {
            requireFewStatements(report, request.maxSql());
        }
    }

    private static void write(String text, ReportRequest request, Terminal terminal) throws CommandException {
        Path output = request.output();
        if (output == null) {
            terminal.out().print(text);
        } else {
            request.showDoubt(terminal);
            TraceDestination.write(text.getBytes(StandardCharsets.UTF_8), output, terminal);
        }
    }

    private static void requireFewStatements(TraceReport report, int most) throws CommandException {
        List<Statements.Row> rows = StatementCounts.rows(report.sections());
        if (rows.isEmpty()) {
            // In a build, a limit that nothing can exceed would hide that no statement is recorded.
            throw CommandException.file(
                    "no call of the trace made a statement; name the callers in include=, record with"
                            + " context=jdbc, or omit --max-sql");
        }
        List<Statements.Row> beyond =
                rows.stream().filter(row -> row.most() > most).toList();
        if (!beyond.isEmpty()) {
            Statements.Row first = beyond.get(0);
            String others = beyond.size() == 1 ? "" : "; " + (beyond.size() - 1) + " more made too many";
            throw CommandException.limit(
                    PlainText.of("'" + first.name() + "' made " + first.most() + " statements, more than " + most
                                    + "; '" + first.repeatedIn() + "' made '" + first.statement() + "' "
                                    + first.repeated() + " times")
                            + others);
        }
    }

    private static String text(ReportRequest request, TraceReport report, Terminal terminal) throws CommandException {
        requireCall(request, report);
        Styles styles = request.output() == null ? terminal.styles() : Styles.PLAIN;
        return switch (request.form()) {
            case JSON -> ReportJson.of(report);
            case CSV -> ReportCsv.of(report);
            case TEXT, HTML, PARTIAL -> lines(request, report, styles).text();
            case METHOD ->
                new MethodText(report, method(request, report), request.top(), names(request, report), styles).text();
            case REQUESTS -> requests(request, lines(request, report, styles));
            case REQUESTS_JSON -> ReportJson.requests(report, request.call());
            case COLLAPSED -> samples(request, report);
        };
    }

    private static ReportText lines(ReportRequest request, TraceReport report, Styles styles) {
        return new ReportText(report, request.order(), request.top(), names(request, report), styles);
    }

    private static UnaryOperator<String> names(ReportRequest request, TraceReport report) {
        return request.fullNames()
                ? UnaryOperator.identity()
                : TotalsText.shortNames(report.functions(), report.callbacks());
    }

    private static String samples(ReportRequest request, TraceReport report) throws CommandException {
        List<RootCall> calls = request.call() > 0
                ? List.of(report.rootCalls().get(request.call() - 1))
                : report.rootCalls().stream()
                        .filter(call -> !call.throughout() && call.requestNanos() >= request.slowNanos())
                        .toList();
        String stacks = SlowSamples.of(report, calls);
        if (!stacks.isEmpty()) {
            return stacks;
        }
        if (report.states().isEmpty()) {
            throw CommandException.file(
                    "the samples come from JFR; record with jfr=on, or name a trace and the JFR recording of its process");
        }
        if (request.call() > 0) {
            throw CommandException.file(
                    "no sample is within root call '" + request.call() + "'; see others with --by request");
        }
        throw CommandException.file("no sample is within " + CountText.of(calls.size(), "root call") + " of '"
                + request.top() + "'; take more of them with --top N");
    }

    private static String requests(ReportRequest request, ReportText text) {
        return request.call() == 0 ? text.requestList() : text.request(request.call());
    }

    /** Returns the name of the only method that the request can mean. */
    private static String method(ReportRequest request, TraceReport report) throws CommandException {
        String word = request.method();
        List<String> found = MethodText.matches(report, word);
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.isEmpty()) {
            UnaryOperator<String> names = names(request, report);
            List<String> known = MethodText.names(report)
                    .map(names)
                    .flatMap(name -> Stream.of(name, name.substring(name.lastIndexOf('$') + 1)))
                    .distinct()
                    .toList();
            throw CommandException.file("the trace has no method '" + word + "'; "
                    + Spelling.advice(word, known, "see the table of methods, with --top N"));
        }
        throw CommandException.file("'" + word + "' is the name of " + found.size() + " methods; write one of '"
                + String.join("', '", found.subList(0, Math.min(MOST_NAMES, found.size()))) + "'");
    }

    private static void requireCall(ReportRequest request, TraceReport report) throws CommandException {
        int roots = report.rootCalls().size();
        if (request.call() > roots) {
            throw CommandException.file(
                    "there is no root call '" + request.call() + "', the trace has " + roots + "; see --by request");
        }
    }

    /**
     * The reading of files for a report. Several recordings are read one after the other and added up, so that the
     * result is that of partial reports that are merged, and memory does not depend on their number; the traces of
     * other tools are read as one.
     *
     * @param command the command whose options the messages name
     */
    private record Reading(ReportRequest request, Command command, Terminal terminal) {
        /** Returns the report on all files. */
        TraceReport report() throws CommandException {
            if (request.merge()) {
                return merged().report(request.top());
            }
            FlightRecording flight = FlightRecording.beside(request.files());
            TraceInputs inputs = flight.traces();
            boolean isWhole = request.from() == null && request.to() == null;
            if (isWhole) {
                List<TraceInputs> recordings = inputs.recordings();
                if (recordings.size() > 1) {
                    request.requireNoLimit();
                    flight.requireAbsent();
                    return added(recordings).report(request.top());
                }
            }
            ThreadStates states = flight.read(terminal);
            TraceReport report = isWhole ? read(inputs, states) : window(inputs, states);
            flight.requireUse(states, !report.states().isEmpty(), terminal);
            return report;
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

        private TraceReport read(TraceInputs inputs, ThreadStates states) throws CommandException {
            return inputs.read(terminal, source -> TraceReport.read(source, limits(), states));
        }

        private ReportLimits limits() {
            return ReportLimits.ofHeap(request.top()).forMethod(request.method());
        }

        /** Returns the report on a window of time of files that are read as one trace. */
        private TraceReport window(TraceInputs inputs, ThreadStates states) throws CommandException {
            TraceRange range = inputs.start(terminal);
            CutWindow window = TimeOfTrace.window(request.from(), request.to(), range, command);
            record Part(TimeCut cut, TraceReport report) {}
            Part part = inputs.read(terminal, source -> {
                TimeCut cut = new TimeCut(source, window);
                return new Part(cut, TraceReport.read(cut, limits(), states));
            });
            CutCommand.requireContent(part.cut, range, inputs);
            CutCommand.lines(part.cut.counts()).forEach(terminal.err()::println);
            return part.report;
        }

        private PartialReport partial(TraceInputs inputs) throws CommandException {
            TraceReport report = read(inputs, ThreadStates.NONE);
            try {
                return PartialReport.of(report, request.top());
            } catch (IllegalArgumentException e) {
                throw CommandException.file(inputs.quoted() + ": " + e.getMessage() + "; omit --partial");
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
}
