// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.FileListener;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.ReportText;
import java.io.IOException;

/** Starts and stops recordings, also after one has failed. Guarded by the commands' lock. */
final class RecordingCommands {
    private final RecordingStart start;
    private final RecordingStop stop;
    private final CurrentRecording current;
    private final DrainThread thread;
    private final Deadlines deadlines;
    private final Report report;

    RecordingCommands(
            RecordingStart start,
            RecordingStop stop,
            CurrentRecording current,
            DrainThread thread,
            Deadlines deadlines,
            Report report) {
        this.start = start;
        this.stop = stop;
        this.current = current;
        this.thread = thread;
        this.deadlines = deadlines;
        this.report = report;
    }

    /** Starts a recording, and ends one that has failed before. */
    Reply start() {
        Recording before = current.get();
        if (before == null) {
            return start.start();
        }
        if (!thread.hasFailed()) {
            return Reply.done("already recording to '" + current.output() + "'");
        }
        // The failed operation may work now. If it does not, it must not prevent all further recordings.
        report.say(stop(stop.ofStderr()).text());
        try {
            if (current.get() != null) {
                stop.giveUp(before, deadlines.command());
            }
            return start.start();
        } catch (IOException e) {
            return Reply.failedFile("cannot record: '" + before.file().path() + "' cannot be closed (" + e.getMessage()
                    + "); try again");
        }
    }

    /** Stops for the reader of this process's stderr. */
    Reply stop() {
        return stop(stop.ofStderr());
    }

    /** Stops for a person at a terminal, and returns lines for that. */
    Reply stop(boolean totals, FileListener files) {
        ReportText terminal = new ReportText();
        Reply stopped = stop(stop.ofTerminal(terminal.report(), totals, files));
        return new Reply(stopped.exitCode(), (stopped.text() + "\n" + terminal.text()).stripTrailing());
    }

    private Reply stop(StopReport.Audience audience) {
        return stop.stop(deadlines.stop(), deadlines.longestReplayNanos(), audience);
    }

    Reply toggle() {
        return toggleStarts() ? start() : stop();
    }

    Reply toggle(boolean totals, FileListener files) {
        return toggleStarts() ? start() : stop(totals, files);
    }

    private boolean toggleStarts() {
        Recording recording = current.get();
        return recording == null || recording.stopFailed;
    }
}
