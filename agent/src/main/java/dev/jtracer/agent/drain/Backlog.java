// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.WrittenChunk;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Chunks in the recording that the live handlers have not received yet because the application was too busy. */
final class Backlog {
    /* A third of the drain's time for a record goes into the live handlers. Two threads that record at full speed on
     * two cores leave no core for that: records are then only written, and passed on when there is time.
     * An empty pool starts this mode; a window in which few chunks arrive ends it. */
    private static final long WINDOW_NANOS = 1_000_000_000;
    private static final int BUSY_CHUNKS_A_WINDOW = 5_000;

    private final Deque<Entry> entries = new ArrayDeque<>();
    private boolean growing;
    private long windowEndNanos;
    private int chunksInWindow;

    /** Returns whether chunks are to be deferred now. */
    boolean isGrowing() {
        return growing;
    }

    /** Returns whether the live handlers have received all chunks. */
    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Updates {@link #isGrowing} by whether there is time for the live handlers. Called in every round. */
    void update(long nowNanos) {
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

    /** Writes the cursor's chunk and defers it. Returns its number of records. */
    int defer(BufferCursor cursor, RecordingWriter recording) throws IOException {
        WrittenChunk written = cursor.defer(recording);
        entries.add(new Entry(cursor, written, recording));
        chunksInWindow++;
        return written.records();
    }

    /** Passes the oldest chunk to the sink. Returns its number of records, or 0 if none is left. */
    int replayOldest(RecordSink sink) throws IOException {
        Entry oldest = entries.peek();
        if (oldest == null) {
            return 0;
        }
        oldest.recording.replay(oldest.chunk, sink); // may fail before the first record, and is repeated then
        entries.remove();
        oldest.cursor.caughtUp();
        return oldest.chunk.records();
    }

    /** Drops the remaining chunks, which stay in the recording. Returns their number of records. */
    long clear() {
        long records = 0;
        for (Entry oldest = entries.peek(); oldest != null; oldest = entries.peek()) {
            records += drop(oldest.recording);
        }
        return records;
    }

    /** Drops the chunks that are left of a file; of earlier files none may be. Returns their number of records. */
    long drop(RecordingWriter recording) {
        long records = 0;
        while (needs(recording)) {
            Entry oldest = entries.remove();
            oldest.cursor.caughtUp();
            records += oldest.chunk.records();
        }
        return records;
    }

    /** Returns whether chunks of a file are left; of earlier files none may be. */
    boolean needs(RecordingWriter recording) {
        Entry oldest = entries.peek();
        return oldest != null && oldest.recording == recording;
    }

    private record Entry(BufferCursor cursor, WrittenChunk chunk, RecordingWriter recording) {}
}
