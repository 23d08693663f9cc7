// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.FileListener;
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
    String start() {
        Recording before = current.get();
        if (before == null) {
            return start.start();
        }
        if (!thread.hasFailed()) {
            return "already recording to '" + current.output() + "'";
        }
        // The failed operation may work now. If it does not, it must not prevent all further recordings.
        report.say(stop(stop.ofStderr()));
        try {
            if (current.get() != null) {
                stop.giveUp(before, deadlines.command());
            }
            return start.start();
        } catch (IOException e) {
            return "cannot record: '" + before.file().path() + "' cannot be closed (" + e.getMessage() + "); try again";
        }
    }

    /** Stops for the reader of this process's stderr. */
    String stop() {
        return stop(stop.ofStderr());
    }

    /** Stops for a person at a terminal, and returns lines for that. */
    String stop(boolean totals, FileListener files) {
        ReportText terminal = new ReportText();
        String stopped = stop(stop.ofTerminal(terminal.report(), totals, files));
        return (stopped + "\n" + terminal.text()).stripTrailing();
    }

    private String stop(StopReport.Audience audience) {
        return stop.stop(deadlines.stop(), deadlines.longestReplayNanos(), audience);
    }

    String toggle() {
        return toggleStarts() ? start() : stop();
    }

    String toggle(boolean totals, FileListener files) {
        return toggleStarts() ? start() : stop(totals, files);
    }

    private boolean toggleStarts() {
        Recording recording = current.get();
        return recording == null || recording.stopFailed;
    }
}
