// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.handler.request.Requests;
import dev.jtracer.engine.handler.sample.MethodSamples;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.report.section.SectionTable;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.PlainText;
import dev.jtracer.engine.text.Styles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A report as text for a terminal, the answers that are looked for most first.
 *
 * @param most rows of each table; the other sections have half of it
 * @param names gives what to print for a name, for instance {@link TotalsText#shortNames}
 * @param styles styles of headings, of what takes much time, and of losses
 */
public record ReportText(TraceReport report, MethodOrder order, int most, UnaryOperator<String> names, Styles styles) {
    private static final int ROWS = 20;
    private static final int REQUESTS = 3;
    private static final int REQUEST_LINES = 7;
    /** Columns of the table of routes. */
    private static final int SERVER_ERRORS = 4;

    private static final int THREW = 5;
    /** First words of the names of calls: of statements, and of requests that are sent within one that is served. */
    static final List<String> PART_KINDS = List.of("SQL", "HTTP");

    /** Returns a report as text, with methods by self time, 20 rows a table and short names. */
    public static String of(TraceReport report) {
        return new ReportText(
                        report,
                        MethodOrder.SELF,
                        ROWS,
                        TotalsText.shortNames(report.functions(), report.callbacks()),
                        Styles.PLAIN)
                .text();
    }

    /** Returns the whole text; lines end with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        summary(text);
        new SamplesText(report.samples(), most).append(text);
        requests(text);
        Set<String> dropped = report.recordings().droppedMethods().keySet();
        TotalsText totals =
                new TotalsText(order, most, names, dropped, styles, "--top N shows N, --json and --csv all");
        TimingCost cost = new TimingCost(report);
        totals.methods(
                text, report.functions(), report.tracedNanos(), cost.prevails() ? cost::selfWithoutTracer : null);
        totals.callbacks(text, report.callbacks());
        slowCalls(text);
        slowPasses(text);
        threads(text);
        new SectionText(report, most, styles).append(text);
        return text.toString();
    }

    private void summary(StringBuilder text) {
        if (report.samples().isOfSampler()) {
            text.append(CountText.of(report.samples().count(), "sample") + " and "
                    + CountText.of(report.calls(), "event") + " with a duration within "
                    + DurationText.of(report.meta().durationNanos()) + "\n");
        } else {
            text.append(CountText.calls(report.calls(), report.runs()) + " of "
                    + CountText.of(report.functions().rows().size(), "method") + " on "
                    + CountText.of(report.threads().threads().size(), "thread") + " within "
                    + DurationText.of(report.meta().durationNanos()) + ", " + DurationText.of(report.tracedNanos())
                    + " of traced time\n");
        }
        for (Recordings.Recording recording : report.recordings().recordings()) {
            text.append("recorded by " + PlainText.of(recording.setting("tool")) + " on "
                    + PlainText.of(recording.setting("jvm")) + ", process " + recording.pid() + service(recording)
                    + ", include=" + PlainText.of(recording.setting("include")) + "\n");
        }
        new DataQuality(report).lines(styles).forEach(line -> text.append(line).append('\n'));
        text.append('\n');
    }

    /** Returns the name of a service, its version and host; nothing if it has no name. */
    private static String service(Recordings.Recording recording) {
        String service = recording.setting(TraceWords.SERVICE);
        String version = recording.setting(TraceWords.SERVICE_VERSION);
        String host = recording.setting(TraceWords.HOST);
        return service.isEmpty()
                ? ""
                : " of "
                        + PlainText.of(service
                                + (version.isEmpty() ? "" : " " + version)
                                + (host.isEmpty() ? "" : " on " + host));
    }

    private void requests(StringBuilder text) {
        List<RootCall> slowest = report.rootCalls();
        if (slowest.isEmpty()) {
            return;
        }
        styles.heading(
                text,
                "Slowest root calls, with what took at least a tenth of each (--by request lists more, --call N opens one):");
        RequestText requests = new RequestText(text, report, names);
        int number = 0;
        for (RootCall call : ColumnText.first(slowest, REQUESTS)) {
            requests.heaviest(++number, call, REQUEST_LINES);
        }
        text.append('\n');
    }

    /** Returns the HTTP requests by route, with their failures, and a list of the slowest root calls, a line each. */
    public String requestList() {
        StringBuilder text = new StringBuilder();
        routes(
                text,
                false,
                "HTTP requests, by their total time, each to its end; a status is missing where it was not known then:");
        routes(text, true, "HTTP requests that the program sent, by their total time, each to its response:");
        styles.heading(text, "Slowest root calls, each to the end of the request that it began (--call N opens one):");
        List<RootCall> calls = report.rootCalls();
        List<String> arguments = Stream.of(TraceWords.STATUS, TraceWords.TRACE_ID)
                .filter(key -> calls.stream().anyMatch(call -> call.arguments().containsKey(key)))
                .toList();
        ColumnText table = new ColumnText(row(List.of("", "took", "began", "thread"), arguments, "root call"));
        int number = 0;
        for (RootCall call : calls) {
            List<String> times = List.of(
                    Integer.toString(++number),
                    DurationText.of(call.requestNanos()),
                    report.offset(call.startNanos()),
                    report.threadName(call.track()));
            List<String> values = arguments.stream()
                    .map(key -> call.arguments().getOrDefault(key, "").toString())
                    .toList();
            table.row(row(
                    times,
                    values,
                    RequestText.path(call.path().entry(), names)
                            + RequestText.cpu(call)
                            + RequestText.stalled(call)
                            + RequestText.itself(call)));
        }
        table.appendTo(text);
        return text.toString();
    }

    private static String[] row(List<String> first, List<String> more, String last) {
        return Stream.of(first, more, List.of(last)).flatMap(List::stream).toArray(String[]::new);
    }

    private void routes(StringBuilder text, boolean areSent, String title) {
        List<Requests.Row> rows = report.requests().byTotal().stream()
                .filter(row -> row.isSent() == areSent)
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        styles.heading(text, title);
        List<Optional<CallPath>> paths = rows.stream()
                .map(row -> OtherRootCalls.child(report.paths().roots(), row.name()))
                .toList();
        Map<String, List<Long>> parts = new LinkedHashMap<>();
        for (String kind : PART_KINDS) {
            parts.put(
                    kind,
                    paths.stream()
                            .map(path -> path.map(root -> root.nanosOf(kind)).orElse(0L))
                            .toList());
        }
        parts.values().removeIf(nanos -> nanos.stream().noneMatch(part -> part > 0));
        ColumnText table = new ColumnText(
                styles,
                row(
                        List.of("requests", "2xx", "3xx", "4xx", "5xx", "threw", "avg", "p50", "p99", "max"),
                        parts.keySet().stream().map(kind -> kind + " %").toList(),
                        "request"));
        for (int i = 0; i < Math.min(most, rows.size()); i++) {
            int number = i;
            Requests.Row row = rows.get(i);
            long nanos = paths.get(i).map(CallPath::totalNanos).orElse(0L);
            Durations durations = row.durations();
            boolean ended = durations.count() > 0;
            long threw = report.threw(row.name());
            List<String> figures = List.of(
                    Long.toString(row.count()),
                    count(row.successful()),
                    count(row.redirected()),
                    count(row.clientErrors()),
                    count(row.serverErrors()),
                    count(threw),
                    ended ? DurationText.of(durations.averageNanos()) : "-",
                    ended ? DurationText.of(durations.percentileNanos(row.distribution(), 50)) : "-",
                    ended ? DurationText.of(durations.percentileNanos(row.distribution(), 99)) : "-",
                    ended ? DurationText.of(durations.maxNanos()) : "-");
            table.row(row(
                    figures,
                    parts.values().stream()
                            .map(part -> TotalsText.percent(part.get(number), nanos))
                            .toList(),
                    row.name() + (row.notEnded() > 0 ? "  (not ended: " + row.notEnded() + ")" : "")));
            if (row.serverErrors() > 0) {
                table.alert(SERVER_ERRORS);
            }
            if (threw > 0) {
                table.alert(THREW);
            }
        }
        table.appendTo(text);
        ColumnText.appendMore(text, rows.size(), most, "");
        text.append('\n');
    }

    /** Returns a count, or nothing for 0, so that failures stand out. */
    private static String count(long count) {
        return count == 0 ? "" : Long.toString(count);
    }

    /** Returns everything within one of the slowest root calls, by its number from 1 as in {@link #requestList}. */
    public String request(int number) {
        RootCall call = report.rootCalls().get(number - 1);
        StringBuilder text = new StringBuilder();
        new RequestText(text, report, names).all(number, call);
        return text.toString();
    }

    private void slowCalls(StringBuilder text) {
        List<SlowCall> calls = report.slowCalls().bySelf();
        if (calls.isEmpty()) {
            return;
        }
        styles.heading(text, "Slowest single calls, by their self time, with the path from the root call:");
        ColumnText table = new ColumnText("self", "took", "began", "thread", "path");
        for (SlowCall call : ColumnText.first(calls, half())) {
            table.row(
                    DurationText.of(call.selfNanos()),
                    DurationText.of(call.durationNanos()),
                    report.offset(call.startNanos()),
                    report.threadName(call.track()),
                    RequestText.path(call.path(), names)
                            + mostOfSelf(call)
                            + (call.unfinished() ? "  (unfinished)" : ""));
        }
        table.appendTo(text);
        text.append('\n');
    }

    /** Returns what a call did for most of its self time by JFR; empty if that is not known. */
    private String mostOfSelf(SlowCall call) {
        return report.ownStates(call).stream()
                .findFirst()
                .filter(state -> state.nanos() > call.selfNanos() / 2)
                .map(state -> "  (" + DurationText.of(state.nanos()) + " JFR: " + state.name() + ")")
                .orElse("");
    }

    private void slowPasses(StringBuilder text) {
        List<SlowPass> passes = report.slowPasses();
        if (passes.isEmpty()) {
            return;
        }
        styles.heading(text, "Callbacks that waited longest:");
        ColumnText table = new ColumnText("waited", "passed", "passed by", "run by", "ran", "callback");
        for (SlowPass pass : ColumnText.first(passes, half())) {
            table.row(
                    DurationText.of(pass.waitNanos()),
                    report.offset(pass.passedNanos()),
                    report.threadName(pass.passedTrack()),
                    report.threadName(pass.runTrack()),
                    DurationText.of(pass.runNanos()),
                    PassSites.label(pass.site(), pass.name(), names));
        }
        table.appendTo(text);
        text.append('\n');
    }

    private void threads(StringBuilder text) {
        List<ThreadLoads.ThreadLoad> loads = report.threads().threads();
        if (loads.isEmpty()) {
            return;
        }
        styles.heading(text, "Threads, by their traced time:");
        ColumnText table = new ColumnText("busy", "busy %", "root calls", "calls+runs", "thread");
        for (ThreadLoads.ThreadLoad load : ColumnText.first(loads, half())) {
            table.row(
                    DurationText.of(load.busyNanos()),
                    TotalsText.percent(load.busyNanos(), report.meta().durationNanos()),
                    Long.toString(load.roots()),
                    Long.toString(load.calls()),
                    report.threadName(load.track()));
        }
        table.appendTo(text);
        ColumnText.appendMore(text, loads.size(), half(), "");
    }

    private int half() {
        return Math.max(1, most / 2);
    }

    /**
     * The sections of a report as tables of text.
     *
     * @param most rows of each table
     * @param styles styles of headings
     */
    record SectionText(TraceReport report, int most, Styles styles) {
        private static final int DECIMALS = 4;
        private static final double MOST_EXACT = 1L << 53;

        void append(StringBuilder text) {
            for (SectionTable table : report.sections()) {
                styles.heading(text.append('\n'), table.title());
                List<List<Object>> rows = table.rows();
                if (!rows.isEmpty()) {
                    ColumnText columns = new ColumnText(table.columns().stream()
                            .map(SectionTable.Column::title)
                            .toArray(String[]::new));
                    ColumnText.first(rows, most).forEach(row -> columns.row(cells(table, row)));
                    columns.appendTo(text);
                }
                ColumnText.appendMore(text, rows.size(), most, "; --top N shows N, --json all");
                table.notes()
                        .forEach((what, count) -> text.append("  " + what + ": " + DecimalText.grouped(count) + "\n"));
            }
        }

        private String[] cells(SectionTable table, List<Object> row) {
            String[] cells = new String[row.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = cell(row.get(i), table.columns().get(i).unit());
            }
            return cells;
        }

        private String cell(Object value, SectionTable.Unit unit) {
            return switch (unit) {
                case TEXT, COUNT -> value.toString();
                case NUMBER -> number((Double) value);
                case DURATION -> (Long) value < 0 ? "-" : DurationText.of((long) (Long) value);
                case TIME -> report.offset((Long) value);
            };
        }

        private static String number(double value) {
            boolean isWhole = value == Math.rint(value) && Math.abs(value) < MOST_EXACT;
            return isWhole ? Long.toString((long) value) : DecimalText.of(value, DECIMALS);
        }
    }

    /**
     * The samples of a trace as text: what was sampled, and the samples by method.
     *
     * @param most rows of the table
     */
    private record SamplesText(SampleTotals samples, int most) {
        /** Appends the text; nothing for a trace without samples. */
        void append(StringBuilder text) {
            samples.problems().forEach((problem, count) -> text.append(problem.text())
                    .append(": ")
                    .append(count)
                    .append("\n\n"));
            if (samples.other() > 0) {
                text.append(CountText.of(samples.other(), "sample"))
                        .append(" are below '(other)': there are too many different stacks\n\n");
            }
            for (SampleTotals.Kind kind : samples.kinds()) {
                kind(text, kind);
                methods(text, kind);
            }
        }

        private static void kind(StringBuilder text, SampleTotals.Kind kind) {
            text.append(CountText.of(kind.samples(), "sample"))
                    .append(kind.name().isEmpty() ? "" : " of kind " + kind.name())
                    .append(kind.periods().isEmpty() ? "" : ", ");
            StringJoiner periods = new StringJoiner(", later ");
            kind.periods()
                    .forEach(period -> periods.add(period.contains("/") ? "at most " + period : "one every " + period));
            text.append(periods);
            if (kind.cutStacks() > 0) {
                text.append(", ").append(kind.cutStacks()).append(" of them without the outermost frames");
            }
            if (kind.withoutStack() > 0) {
                text.append(", ").append(kind.withoutStack()).append(" of them without a stack");
            }
            text.append(". These are counts of samples, not calls or times; by self:\n");
        }

        private void methods(StringBuilder text, SampleTotals.Kind kind) {
            List<MethodSamples> methods = samples.methods(kind);
            ColumnText table = new ColumnText("self", "self %", "total", "total %", "method");
            for (MethodSamples method : ColumnText.first(methods, most)) {
                table.row(
                        Long.toString(method.self()),
                        TotalsText.percent(method.self(), kind.samples()),
                        Long.toString(method.total()),
                        TotalsText.percent(method.total(), kind.samples()),
                        method.name());
            }
            table.appendTo(text);
            ColumnText.appendMore(text, methods.size(), most, "");
            text.append('\n');
        }
    }
}
