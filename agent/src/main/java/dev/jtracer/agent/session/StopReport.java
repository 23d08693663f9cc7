// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOptions.TotalsForm;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.control.FileReplies;
import dev.jtracer.agent.control.Tracing;
import dev.jtracer.agent.drain.SlowCallWindows;
import dev.jtracer.agent.output.Millis;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.CallbackRuns;
import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.report.MethodOrder;
import dev.jtracer.engine.report.TotalsText;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.Styles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lines that the user gets when a recording has been stopped.
 *
 * @param budget limit of the cost; null for none
 */
record StopReport(
        AgentOptions options,
        Overhead overhead,
        @Nullable Budget budget,
        WeaveCounters weaving,
        WriteFailures writing,
        Report stderr) {
    private static final int MOST_ROWS = 20;

    /**
     * The reader of a stop's results.
     *
     * @param report receives the totals and the losses
     * @param totals form of the totals
     * @param quiet whether the cost of a timing is omitted
     * @param files receives what becomes of the recording's file
     */
    record Audience(Report report, TotalsForm totals, boolean quiet, FileReplies files) {}

    /** Returns the reader of this process's stderr. */
    Audience ofStderr() {
        return new Audience(stderr, options.stderr().totals(), options.stderr().quiet(), FileReplies.NONE);
    }

    /** Returns a reader at a terminal, who gets totals whatever stderr is to show. */
    Audience ofTerminal(Report report, Tracing.Terminal terminal) {
        TotalsForm form = options.stderr().totals() == TotalsForm.LINES ? TotalsForm.LINES : TotalsForm.TABLES;
        return new Audience(report, terminal.totals() ? form : TotalsForm.NONE, !terminal.totals(), terminal.files());
    }

    /** Reports the totals and the losses, and returns the line that answers the command. */
    String stopped(Recording recording, Totals totals, Audience audience) {
        Report report = audience.report();
        Figures figures = recording.figures();
        long events = figures.events();
        LostRecords lost = figures.lost();
        if (events > 0) {
            figures(recording, figures, totals, audience);
        }
        reportDropped(recording, figures, report);
        String unfollowed = events > 0 ? weaving.unfollowed() : "";
        if (!unfollowed.isEmpty()) {
            report.say(TraceWords.NOT_FOLLOWED_LINE + unfollowed);
        }
        String droppedMethods = budget == null ? "" : budget.summary();
        if (!droppedMethods.isEmpty()) {
            report.say(droppedMethods);
        }
        if (recording.slow != null && events > 0) {
            slowCallLines(recording.slow).forEach(report::say);
        }
        if (lost.total() > 0 && recording.file().isWanted() && recording.files() == 1) {
            // For other files, the line that follows the trace reports it; for several, the answer.
            report.say("'" + recording.file().trace() + "' holds " + CountText.plain(events, "record") + "; "
                    + CountText.plain(lost.total(), "record") + " lost (" + causes(lost) + ")");
        }
        long overwritten = recording.writer().overwritten();
        String stopped = "stopped; recorded " + CountText.plain(events, "event")
                + (recording.file().isWanted() ? " to " + files(recording) : "")
                + (overwritten > 0
                        ? ", retained " + (recording.slow == null ? "the last " : "") + (events - overwritten)
                        : "")
                + (recording.slow == null ? "" : "; " + slowCalls(recording.slow))
                + (lost.total() > 0 ? ", lost " + causes(lost) : "")
                + (writing.endingText().isEmpty() ? "" : ", ended " + writing.endingText());
        if (report != stderr && recording.file().isWanted() && events > 0) {
            // For a trace, the line that follows it names the file.
            stderr.say(stopped);
        }
        return stopped;
    }

    private static String files(Recording recording) {
        String last = "'" + recording.file().trace() + "'";
        return recording.files() > 1 ? CountText.plain(recording.files(), "file") + ", the last " + last : last;
    }

    private void figures(Recording recording, Figures figures, Totals totals, Audience audience) {
        Report report = audience.report();
        if (report != stderr && !audience.quiet()) {
            report.overhead(overhead.nanosPerTiming());
        } else if (!audience.quiet()) {
            overhead.printOnce(report);
        }
        long timings = Math.round(figures.events() * overhead.nanosPerTiming());
        Callbacks callbacks = figures.lost().total() > 0 ? totals.callbacks().withLosses() : totals.callbacks();
        if (audience.totals() == TotalsForm.TABLES) {
            report.tables(tables(recording, totals.functions(), callbacks), timings, otherCost());
        } else if (audience.totals() == TotalsForm.LINES) {
            report.totals(totals.functions(), callbacks, timings, otherCost());
        }
    }

    private String otherCost() {
        return overhead.besides().text(LossCounter.WAITED_NANOS.count());
    }

    private static String causes(LostRecords lost) {
        String failure = LossCounter.lastFailure();
        return lost.causes() + (lost.failures() > 0 && !failure.isEmpty() ? ", the last a " + failure : "");
    }

    private String tables(Recording recording, Functions functions, Callbacks callbacks) {
        String command = "see java -jar tracer.jar report "
                + recording.inReport(recording.file().trace());
        if (!options.switches().totals()) {
            return "no totals, by totals=off; " + command;
        }
        MethodOrder order = MethodOrder.find(options.stderr().sort()).orElse(MethodOrder.SELF);
        TotalsText text = new TotalsText(
                order, MOST_ROWS, TotalsText.shortNames(functions, callbacks), Set.of(), Styles.PLAIN, command);
        StringBuilder tables = new StringBuilder();
        text.methods(tables, functions, TotalsText.tracedNanos(functions, callbacks));
        text.callbacks(tables, callbacks);
        return tables.toString();
    }

    private void reportDropped(Recording recording, Figures figures, Report report) {
        long runs = recording.runsDropped();
        if (runs > 0) {
            report.say("dropped " + CountText.plain(runs, "run") + " of callbacks, by callback-runs="
                    + CallbackRuns.limit());
        }
        if (figures.callsDropped() > 0) {
            report.say("recorded " + CountText.plain(figures.callsChosen(), "root call") + " and dropped "
                    + CountText.plain(figures.callsDropped(), "other") + ", by sample-calls="
                    + options.weaving().sampledCalls());
        }
        long points = figures.droppedPoints();
        if (points > 0) {
            report.say("dropped " + CountText.plain(points, "line")
                    + " of text, because texts came faster than they could be written");
        }
    }

    /** Returns how many slow calls were found, are retained, and were dropped. */
    private static String slowCalls(SlowCallWindows slow) {
        return CountText.plain(slow.found(), "slow call") + " found, " + (slow.found() - slow.dropped()) + " retained"
                + (slow.dropped() > 0 ? ", " + slow.dropped() + " dropped for longer ones or for want of room" : "");
    }

    /** Returns a line with the figures, and one for each window, numbered as the parts of the trace are. */
    private static List<String> slowCallLines(SlowCallWindows slow) {
        List<String> lines = new ArrayList<>();
        String least = Quantity.DURATION.format(slow.windows().leastNanos());
        lines.add(slowCalls(slow) + " (slow=" + least + ")");
        if (slow.running() > 0) {
            lines.add(CountText.plain(slow.running(), "call") + " had run for " + least
                    + " or longer and had not ended; dropped");
        }
        int part = 0;
        for (RetainedWindow window : slow.windows().windows()) {
            StringBuilder line =
                    new StringBuilder("retained part ").append(++part).append(": ");
            Millis.append(line, Math.max(0, window.fromNanos())).append("ms to ");
            Millis.append(line, window.toNanos()).append("ms, ");
            line.append(CountText.plain(window.calls(), "slow call")).append(", ");
            line.append("the longest ");
            Millis.append(line, window.longestNanos()).append("ms ").append(window.longest());
            lines.add(line.toString());
        }
        return lines;
    }
}
