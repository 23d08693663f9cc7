// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.agent.file.SteadyChannel;
import dev.jtracer.agent.recording.ChunkFrame;
import dev.jtracer.agent.recording.ChunkHeader;
import dev.jtracer.agent.recording.FrameBuffer;
import dev.jtracer.agent.recording.NameLog;
import dev.jtracer.agent.recording.RecordPacker;
import dev.jtracer.agent.recording.RecordingException;
import dev.jtracer.agent.recording.RecordingFormat;
import dev.jtracer.agent.recording.RecordingHeader;
import dev.jtracer.agent.recording.RecordingWriter;
import dev.jtracer.bootstrap.RecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Recovery of records that a killed JVM had committed to the spool and not yet moved to the recording. */
final class SpoolRemains {
    /* Every nonzero word of a chunk was committed. A chunk can be in both files if the process died between writing its
     * frame and freeing it, or if parts were written at an earlier stop; `recordsHeldOf` returns how many of its
     * records the recording has. */
    private SpoolRemains() {}

    /** Adds the records and the names to the recording. Returns how many records were added. */
    static long addTo(RecordingReader recording, Path spool) throws IOException {
        long added = 0;
        try (FileChannel channel = SteadyChannel.read(spool)) {
            ByteBuffer head = head(channel, spool, recording.header());
            int nameBytes = (int) head.getLong(RecordLayout.SPOOL_NAME_BYTES);
            NameLog.Rest names = NameLog.read(read(channel, RecordLayout.SPOOL_HEADER_BYTES, nameBytes));
            for (byte[] payload : names.payloads) {
                recording.addNames(payload);
            }
            recording.namesLost(names.unsaved);
            long chunks = (long) RecordLayout.SPOOL_HEADER_BYTES + nameBytes;
            for (SpoolChunk chunk : chunks(channel, chunks, (int) head.getLong(RecordLayout.SPOOL_CHUNK_BYTES))) {
                added += add(recording, chunk);
            }
        }
        return added;
    }

    private static long add(RecordingReader recording, SpoolChunk chunk) throws RecordingException {
        ChunkHeader header = chunk.header;
        if (chunk.words.length > 0 && RecordLayout.methodId(chunk.words[0]) == RecordLayout.CALIBRATION_ID) {
            return 0;
        }
        RecordingReader.BufferFrames frames =
                recording.buffers().getOrDefault(header.buffer(), new RecordingReader.BufferFrames());
        long startNanos = recording.header().startNanos();
        int held = frames.recordsHeldOf(header.sequence());
        long thread = header.thread();
        int first = 0;
        // In a buffer that no frame tells of, records older than the recording were in the chunk when the recording
        // started.
        boolean unknown = frames.isUnknown();
        while (first < chunk.words.length
                && (first < held || (unknown && isBefore(chunk.words, first, header, startNanos)))) {
            if (RecordLayout.kind(chunk.words[first]) == RecordLayout.KIND_CONTROL
                    && !RecordLayout.isLink(chunk.words[first])) {
                thread = RecordLayout.delta(chunk.words[first]);
            }
            first++;
        }
        if (first >= chunk.words.length) {
            return 0;
        }
        FrameBuffer frame = new FrameBuffer();
        RecordingWriter.chunkFrame(
                frame, new RecordPacker(), header, startNanos, first, thread, chunk.words, first, chunk.words.length);
        ByteBuffer bytes = frame.end();
        byte[] payload = new byte[bytes.limit() - RecordingFormat.FRAME_HEADER_BYTES];
        bytes.position(RecordingFormat.FRAME_HEADER_BYTES).get(payload);
        ChunkFrame head = new ChunkFrame();
        head.reset(payload, 0, payload.length);
        frames.add(payload, head);
        recording.buffers().put(header.buffer(), frames);
        return (long) chunk.words.length - first;
    }

    private static boolean isBefore(long[] words, int index, ChunkHeader header, long startNanos) {
        int at = index;
        while (at < words.length - 1 && RecordLayout.isLink(words[at])) {
            at++; // a link is as old as its record
        }
        long record = words[at];
        return RecordLayout.kind(record) == RecordLayout.KIND_CONTROL
                ? header.baseNanos() < startNanos
                : header.baseNanos() + RecordLayout.delta(record) < startNanos;
    }

    private static ByteBuffer head(FileChannel channel, Path spool, RecordingHeader recording) throws IOException {
        ByteBuffer head = read(channel, 0, RecordLayout.SPOOL_HEADER_BYTES);
        if (head.remaining() < RecordLayout.SPOOL_HEADER_BYTES || head.getLong(0) != RecordLayout.SPOOL_MAGIC) {
            throw new RecordingException("'" + spool + "' is no spool of jtracer");
        }
        if (head.getLong(RecordLayout.SPOOL_PROCESS) != recording.processId()) {
            throw new RecordingException("'" + spool + "' belongs to process "
                    + head.getLong(RecordLayout.SPOOL_PROCESS) + ", the recording to process "
                    + recording.processId());
        }
        long startNanos = head.getLong(RecordLayout.SPOOL_START_NANOS);
        long startEpochMicros = head.getLong(RecordLayout.SPOOL_START_EPOCH);
        if (startNanos != recording.startNanos() || startEpochMicros != recording.startEpochMicros()) {
            throw new RecordingException("'" + spool + "' belongs to another recording");
        }
        long chunkBytes = head.getLong(RecordLayout.SPOOL_CHUNK_BYTES);
        if (chunkBytes <= RecordLayout.CHUNK_HEADER_BYTES || chunkBytes > Integer.MAX_VALUE) {
            throw new RecordingException("'" + spool + "' says that its chunks have " + chunkBytes + " bytes");
        }
        long nameBytes = head.getLong(RecordLayout.SPOOL_NAME_BYTES);
        if (nameBytes < 0
                || nameBytes > Integer.MAX_VALUE
                || nameBytes > channel.size() - RecordLayout.SPOOL_HEADER_BYTES) {
            throw new RecordingException("'" + spool + "' says that its names have " + nameBytes + " bytes");
        }
        return head;
    }

    private static List<SpoolChunk> chunks(FileChannel channel, long start, int chunkBytes) throws IOException {
        List<SpoolChunk> chunks = new ArrayList<>();
        for (long at = start; at + chunkBytes <= channel.size(); at += chunkBytes) {
            SpoolChunk chunk = chunk(read(channel, at, chunkBytes));
            if (chunk.header.sequence() != 0) {
                chunks.add(chunk);
            }
        }
        chunks.sort(Comparator.comparingInt((SpoolChunk chunk) -> chunk.header.buffer())
                .thenComparingLong(chunk -> chunk.header.sequence()));
        return chunks;
    }

    private static SpoolChunk chunk(ByteBuffer bytes) {
        ChunkHeader header = new ChunkHeader(
                (int) bytes.getLong(RecordLayout.BUFFER),
                bytes.getLong(RecordLayout.SEQUENCE),
                bytes.getLong(RecordLayout.BASE),
                bytes.getLong(RecordLayout.OWNER),
                bytes.getLong(RecordLayout.THREAD),
                bytes.getLong(RecordLayout.LOST));
        int capacity = (bytes.limit() - RecordLayout.CHUNK_HEADER_BYTES) / RecordLayout.RECORD_BYTES;
        int count = 0;
        while (count < capacity && word(bytes, count) != 0) {
            count++;
        }
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            words[i] = word(bytes, i);
        }
        return new SpoolChunk(header, words);
    }

    private static long word(ByteBuffer bytes, int index) {
        return bytes.getLong(RecordLayout.CHUNK_HEADER_BYTES + index * RecordLayout.RECORD_BYTES);
    }

    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {}
        return bytes.flip();
    }

    private static final class SpoolChunk {
        final ChunkHeader header;
        final long[] words;

        SpoolChunk(ChunkHeader header, long[] words) {
            this.header = header;
            this.words = words;
        }
    }
}
