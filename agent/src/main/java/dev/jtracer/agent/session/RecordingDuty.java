// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.output.Report;
import dev.jtracer.engine.text.CountText;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Periodic rounds over a recording's spool, and the recording's end. Confined to the tracer's thread. */
final class RecordingDuty {
    /* Repeats, so that a disk that fails once does not cost the file its end. */
    private static final long SHORTEST_PAUSE_NANOS = 10_000_000;
    private static final long LONGEST_PAUSE_NANOS = 250_000_000;

    private final RecorderSpool spool;
    private final Overhead overhead;
    private final @Nullable Budget budget;
    private final WriteFailures writing;
    private final TracerCounters counters;
    private final Rotation rotation;
    private final Report report;

    /** Whether to print the name of the file once this JVM has recorded a call; false afterwards. */
    private boolean namesFile;

    /**
     * @param budget null if tracing may cost anything
     * @param namesFile whether to print the name of the file once this JVM has recorded a call. An agent from the
     *     environment does so, because it also starts in JVMs that record nothing, and prints no line there
     */
    RecordingDuty(
            RecorderSpool spool,
            Overhead overhead,
            @Nullable Budget budget,
            WriteFailures writing,
            TracerCounters counters,
            Rotation rotation,
            boolean namesFile,
            Report report) {
        this.spool = spool;
        this.overhead = overhead;
        this.budget = budget;
        this.writing = writing;
        this.counters = counters;
        this.rotation = rotation;
        this.namesFile = namesFile;
        this.report = report;
    }

    /** Drains what was recorded since the last round. Returns its amount. */
    long round(Recording recording) throws IOException {
        overhead.measureWhenWarm();
        recording.analysis();
        recording.points.write();
        long fed = spool.drainer().round();
        recording.readCpu();
        recording.writeWindows();
        rotation.check(recording);
        if (budget != null) {
            budget.check(recording, spool.drainer(), overhead.latestNanosPerTiming());
        }
        nameFileOnce(recording);
        return fed;
    }

    private void nameFileOnce(Recording recording) {
        if (namesFile && spool.events() > 0) {
            namesFile = false;
            report.say("recording to '" + recording.file().trace() + "'");
        }
    }

    /**
     * Completes the file unless it is complete, and returns the totals.
     *
     * @param longestReplayNanos how long the totals may take to catch up
     */
    Totals end(Recording recording, long longestReplayNanos) throws IOException {
        for (long pause = SHORTEST_PAUSE_NANOS; !recording.whole; pause *= 5) {
            try {
                complete(recording, longestReplayNanos);
            } catch (IOException e) {
                if (pause > LONGEST_PAUSE_NANOS) {
                    throw e;
                }
                LockSupport.parkNanos(pause);
            }
        }
        return recording.totals();
    }

    private void complete(Recording recording, long longestReplayNanos) throws IOException {
        long endNanos = writing.endNanos(System.nanoTime());
        recording.analysis();
        recording.points.close();
        recording.points.writeWaiting();
        recording.readCpuAtEnd();
        // After a failure, too: what could not be written is still in the spool, and the disk may have room again.
        long unseen = spool.drainer().finish(longestReplayNanos);
        nameFileOnce(recording);
        if (unseen > 0) {
            report.say(
                    "dropped the last " + CountText.plain(unseen, "event")
                            + " from the totals, because calls came faster than they could be summed up; the trace has them all");
        }
        recording.writer().newNames();
        recording.keepWindowsOnly(endNanos);
        recording.writer().end(endNanos, counters.ofFile(recording));
        recording.writer().close();
        recording.whole = true;
        rotation.ended(recording);
    }
}
