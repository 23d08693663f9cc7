// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.FileListener;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.recording.RingOfFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

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
     * @param audience reads the totals
     */
    Reply stop(long deadline, long longestReplayNanos, StopReport.Audience audience) {
        Recording recording = current.get();
        if (recording == null) {
            return Reply.done("not recording");
        }
        Totals totals;
        try {
            recorder.turnOff(deadline);
            totals = thread.call(
                    new Callable<>() {
                        @Override
                        public Totals call() throws IOException {
                            // The other half is for packing and the trace; the task may have waited for a pass.
                            long half = (deadline - System.nanoTime()) / 2;
                            return end.end(recording, Math.min(longestReplayNanos, Math.max(0, half)));
                        }
                    },
                    deadline);
        } catch (IOException e) {
            thread.stopFailed(e);
            recording.stopFailed = true;
            String line = "cannot finish '" + recording.file().path() + "' (" + e.getMessage() + "); "
                    + (e instanceof NoAnswerException ? "" : "free some space and ")
                    + "stop again, or make a trace of what is there after the JVM's end with: "
                    + traces.command(recording.file());
            audience.files().failed(line);
            return Reply.failedFile(line);
        }
        thread.recovered();
        current.ended(totals);
        // A recording that may be empty is read again, and deleted if it is.
        boolean converted = !recording.file().isWanted() || recording.keepsNothing() || recording.events() == 0;
        if (converted) {
            traces.make(recording.file(), audience.files());
        }
        String stopped = stopReport.stopped(recording, totals, audience);
        if (!converted) {
            audience.files().finished("", files(recording.file()));
        }
        return Reply.done(stopped);
    }

    /** Returns the reader of this process's stderr. */
    StopReport.Audience ofStderr() {
        return stopReport.ofStderr();
    }

    /** Returns a reader at a terminal. */
    StopReport.Audience ofTerminal(Report terminal, boolean totals, FileListener files) {
        return stopReport.ofTerminal(terminal, totals, files);
    }

    private static List<Path> files(RecordingFile recording) {
        try {
            return RingOfFiles.parts(recording.path());
        } catch (IOException unreachable) {
            return List.of(recording.path());
        }
    }

    /** Leaves a recording that cannot be finished as it is. */
    void giveUp(Recording recording, long deadline) throws IOException {
        current.ended(thread.call(() -> end.giveUp(recording), deadline));
        report.say(
                "gave up '" + recording.file().path() + "': what could not be written is lost; make a trace of the rest"
                        + " with: " + traces.command(recording.file()));
    }
}
