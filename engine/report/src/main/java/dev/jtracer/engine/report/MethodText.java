// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.Styles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What a report knows of one method or callback: its totals, how its durations are spread, its callers, the calls
 * that it made, and its slowest calls with the root calls that they belong to.
 *
 * <pre>
 *   How long each took, to within 1.6 %:
 *     calls     from       to
 *        49   200 us   500 us  ########################################
 *         1   2.00 s   5.00 s  #
 *
 *   Called by:
 *     calls   total  caller
 *        50  2.35 s  OrderRequest.handle
 * </pre>
 */
public final class MethodText {
    private static final int BAR = 40;

    private final TraceReport report;
    private final String name;
    private final int most;
    private final UnaryOperator<String> names;
    private final Styles styles;
    private final TotalsText totals;

    /** Calls and times of a caller, a callee or a root call, over all paths. */
    private static final class Sum {
        long calls;
        long nanos;

        /** @param isWithin whether another call has the path's time */
        void add(CallPath path, boolean isWithin) {
            calls += path.calls() + path.unfinished();
            nanos += isWithin ? 0 : path.totalNanos();
        }
    }

    /**
     * The pairs of caller and callee that surround a path of a walk: the time of a call within another one of the
     * same pair is in the outer one's.
     */
    private static final class OpenPairs {
        private final List<Integer> depths = new ArrayList<>();
        private final Deque<Pair> open = new ArrayDeque<>();
        private final Map<List<String>, Integer> counts = new HashMap<>();

        private record Pair(int depth, List<String> names) {}

        /** Goes to the next path of the walk, which the path with the number {@code caller} makes. */
        void enter(int caller) {
            int depth = caller < 0 ? 0 : depths.get(caller) + 1;
            depths.add(depth);
            while (!open.isEmpty() && open.element().depth >= depth) {
                counts.merge(open.remove().names, -1, Integer::sum);
            }
        }

        /** Opens a pair at the present path. Returns whether an equal pair was open, which surrounds this one. */
        boolean open(String by, String called) {
            Pair pair = new Pair(depths.get(depths.size() - 1), List.of(by, called));
            open.push(pair);
            return counts.merge(pair.names, 1, Integer::sum) > 1;
        }
    }

    /**
     * @param report a report that was read with {@link ReportLimits#method} for this method
     * @param name one of {@link #matches}
     * @param most rows of each table; that of the slowest calls has half of it
     * @param names gives what to print for a name
     * @param styles styles of headings
     */
    public MethodText(TraceReport report, String name, int most, UnaryOperator<String> names, Styles styles) {
        this.report = report;
        this.name = name;
        this.most = most;
        this.names = names;
        this.styles = styles;
        this.totals = new TotalsText(MethodOrder.SELF, most, names, Set.of(), styles, "--top N shows N");
    }

    /**
     * Returns the methods and callbacks of a report that a user's word names: that of the same name, or else those
     * whose names end with it, as {@code Shop.main} and {@code main} do for {@code com.acme.Shop.main}.
     */
    public static List<String> matches(TraceReport report, String word) {
        List<String> found = names(report)
                .filter(name -> ReportLimits.isNamed(name, word))
                .distinct()
                .sorted()
                .toList();
        return found.contains(word) ? List.of(word) : found;
    }

    /** Returns the names of all methods and callbacks of a report. */
    public static Stream<String> names(TraceReport report) {
        return Stream.concat(
                report.functions().rows().stream().map(Functions.Row::name),
                report.callbacks().rows().stream().map(Callbacks.Row::name));
    }

    /** Returns the whole text; lines end with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        List<Functions.Row> methods = report.functions().find(name).stream().toList();
        List<Callbacks.Row> callbacks = report.callbacks().rows().stream()
                .filter(row -> row.name().equals(name))
                .toList();
        totals.methods(text, new Functions(methods), report.tracedNanos());
        totals.callbacks(text, new Callbacks(callbacks, 0, 0, 0));
        Histogram durations = new Histogram();
        methods.forEach(row -> durations.add(row.durations()));
        callbacks.forEach(row -> durations.add(row.runs()));
        distribution(text, durations);
        callersAndCallees(text);
        slowest(text);
        return text.toString();
    }

    private void distribution(StringBuilder text, Histogram durations) {
        TreeMap<Long, Long> rows = new TreeMap<>();
        durations.forEachBucket((bucket, values) -> rows.merge(start(Histogram.middle(bucket)), values, Long::sum));
        if (rows.isEmpty()) {
            return;
        }
        styles.heading(text, "How long each took, to within 1.6 %:");
        ColumnText table = new ColumnText("calls", "from", "to", "");
        long highest = rows.values().stream().mapToLong(Long::longValue).max().orElse(1);
        rows.forEach((start, values) ->
                table.row(Long.toString(values), DurationText.of(start), DurationText.of(end(start)), "#".repeat((int)
                                Math.max(1, Math.round((double) BAR * values / highest)))));
        table.appendTo(text);
        text.append('\n');
    }

    /** Returns the start of the row that a duration belongs to: 0, or 1, 2 or 5 times a power of ten. */
    private static long start(long nanos) {
        long power = 1;
        while (nanos / power >= 10) {
            power *= 10;
        }
        long digit = nanos / power;
        return power * (digit >= 5 ? 5 : Math.min(digit, 2));
    }

    /** Returns the end of a row, which is the start of the next one. */
    private static double end(long start) {
        if (start == 0) {
            return 1;
        }
        return Long.toString(start).startsWith("2") ? 2.5 * start : 2.0 * start;
    }

    private void callersAndCallees(StringBuilder text) {
        Map<String, Sum> callers = new HashMap<>();
        Map<String, Sum> callees = new HashMap<>();
        Map<String, Sum> roots = new HashMap<>();
        List<CallPath> visited = new ArrayList<>();
        OpenPairs pairs = new OpenPairs();
        List<String> rootOf = new ArrayList<>();
        BitSet within = new BitSet();
        CallPath.visit(report.paths().roots(), (path, caller) -> {
            String by = caller < 0 ? "" : visited.get(caller).name();
            boolean isCallee = by.equals(name);
            pairs.enter(caller);
            String root = caller < 0 ? path.name() : rootOf.get(caller);
            boolean isWithin = isCallee || caller >= 0 && within.get(caller);
            within.set(visited.size(), isWithin);
            rootOf.add(root);
            visited.add(path);
            boolean isRepeated = (isCallee || path.name().equals(name)) && pairs.open(by, path.name());
            if (path.name().equals(name)) {
                callers.computeIfAbsent(by, key -> new Sum()).add(path, isRepeated);
                if (!root.equals(name)) {
                    roots.computeIfAbsent(root, key -> new Sum()).add(path, isWithin);
                }
            }
            if (isCallee) {
                callees.computeIfAbsent(path.name(), key -> new Sum()).add(path, isRepeated);
            }
        });
        table(text, "Called by:", "caller", callers);
        table(text, "Calls that it made:", "callee", callees);
        table(text, "Within root calls:", "root call", roots);
        if (report.paths().dropped() > 0) {
            text.append("  callers, callees and root calls of "
                    + CountText.of(report.paths().dropped(), "call")
                    + " are not known: the trace has too many different paths\n\n");
        }
    }

    private void table(StringBuilder text, String title, String column, Map<String, Sum> sums) {
        if (sums.isEmpty()) {
            return;
        }
        styles.heading(text, title);
        ColumnText table = new ColumnText("calls", "total", column);
        List<Map.Entry<String, Sum>> rows = sums.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Sum> row) -> -row.getValue().nanos)
                        .thenComparing(Map.Entry::getKey))
                .toList();
        for (Map.Entry<String, Sum> row : ColumnText.first(rows, most)) {
            Sum sum = row.getValue();
            boolean isItself = row.getKey().equals(name);
            table.row(
                    Long.toString(sum.calls),
                    // The time of a call within one of the same method is in the outer one's.
                    isItself ? "-" : DurationText.of(sum.nanos),
                    isItself ? "itself" : row.getKey().isEmpty() ? "none: a root call" : names.apply(row.getKey()));
        }
        table.appendTo(text);
        totals.appendRest(text, rows.size());
    }

    private void slowest(StringBuilder text) {
        List<SlowCall> calls = report.slowCalls().byDuration();
        // The slowest of another method may have taken the place of one of this method's.
        if (calls.isEmpty() || calls.stream().anyMatch(call -> !call.name().equals(name))) {
            return;
        }
        styles.heading(text, "Its slowest calls, with the path from the root call (--call N opens root call N):");
        ColumnText table = new ColumnText("took", "self", "began", "thread", "root call", "path");
        List<RootCall> roots = report.rootCalls();
        for (SlowCall call : ColumnText.first(calls, Math.max(1, most / 2))) {
            table.row(
                    DurationText.of(call.durationNanos()),
                    DurationText.of(call.selfNanos()),
                    report.offset(call.startNanos()),
                    report.threadName(call.track()),
                    number(roots, call),
                    RequestText.path(call.path(), names) + (call.unfinished() ? "  (unfinished)" : ""));
        }
        table.appendTo(text);
        states(text, ColumnText.first(calls, Math.max(1, most / 2)));
    }

    private void states(StringBuilder text, List<SlowCall> calls) {
        ColumnText table = new ColumnText("took", "began", "of it", "count", "state");
        boolean isKnown = false;
        for (SlowCall call : calls) {
            for (ThreadStates.State state : report.mostStates(call.track(), call.startNanos(), call.durationNanos())) {
                boolean isSampled = state.samples() > 0;
                String of = isSampled ? "of " + CountText.plain(state.samples(), "sample") + ": " : "";
                table.row(
                        DurationText.of(call.durationNanos()),
                        report.offset(call.startNanos()),
                        isSampled ? "" : DurationText.of(state.nanos()),
                        Long.toString(state.count()),
                        of + RequestText.name(state, names));
                isKnown = true;
            }
        }
        if (isKnown) {
            text.append('\n');
            styles.heading(text, "What their threads did then, by JFR:");
            table.appendTo(text);
        }
    }

    /** Returns the number of the root call in which a call is; empty if it is none of the slowest. */
    private static String number(List<RootCall> roots, SlowCall call) {
        for (int i = 0; i < roots.size(); i++) {
            RootCall root = roots.get(i);
            if (root.track() == call.track()
                    && root.startNanos() <= call.startNanos()
                    && call.startNanos() + call.durationNanos() <= root.startNanos() + root.durationNanos()) {
                return Integer.toString(i + 1);
            }
        }
        return "";
    }
}
