// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.recording.LostRecords;

/** The lines that the user gets when a recording has been stopped. */
final class StopReport {
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
        if (!options.stderr().quiet()) {
            report.totals(totals.functions(), totals.callbacks(), events, overhead.nanosPerTiming());
        }
        leftOut(recording);
        if (lost.total() > 0 && recording.file.isWanted()) {
            // For other files, the line that follows the trace reports it.
            report.say("'" + recording.file.trace() + "' holds " + events + " records; " + lost.total()
                    + " records lost (" + lost.causes() + ")");
        }
        long overwritten = recording.writer.overwritten();
        return "stopped; recorded " + events + " events"
                + (overwritten > 0 ? ", kept the last " + (events - overwritten) : "")
                + (lost.total() > 0 ? ", lost " + lost.causes() : "");
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
