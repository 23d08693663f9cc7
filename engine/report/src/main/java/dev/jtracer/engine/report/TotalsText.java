// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.ShortNames;
import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The totals of methods and of callbacks as two tables of text.
 *
 * @param most rows of each table
 * @param names gives what to print for a name
 * @param dropped labels of the rows that are marked, because the recorder dropped them before its end
 * @param styles styles of the headings, and of methods with a tenth of the traced time
 * @param rest what to do to see the other rows, for the line below a table that is cut
 */
public record TotalsText(
        MethodOrder order, int most, UnaryOperator<String> names, Set<String> dropped, Styles styles, String rest) {
    /** A method stands out if it took this part of the traced time itself. */
    private static final int HOT_PART = 10;
    /** Index of the column of self times, before that of their percentages. */
    private static final int SELF = 2;

    /** Returns short names for the methods and callbacks of a report. */
    public static ShortNames shortNames(Functions functions, Callbacks callbacks) {
        List<String> names = new ArrayList<>();
        for (Functions.Row row : functions.rows()) {
            names.add(row.name());
        }
        for (Callbacks.Row row : callbacks.rows()) {
            names.add(row.name());
            names.add(PassSites.method(row.site()));
        }
        return new ShortNames(names);
    }

    /** Returns the time spent in traced calls by all threads: the self times of methods and of runs of callbacks. */
    public static long tracedNanos(Functions functions, Callbacks callbacks) {
        long nanos = 0;
        for (Functions.Row row : functions.rows()) {
            nanos += row.selfNanos();
        }
        for (Callbacks.Row row : callbacks.rows()) {
            nanos += row.selfNanos();
        }
        return nanos;
    }

    /** Appends the table of methods; nothing if there is none. */
    public void methods(StringBuilder text, Functions functions, long tracedNanos) {
        methods(text, functions, tracedNanos, null);
    }

    /**
     * Appends the table of methods; nothing if there is none.
     *
     * @param withoutTracer gives a column of self times without the tracer; null for none
     */
    void methods(
            StringBuilder text,
            Functions functions,
            long tracedNanos,
            @Nullable Function<Functions.Row, OptionalLong> withoutTracer) {
        List<Functions.Row> rows = order.sort(functions.rows());
        if (rows.isEmpty()) {
            return;
        }
        styles.heading(text, "Methods, by " + order.text() + ":");
        ColumnText table = new ColumnText(
                styles,
                cells(
                        withoutTracer == null ? null : "without tracer",
                        "calls",
                        "total",
                        "self",
                        "self %",
                        "min",
                        "avg",
                        "p50",
                        "p99",
                        "max",
                        "method"));
        for (Functions.Row row : ColumnText.first(rows, most)) {
            Durations calls = row.calls();
            boolean ended = calls.count() > 0;
            table.row(cells(
                    withoutTracer == null ? null : duration(withoutTracer.apply(row), row),
                    Long.toString(calls.count()),
                    ended ? DurationText.of(row.outermostNanos()) : "-",
                    ended ? DurationText.of(row.selfNanos()) : "-",
                    ended ? percent(row.selfNanos(), tracedNanos) : "-",
                    ended ? DurationText.of(calls.minNanos()) : "-",
                    ended ? DurationText.of(calls.averageNanos()) : "-",
                    ended ? DurationText.of(calls.percentileNanos(row.durations(), 50)) : "-",
                    ended ? DurationText.of(calls.percentileNanos(row.durations(), 99)) : "-",
                    ended ? DurationText.of(calls.maxNanos()) : "-",
                    names.apply(row.name())
                            + mark(row.name())
                            + notes("threw", row.threw(), "unfinished", row.unfinished())));
            if (row.selfNanos() > 0 && row.selfNanos() >= tracedNanos / HOT_PART) {
                table.alert(SELF);
                table.alert(SELF + 1);
            }
        }
        table.appendTo(text);
        appendRest(text, rows.size());
    }

    private static String duration(OptionalLong nanos, Functions.Row row) {
        return nanos.isPresent() && row.calls().count() > 0 ? DurationText.of(nanos.getAsLong()) : "-";
    }

    /** Returns the cells of a line, with one more behind those of the self time unless it is null. */
    private static String[] cells(@Nullable String more, String... cells) {
        List<String> all = new ArrayList<>(List.of(cells));
        if (more != null) {
            all.add(SELF + 2, more);
        }
        return all.toArray(new String[0]);
    }

    private String mark(String label) {
        return dropped.contains(label) ? "  (dropped)" : "";
    }

    /** Appends the table of callbacks, the ones that ran or waited longest in all first; nothing if there is none. */
    public void callbacks(StringBuilder text, Callbacks callbacks) {
        List<Callbacks.Row> rows = new ArrayList<>(callbacks.rows());
        rows.sort(new Comparator<>() {
            @Override
            public int compare(Callbacks.Row one, Callbacks.Row other) {
                int byWait = Long.compare(
                        other.runDelay().totalNanos(), one.runDelay().totalNanos());
                return byWait != 0 ? byWait : one.label().compareTo(other.label());
            }
        });
        if (rows.isEmpty()) {
            return;
        }
        styles.heading(text, "Callbacks, by their wait from pass to run, if they ran once:");
        ColumnText table = new ColumnText(
                "passed",
                "runs",
                "wait avg",
                "wait p99",
                "wait max",
                "run avg",
                "run p99",
                "run max",
                "run total",
                "callback");
        for (Callbacks.Row row : ColumnText.first(rows, most)) {
            Durations wait = row.runDelay();
            Durations run = row.run();
            boolean waited = wait.count() > 0;
            boolean ran = run.count() > 0;
            table.row(
                    Long.toString(row.passes()),
                    Long.toString(run.count()),
                    waited ? DurationText.of(wait.averageNanos()) : "-",
                    waited ? DurationText.of(wait.percentileNanos(row.runDelays(), 99)) : "-",
                    waited ? DurationText.of(wait.maxNanos()) : "-",
                    ran ? DurationText.of(run.averageNanos()) : "-",
                    ran ? DurationText.of(run.percentileNanos(row.runs(), 99)) : "-",
                    ran ? DurationText.of(run.maxNanos()) : "-",
                    ran ? DurationText.of(row.outermostNanos()) : "-",
                    PassSites.label(row.site(), row.name(), names)
                            + mark(row.label())
                            + notes("ran repeatedly", row.repeated(), "not run yet", row.notRunYet())
                            + notes("run unknown", row.unclear(), "threw", row.threw())
                            + notes("unfinished", row.unfinished(), "not needed", row.notNeeded()));
        }
        table.appendTo(text);
        appendRest(text, rows.size());
    }

    /** Returns a share in percent, with one digit behind the point; a dash if there is no whole. */
    public static String percent(long part, long whole) {
        return whole <= 0 ? "-" : DecimalText.of(100.0 * part / whole, 1);
    }

    private static String notes(String first, long firstCount, String second, long secondCount) {
        return (firstCount > 0 ? "  (" + first + ": " + firstCount + ")" : "")
                + (secondCount > 0 ? "  (" + second + ": " + secondCount + ")" : "");
    }

    /** Appends how many of the rows of a table are not shown, if any, and an empty line. */
    void appendRest(StringBuilder text, int rows) {
        ColumnText.appendMore(text, rows, most, "; " + rest);
        text.append('\n');
    }
}
