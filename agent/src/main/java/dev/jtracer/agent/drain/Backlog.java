// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.recording.RecordSink;
import dev.jtracer.agent.recording.RecordingWriter;
import dev.jtracer.agent.recording.WrittenChunk;
import dev.jtracer.bootstrap.ChunkPool;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Chunks that are in the recording and that the live handlers have not seen yet, because the application was too busy. */
final class Backlog {
    /* Writing a record takes the drain 6 ns, showing it to the live handlers 20 more. Two threads that record at full
     * speed on two cores leave no core for that: then records are only written, and shown when there is time. Whether
     * that is so is seen by the pool running dry, and later by the rate at which chunks come. */
    private static final long WINDOW_NANOS = 1_000_000_000;
    private static final int BUSY_CHUNKS_A_WINDOW = 1_500;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private boolean growing;
    private long windowEndNanos;
    private int chunksInWindow;

    /** Whether chunks should be put off now. */
    boolean isGrowing() {
        return growing;
    }

    /** Looks again whether the application leaves time for the live handlers. To be called in every pass. */
    void look(long nowNanos) {
        if (ChunkPool.INSTANCE.isEmpty()) {
            startWindow(nowNanos);
        } else if (growing && nowNanos - windowEndNanos >= 0) {
            if (chunksInWindow >= BUSY_CHUNKS_A_WINDOW) {
                startWindow(nowNanos);
            } else {
                growing = false;
            }
        }
    }

    private void startWindow(long nowNanos) {
        if (!growing || nowNanos - windowEndNanos >= 0) {
            chunksInWindow = 0;
        }
        growing = true;
        windowEndNanos = nowNanos + WINDOW_NANOS;
    }

    /** Writes the cursor's chunk and puts it off. Returns how many records it has. */
    int defer(BufferCursor cursor, RecordingWriter recording) throws IOException {
        WrittenChunk written = cursor.defer(recording);
        entries.add(new Entry(cursor, written));
        chunksInWindow++;
        return written.records();
    }

    /** Shows the oldest chunk to the sink. Returns how many records that were; 0 when nothing is left. */
    int replayOldest(RecordingWriter recording, RecordSink sink) throws IOException {
        Entry oldest = entries.poll();
        if (oldest == null) {
            return 0;
        }
        oldest.cursor.caughtUp();
        recording.replay(oldest.chunk, sink);
        return oldest.chunk.records();
    }

    /** Forgets what is left. Returns how many records that were. */
    long clear() {
        long records = 0;
        for (Entry entry : entries) {
            entry.cursor.caughtUp();
            records += entry.chunk.records();
        }
        entries.clear();
        return records;
    }

    private record Entry(BufferCursor cursor, WrittenChunk chunk) {}
}
