// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.recording.LostRecords;
import dev.jtracer.engine.report.MethodOrder;
import dev.jtracer.engine.report.ShortNames;
import dev.jtracer.engine.report.TotalsText;

/** The lines that the user gets when a recording has been stopped. */
final class StopReport {
    private static final int MOST_ROWS = 20;

    private final AgentOptions options;
    private final Overhead overhead;
    private final Report report;

    StopReport(AgentOptions options, Overhead overhead, Report report) {
        this.options = options;
        this.overhead = overhead;
        this.report = report;
    }

    /** Reports the totals and the losses, and returns the line that answers the command. */
    String stopped(Recording recording, Totals totals) {
        long events = recording.events();
        LostRecords lost = recording.lost();
        switch (options.stderr().totals()) {
            case TABLES -> report.tables(tables(recording, totals), events, overhead.nanosPerTiming());
            case LINES -> report.totals(totals.functions(), totals.callbacks(), events, overhead.nanosPerTiming());
            case NONE -> {}
        }
        leftOut(recording);
        if (recording.slow != null) {
            SlowCallLines.of(recording.slow).forEach(report::say);
        }
        if (lost.total() > 0 && recording.file.isWanted()) {
            // For other files, the line that follows the trace reports it.
            report.say("'" + recording.file.trace() + "' holds " + events + " records; " + lost.total()
                    + " records lost (" + lost.causes() + ")");
        }
        long overwritten = recording.writer.overwritten();
        return "stopped; recorded " + events + " events"
                + (overwritten > 0
                        ? ", kept " + (recording.slow == null ? "the last " : "") + (events - overwritten)
                        : "")
                + (recording.slow == null ? "" : "; " + SlowCallLines.figures(recording.slow))
                + (lost.total() > 0 ? ", lost " + lost.causes() : "");
    }

    private String tables(Recording recording, Totals totals) {
        MethodOrder order = MethodOrder.find(options.stderr().sort()).orElse(MethodOrder.SELF);
        TotalsText text = new TotalsText(
                order,
                MOST_ROWS,
                new ShortNames(totals.functions(), totals.callbacks()),
                "see java -jar tracer.jar report " + recording.file.trace());
        StringBuilder tables = new StringBuilder();
        text.methods(tables, totals.functions(), TotalsText.tracedNanos(totals.functions(), totals.callbacks()));
        text.callbacks(tables, totals.callbacks());
        return tables.toString();
    }

    private void leftOut(Recording recording) {
        long runs = recording.runsLeftOut();
        if (runs > 0) {
            report.say("left " + runs + " runs of callbacks out, by callback-runs="
                    + options.weaving().callbacks().mostRuns());
        }
        long points = recording.points.dropped();
        if (points > 0) {
            report.say("left " + points + " lines of text out, which came faster than they could be written");
        }
    }
}
