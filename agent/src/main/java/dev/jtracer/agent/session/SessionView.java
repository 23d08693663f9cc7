// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.drain.OpenThread;
import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.engine.handler.totals.Functions;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State, counters and live totals of the session at one moment, for JMX and commands. Thread-safe.
 *
 * @param totals whether there are totals at all
 */
record SessionView(
        boolean totals,
        CurrentRecording current,
        DrainThread thread,
        RecorderSpool spool,
        Overhead overhead,
        TracerCounters counters,
        WeaveCounters weaving) {
    TracerStatus status(boolean cost) {
        Recording recording = thread.hasFailed() ? null : current.get();
        long nanos = recording == null ? 0 : System.nanoTime() - recording.header.startNanos();
        return new TracerStatus(
                recording != null,
                current.output(),
                current.number(),
                spool.events(),
                nanos,
                recording == null ? 0 : recording.events() / Math.max(1e-9, nanos / 1e9),
                (long) ChunkPool.INSTANCE.count() * ChunkPool.INSTANCE.chunkBytes(),
                counters.ofStatus(cost));
    }

    /**
     * Returns the totals of methods, of the current recording or of the last one.
     *
     * @throws IllegalStateException if there are none; a class of the JDK, which JMX can carry
     */
    Functions functions() {
        if (!totals) {
            throw new IllegalStateException(noTotals());
        }
        Recording recording = current.get();
        if (recording == null) {
            return current.lastTotals().functions();
        }
        try {
            return thread.answer(() -> recording.totals().functions());
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e.getCause());
        }
    }

    /** Returns one line for the user who asks for what {@code totals=off} leaves to a report. */
    String noTotals() {
        Recording recording = current.get();
        if (current.number() == 0) {
            return "totals='off' adds up nothing, and nothing is recorded yet; start a recording by start";
        }
        return "totals='off' adds up nothing; read the recording: java -jar tracer.jar report '"
                + (recording == null
                        ? current.output()
                        : recording.inReport(recording.file().path())) + "'";
    }

    /** Forgets the totals so far, and returns one line for the user. */
    Reply forgetTotals() {
        if (!totals) {
            return Reply.declined(noTotals());
        }
        Recording recording = current.get();
        if (recording == null) {
            current.forgetLastTotals();
            return Reply.done("totals forgotten");
        }
        try {
            thread.answer(() -> {
                recording.forgetTotals();
                return recording;
            });
            return Reply.done("totals forgotten; still recording to '" + current.output() + "'");
        } catch (IOException e) {
            return Reply.declined("cannot forget the totals (" + e.getMessage() + "); try again");
        }
    }

    /**
     * Returns the threads with open calls, the one with the oldest call first; null while nothing is recorded.
     *
     * @throws IOException if the tracer's thread does not answer
     */
    @Nullable
    List<OpenThread> openThreads() throws IOException {
        Recording recording = current.get();
        return recording == null ? null : thread.answer(() -> recording.openThreads());
    }

    /** Returns the state and the totals for a live table. */
    LiveSnapshot snapshot() {
        Recording recording = current.get();
        if (recording == null) {
            return snapshot(System.nanoTime(), null, current.lastTotals(), 0, totals ? "" : noTotals());
        }
        try {
            // The tracer's thread copies the totals and does nothing else, so that the drain goes on.
            Copy copy = thread.answer(() -> new Copy(
                    System.nanoTime(), recording.totals(), spool.drainer().threads()));
            return snapshot(copy.nanos, recording, copy.totals, copy.threads, totals ? "" : noTotals());
        } catch (IOException e) {
            return snapshot(System.nanoTime(), recording, Totals.EMPTY, 0, String.valueOf(e.getMessage()));
        }
    }

    /** A copy of the figures that only the tracer's thread may read. */
    private record Copy(long nanos, Totals totals, int threads) {}

    private LiveSnapshot snapshot(
            long nanos, @Nullable Recording recording, Totals totals, int threads, String problem) {
        Figures figures = recording == null ? spool.figures() : recording.figures();
        TracerState state = new TracerState(
                nanos,
                recording != null && !thread.hasFailed(),
                current.output(),
                recording == null ? 0 : recording.header.startNanos(),
                recording == null ? 0 : recording.sinceNanos(),
                threads,
                figures.events(),
                figures.lost().total(),
                recording == null ? 0 : recording.stalls(),
                recording == null ? 0 : recording.longestStallNanos(),
                overhead.nanosPerTiming(),
                weaving.unfollowed(),
                problem);
        return LiveSnapshot.of(state, totals.functions(), totals.callbacks());
    }
}
