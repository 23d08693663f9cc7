// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.pairing.OpenSpans;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Readings of the CPU time of platform threads with long calls, for the recording. They are made on the tracer's
 * thread, so they cost the application nothing, and tell a call that works from one that waits.
 *
 * <pre>
 *  call           |---------------------- 2.35 s ----------------------|
 *  readings    .    1    .    .    .    .    .    .    .    .    .   2    3
 * </pre>
 *
 * <p>Only three readings a call are written, at any depth of its thread: the first one within it (1), the last one
 * (2), and the first one after it (3). A thread's CPU time grows at most as fast as the clock, so these bound that of
 * the call, see {@code ThreadCpu}.
 *
 * <p>Confined to the tracer's thread.
 */
public final class CpuReadings {
    private static final long PERIOD_NANOS = 20_000_000;
    /** Readings take at most this part of the time, but for a slow first time, as that of new code is. */
    private static final int PART = 50;
    /** A reading that takes longer was interrupted: it is not known when it was made. */
    private static final long LONGEST_READING_NANOS = 50_000;

    private static final int MOST_TRIES = 3;
    /** A call that is open at fewer readings is short. */
    private static final int LEAST_READINGS = 3;
    /** Deeper calls have no readings of their own. */
    private static final int MOST_LEVELS = 64;

    private final LongUnaryOperator cpuNanosOfThread;
    private final List<@Nullable ReadThread> threads = new ArrayList<>();
    private long nextNanos = System.nanoTime();
    private long tookNanos;

    /** @param cpuNanosOfThread returns the CPU time of a thread by its id; negative if it is not known */
    public CpuReadings(LongUnaryOperator cpuNanosOfThread) {
        this.cpuNanosOfThread = cpuNanosOfThread;
    }

    private static final class Reading {
        final long nanos;
        final long cpuNanos;
        boolean isWritten;

        Reading(long nanos, long cpuNanos) {
            this.nanos = nanos;
            this.cpuNanos = cpuNanos;
        }
    }

    /** The calls that were open on a thread at its latest reading. */
    private static final class ReadThread {
        final long id;
        final long[] starts = new long[MOST_LEVELS];
        final @Nullable Reading[] firsts = new Reading[MOST_LEVELS];
        final int[] readings = new int[MOST_LEVELS];
        int depth;

        @Nullable
        Reading last;

        ReadThread(long id) {
            this.id = id;
        }
    }

    /** Makes the readings that are due. */
    public void update(LiveFeed feed, RecordingWriter recording) throws IOException {
        long now = System.nanoTime();
        if (now - nextNanos < 0) {
            return;
        }
        try {
            readAll(feed, recording);
        } finally {
            long took = System.nanoTime() - now;
            nextNanos = now + Math.max(PERIOD_NANOS, PART * Math.min(took, tookNanos));
            tookNanos = took;
        }
    }

    /** Makes the last readings, and writes those of the calls that are still open. */
    public void finish(LiveFeed feed, RecordingWriter recording) throws IOException {
        readAll(feed, recording);
        for (ReadThread thread : threads) {
            if (thread != null) {
                writeClosed(thread, 0, null, recording);
            }
        }
        threads.clear();
    }

    /** Returns threads with their CPU times. */
    public List<OpenThread> withCpu(List<OpenThread> open) {
        List<OpenThread> read = new ArrayList<>();
        for (OpenThread thread : open) {
            Reading first = firstOf(thread.id());
            Reading now = first == null ? null : reading(thread.id());
            read.add(
                    first == null || now == null
                            ? thread
                            : new OpenThread(
                                    thread.id(),
                                    thread.name(),
                                    thread.calls(),
                                    now.cpuNanos - first.cpuNanos,
                                    now.nanos - first.nanos));
        }
        return read;
    }

    private @Nullable Reading firstOf(long threadId) {
        for (ReadThread thread : threads) {
            if (thread != null && thread.id == threadId && thread.depth > 0) {
                return thread.firsts[0];
            }
        }
        return null;
    }

    private void readAll(LiveFeed feed, RecordingWriter recording) throws IOException {
        for (int track = 0, size = feed.tracks(); track < size; track++) {
            OpenSpans open = feed.openOnPlatformThread(track);
            if (track == threads.size()) {
                threads.add(null);
            }
            ReadThread thread = threads.get(track);
            if (thread != null && thread.depth > 0 && (open == null || thread.id != feed.thread(track))) {
                // The outermost call has as many readings as any.
                boolean isLong = thread.readings[0] >= LEAST_READINGS;
                writeClosed(thread, 0, isLong ? reading(thread.id) : null, recording);
                thread.depth = 0;
            }
            if (open != null) {
                if (thread == null || thread.id != feed.thread(track)) {
                    thread = new ReadThread(feed.thread(track));
                    threads.set(track, thread);
                }
                read(thread, open, recording);
            }
        }
    }

    private void read(ReadThread thread, OpenSpans open, RecordingWriter recording) throws IOException {
        Reading now = reading(thread.id);
        int depth = Math.min(open.depth(), MOST_LEVELS);
        int level = 0;
        while (level < Math.min(depth, thread.depth) && thread.starts[level] == open.startNanos(level)) {
            thread.readings[level]++;
            thread.firsts[level] = thread.firsts[level] == null ? now : thread.firsts[level];
            level++;
        }
        writeClosed(thread, level, now, recording);
        for (; level < depth; level++) {
            thread.starts[level] = open.startNanos(level);
            thread.firsts[level] = now;
            thread.readings[level] = 1;
        }
        thread.depth = depth;
        thread.last = now;
    }

    /** Writes the readings of a thread's long calls from a level on, which have ended since its latest reading. */
    private static void writeClosed(
            ReadThread thread, int fromLevel, @Nullable Reading after, RecordingWriter recording) throws IOException {
        for (int level = fromLevel; level < thread.depth; level++) {
            if (thread.readings[level] >= LEAST_READINGS) {
                write(thread.id, thread.firsts[level], recording);
                write(thread.id, thread.last, recording);
                write(thread.id, after, recording);
            }
        }
    }

    private static void write(long threadId, @Nullable Reading reading, RecordingWriter recording) throws IOException {
        if (reading != null && !reading.isWritten) {
            reading.isWritten = true;
            recording.cpu(threadId, reading.nanos, reading.cpuNanos);
        }
    }

    private @Nullable Reading reading(long threadId) {
        long before = System.nanoTime();
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            long cpuNanos = cpuNanosOfThread.applyAsLong(threadId);
            long nanos = System.nanoTime();
            if (cpuNanos < 0) {
                return null;
            }
            if (nanos - before <= LONGEST_READING_NANOS) {
                return new Reading(nanos, cpuNanos);
            }
            before = nanos;
        }
        return null;
    }
}
