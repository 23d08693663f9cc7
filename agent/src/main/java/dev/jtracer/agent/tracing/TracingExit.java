// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.output.Report;

/** Finishes the recording, the traces and the spool at the JVM's exit. Guarded by the commands' lock. */
final class TracingExit {
    private final RecordingStop stop;
    private final CurrentRecording current;
    private final DrainThread thread;
    private final TraceMaker traces;
    private final RecorderSpool spool;
    private final Deadlines deadlines;
    private final Report report;

    TracingExit(
            RecordingStop stop,
            CurrentRecording current,
            DrainThread thread,
            TraceMaker traces,
            RecorderSpool spool,
            Deadlines deadlines,
            Report report) {
        this.stop = stop;
        this.current = current;
        this.thread = thread;
        this.traces = traces;
        this.spool = spool;
        this.deadlines = deadlines;
        this.report = report;
    }

    void exit(long deadline) {
        if (current.get() != null) {
            Reply stopped =
                    stop.stop(deadlines.stopAtExit(deadline), deadlines.longestReplayNanosAtExit(), stop.ofStderr());
            if (thread.hasFailed()) {
                report.say(stopped.text());
            }
        }
        traces.finish(deadline);
        // After a failure the spool still holds what could not be written.
        if (!thread.hasFailed()) {
            spool.delete(report);
        }
    }
}
