// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.MethodText;
import dev.jtracer.engine.report.ReportCsv;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.ReportText;
import dev.jtracer.engine.report.TotalsText;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.text.Styles;
import java.nio.charset.StandardCharsets;
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
                Stream.concat(ReportRequest.OPTIONS.stream(), SvgRequest.OPTIONS.stream())
                        .toList());
        synonyms(
                "totals",
                "summary",
                "stats",
                "analyze",
                "analyse",
                "profile",
                "print",
                "show",
                "read",
                "flamegraph",
                "graph",
                "tree",
                "html",
                "svg");
        examples(
                "report trace.json",
                "report trace.jtr -o report.html",
                "report trace.json --by request --call 1",
                "report trace.json --method OrderService.handle",
                "report trace.json --from 12:01:03 --to 12:01:05",
                "report trace.json --svg --call 1 -o picture.svg",
                "report trace.part1.json trace.part2.json --json",
                "report --merge monday.part tuesday.part");
        notes("""
                Reads every file that convert reads, and directories; several files become one \
                report. --json has times in nanoseconds.
                --partial makes a small file where a recording is; --merge adds such files up, as \
                if all recordings were read at once. Name all files of a recording in one call, \
                and use one --top for all.
                --from and --to report on a window, whose times count from its start.
                --svg shows a recording of up to 200 ms as a whole, and the slowest call of a \
                longer one.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        if (SvgRequest.isWanted(arguments)) {
            new SvgReport(SvgRequest.of(arguments, ReportRequest.CALL, this), this, terminal).run();
            return;
        }
        SvgRequest.requireAbsent(arguments, this);
        ReportRequest request = ReportRequest.of(arguments, this);
        ReportReading reading = new ReportReading(request, this, terminal);
        Path output = request.output();
        if (request.form() == ReportRequest.Form.PARTIAL && output != null) {
            TraceDestination.write(PartialReportCodec.encode(reading.partial()), output, terminal);
            return;
        }
        String text = request.form() == ReportRequest.Form.HTML
                ? ReportView.html(request.files(), request.top(), terminal)
                : text(request, reading.report(), terminal);
        if (output == null) {
            terminal.out().print(text);
            terminal.out().flush();
        } else {
            request.showDoubt(terminal);
            TraceDestination.write(text.getBytes(StandardCharsets.UTF_8), output, terminal);
        }
    }

    private static String text(ReportRequest request, TraceReport report, Terminal terminal) throws CommandException {
        Styles styles = request.output() == null ? terminal.styles() : Styles.PLAIN;
        return switch (request.form()) {
            case JSON -> ReportJson.of(report);
            case CSV -> ReportCsv.of(report);
            case TEXT, HTML, PARTIAL -> lines(request, report, styles).text();
            case METHOD ->
                new MethodText(report, method(request, report), request.top(), names(request, report), styles).text();
            case REQUESTS -> requests(request, lines(request, report, styles), report);
            case REQUESTS_JSON -> {
                requireCall(request, report);
                yield ReportJson.requests(report, request.call());
            }
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

    private static String requests(ReportRequest request, ReportText text, TraceReport report) throws CommandException {
        requireCall(request, report);
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
            String nearest = Spelling.nearest(word, known);
            throw CommandException.file("the trace has no method '" + word + "'; "
                    + (nearest == null ? "see the table of methods, with --top N" : "did you mean '" + nearest + "'?"));
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
}
