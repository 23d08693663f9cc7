// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.agent.file.SteadyChannel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Recordings that the tests write without tracing a JVM. */
public final class WrittenRecording {
    public static final long START_NANOS = 1_000_000;
    public static final long START_EPOCH_MICROS = 1_700_000_000_000_000L;
    public static final long PROCESS = 4711;
    public static final int CHUNK_BYTES = 1024;
    static final int RECORDS_A_CHUNK = CHUNK_BYTES / 8 - 8;

    private WrittenRecording() {}

    static RecordingHeader header() {
        return new RecordingHeader(
                PROCESS, START_NANOS, START_EPOCH_MICROS, CHUNK_BYTES, "a.spool", "a.json", "Main", Map.of());
    }

    public static RecordingWriter begin(Path path) throws IOException {
        return new RecordingWriter(new SingleFile(SteadyChannel.create(path)), header());
    }

    /** Writes all of a chunk's records. */
    public static void chunk(RecordingWriter writer, ChunkHeader header, long... words) throws IOException {
        writer.chunk(header, 0, header.thread(), words, 0, words.length);
    }

    /** Returns a chunk of a platform thread whose id is the buffer's number plus 20. */
    public static ChunkHeader chunkHeader(int buffer, long sequence, long nanosSinceStart) {
        return new ChunkHeader(buffer, sequence, START_NANOS + nanosSinceStart, 20L + buffer, 20L + buffer, 0);
    }
}
