// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.live.LiveSnapshot.CallbackCounts;
import dev.jtracer.agent.live.LiveSnapshot.MethodCounts;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.report.ColumnText;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.ShortNames;
import dev.jtracer.engine.text.Styles;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A frame as lines of text, with or without the packages of names. */
record FrameText(boolean fullNames, Styles styles) {
    /** Width of a column of numbers, so that the table does not jump from frame to frame. */
    private static final int WIDTH = 8;

    /** Index of the column of self times, before that of their part of a core. */
    private static final int SELF = 1;

    /** Lines of a frame that are not rows: header, titles, blank lines and keys. */
    private static final int OTHER_LINES = 12;

    /** A method stands out if it took this part of all self times. */
    private static final int HOT_PART = 10;

    /**
     * Returns the text of a frame.
     *
     * @param most rows of each table
     * @param lines lines that the frame may have at most; 0 for any number
     */
    String text(Frame frame, TopOrder order, int most, int lines) {
        Window window = frame.window();
        StringBuilder text = new StringBuilder();
        head(text, frame);
        int callbackRows = Math.min(most, window.callbacks().size());
        int methodRows = most;
        if (lines > 0) {
            int notFollowed = window.state().notFollowed().isEmpty() ? 0 : 1;
            int room = Math.max(2, lines - OTHER_LINES - notFollowed);
            callbackRows = Math.min(callbackRows, room / 3);
            methodRows = Math.min(methodRows, room - callbackRows);
        }
        UnaryOperator<String> names = names(window);
        methods(text, window, order, methodRows, names);
        callbacks(text, window, callbackRows, names);
        return text.toString();
    }

    private UnaryOperator<String> names(Window window) {
        if (fullNames) {
            return UnaryOperator.identity();
        }
        return new ShortNames(Stream.concat(
                        window.methods().stream().map(method -> method.all().name()),
                        window.callbacks().stream()
                                .map(Window.Counts::all)
                                .flatMap(all -> Stream.of(all.name(), PassSites.method(all.site()))))
                .toList());
    }

    private void head(StringBuilder text, Frame frame) {
        Window window = frame.window();
        TracerState state = window.state();
        text.append("process ").append(frame.pid());
        if (state.recording()) {
            text.append(", recording for " + DurationText.of(state.nanos() - state.startNanos()) + " to '"
                    + state.output() + "', " + CountText.of(state.threads(), "thread"));
        } else {
            text.append(", not recording");
            if (!state.output().isEmpty()) {
                text.append(state.problem().isEmpty() ? ", totals of the last recording, to" : ", last recording to");
                text.append(" '" + state.output() + "'");
            }
        }
        text.append('\n');
        if (!state.problem().isEmpty()) {
            text.append(styles.alert("no totals: " + state.problem())).append('\n');
        }
        String time = DurationText.of(window.nanos());
        text.append(window.sinceBegin() ? "since the begin of the totals, " + time + " ago" : "last " + time);
        text.append(": " + rate(window.eventsPerSecond()) + " records/s; "
                + (state.lost() == 0 ? "lost 0" : styles.alert("lost " + state.lost())) + "; stalls " + state.stalls());
        if (state.stalls() > 0) {
            text.append(", longest ").append(DurationText.of(state.longestStallNanos()));
        }
        text.append('\n');
        overhead(text, frame);
        if (!state.notFollowed().isEmpty()) {
            text.append(TraceWords.NOT_FOLLOWED_LINE + state.notFollowed() + "\n");
        }
        text.append('\n');
    }

    private static void overhead(StringBuilder text, Frame frame) {
        double nanos = frame.window().state().nanosPerTiming();
        text.append("tracer: ");
        if (nanos == 0) {
            text.append("cost of a timing not measured yet");
        } else {
            text.append(String.format(Locale.ROOT, "%.1f ns a timing, ", nanos)
                    + percent(frame.window().recordingCores()) + " of a core on the application's threads");
        }
        if (!Double.isNaN(frame.tracerThreadCores())) {
            text.append("; its own threads ").append(percent(frame.tracerThreadCores()));
        }
        if (!Double.isNaN(frame.tracerShare())) {
            text.append("; ").append(percent(frame.tracerShare())).append(" of the JVM's CPU time");
        }
        text.append('\n');
    }

    private void methods(StringBuilder text, Window window, TopOrder order, int most, UnaryOperator<String> names) {
        List<Window.Counts<MethodCounts>> methods = order.sort(window.methods());
        if (methods.isEmpty()) {
            text.append(window.state().problem().isEmpty() ? "no call has ended yet\n" : "");
            return;
        }
        text.append(styles.heading("Methods, by " + order.text() + ":")).append('\n');
        long hot = methods.stream()
                        .mapToLong(method -> method.recent().selfNanos())
                        .sum()
                / HOT_PART;
        ColumnText table = new ColumnText(
                styles,
                right("calls/s"),
                right("self/s"),
                right("open %"),
                right("total/s"),
                right("p50"),
                right("p99"),
                right("calls"),
                right("self"),
                "method");
        methods.stream().limit(most).forEach(method -> {
            double self = window.perSecond(method.recent().selfNanos());
            table.row(
                    rate(window.perSecond(method.recent().calls())),
                    DurationText.of(self),
                    String.format(Locale.ROOT, "%.1f", 100 * Window.cores(self)),
                    DurationText.of(window.perSecond(method.recent().totalNanos())),
                    percentile(method.recent().durations(), 50),
                    percentile(method.recent().durations(), 99),
                    Long.toString(method.all().calls()),
                    DurationText.of(method.all().selfNanos()),
                    names.apply(method.all().name()));
            if (method.recent().selfNanos() > 0 && method.recent().selfNanos() >= hot) {
                table.alert(SELF);
                table.alert(SELF + 1);
            }
        });
        table.appendTo(text);
        ColumnText.appendMore(text, methods.size(), most, "");
    }

    private void callbacks(StringBuilder text, Window window, int most, UnaryOperator<String> names) {
        List<Window.Counts<CallbackCounts>> callbacks = window.callbacks().stream()
                .sorted(Comparator.<Window.Counts<CallbackCounts>>comparingLong(
                                callback -> callback.recent().passes())
                        .thenComparingLong(callback -> callback.all().passes())
                        .reversed()
                        .thenComparing(callback -> callback.all().label()))
                .toList();
        if (callbacks.isEmpty()) {
            return;
        }
        text.append('\n').append(styles.heading("Callbacks, by passes:")).append('\n');
        ColumnText table = new ColumnText(
                right("passed/s"),
                right("runs/s"),
                right("wait p99"),
                right("not run"),
                right("unclear"),
                right("passed"),
                right("runs"),
                "callback");
        callbacks.stream()
                .limit(most)
                .forEach(callback -> table.row(
                        rate(window.perSecond(callback.recent().passes())),
                        rate(window.perSecond(callback.recent().runs())),
                        percentile(callback.recent().waits(), 99),
                        notRun(callback.all()),
                        Long.toString(callback.all().unclear()),
                        Long.toString(callback.all().passes()),
                        Long.toString(callback.all().runs()),
                        PassSites.label(callback.all().site(), callback.all().name(), names)));
        table.appendTo(text);
        ColumnText.appendMore(text, callbacks.size(), most, "");
    }

    private static String notRun(CallbackCounts callback) {
        return callback.notRunYet() == callback.pending() ? Long.toString(callback.pending()) : "not needed";
    }

    private static String percentile(Histogram durations, double percent) {
        return durations.count() == 0 ? "-" : DurationText.of(durations.percentile(percent));
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    /** Returns a number per second with at most five digits. */
    private static String rate(double perSecond) {
        if (perSecond >= 1e6) {
            return String.format(Locale.ROOT, "%.1fM", perSecond / 1e6);
        }
        if (perSecond >= 1e5) {
            return String.format(Locale.ROOT, "%.0fk", perSecond / 1e3);
        }
        return String.format(Locale.ROOT, perSecond == 0 || perSecond >= 10 ? "%.0f" : "%.1f", perSecond);
    }

    private static String right(String title) {
        return DecimalText.right(title, WIDTH);
    }
}
