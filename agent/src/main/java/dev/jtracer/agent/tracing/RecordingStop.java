// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.output.Report;
import java.io.IOException;

/** Stops the current recording. */
final class RecordingStop {
    private final CurrentRecording current;
    private final DrainThread thread;
    private final Recorder recorder;
    private final RecordingEnd end;
    private final TraceMaker traces;
    private final StopReport stopReport;
    private final Report report;

    RecordingStop(
            CurrentRecording current,
            DrainThread thread,
            Recorder recorder,
            RecordingEnd end,
            TraceMaker traces,
            StopReport stopReport,
            Report report) {
        this.current = current;
        this.thread = thread;
        this.recorder = recorder;
        this.end = end;
        this.traces = traces;
        this.stopReport = stopReport;
        this.report = report;
    }

    /**
     * Stops, and returns one line for the user.
     *
     * @param deadline when to give up waiting for the tracer's thread
     * @param longestReplayNanos how long the totals may take to catch up
     */
    String stop(long deadline, long longestReplayNanos) {
        Recording recording = current.get();
        if (recording == null) {
            return "not recording";
        }
        Totals totals;
        try {
            recorder.turnOff(deadline);
            totals = thread.call(() -> end.end(recording, longestReplayNanos), deadline);
        } catch (IOException e) {
            thread.stopFailed(e);
            recording.stopFailed = true;
            return "cannot finish '" + recording.file.path() + "' (" + e.getMessage() + "); "
                    + (e instanceof NoAnswerException ? "" : "free some space and ")
                    + "stop again, or make a trace of what is there after the JVM's end with: "
                    + traces.command(recording.file);
        }
        thread.recovered();
        current.ended(totals);
        if (!recording.file.isWanted() || recording.keepsNothing()) {
            traces.make(recording.file);
        }
        return stopReport.stopped(recording, totals);
    }

    /** Leaves a recording that cannot be finished as it is. */
    void giveUp(Recording recording, long deadline) throws IOException {
        current.ended(thread.call(() -> end.giveUp(recording), deadline));
        report.say(
                "gave up '" + recording.file.path() + "': what could not be written is lost; make a trace of the rest"
                        + " with: " + traces.command(recording.file));
    }
}
