// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.watch.LiveSnapshot;
import dev.jtracer.agent.watch.TracerState;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The tracer's state and totals at one moment, for a live table. Read by the tracer's own threads. */
final class SnapshotView {
    private final CurrentRecording current;
    private final DrainThread thread;
    private final RecorderSpool spool;
    private final Overhead overhead;
    private final Deadlines deadlines;

    SnapshotView(
            CurrentRecording current, DrainThread thread, RecorderSpool spool, Overhead overhead, Deadlines deadlines) {
        this.current = current;
        this.thread = thread;
        this.spool = spool;
        this.overhead = overhead;
        this.deadlines = deadlines;
    }

    LiveSnapshot snapshot() {
        Recording recording = current.get();
        if (recording == null) {
            return new Moment(null, current.lastTotals(), 0, "").snapshot();
        }
        try {
            // The tracer's thread copies the totals and does nothing else, so that the drain goes on.
            return thread.call(() -> moment(recording), deadlines.command()).snapshot();
        } catch (IOException e) {
            return new Moment(recording, Totals.EMPTY, 0, String.valueOf(e.getMessage())).snapshot();
        }
    }

    private Moment moment(Recording recording) {
        return new Moment(recording, recording.totals(), spool.drainer().threads(), "");
    }

    /** The state and the totals of one moment, from which a snapshot is made. */
    private final class Moment {
        private final long nanos = System.nanoTime();
        private final @Nullable Recording recording;
        private final Totals totals;
        private final int threads;
        private final String problem;

        Moment(@Nullable Recording recording, Totals totals, int threads, String problem) {
            this.recording = recording;
            this.totals = totals;
            this.threads = threads;
            this.problem = problem;
        }

        LiveSnapshot snapshot() {
            TracerState state = new TracerState(
                    nanos,
                    recording != null && !thread.hasFailed(),
                    current.output(),
                    recording == null ? 0 : recording.header.startNanos(),
                    recording == null ? 0 : recording.sinceNanos(),
                    threads,
                    spool.events(),
                    spool.lost().total(),
                    recording == null ? 0 : recording.lags.count(),
                    recording == null ? 0 : recording.lags.longestNanos(),
                    overhead.nanosPerTiming(),
                    problem);
            return LiveSnapshot.of(state, totals.functions(), totals.callbacks());
        }
    }
}
