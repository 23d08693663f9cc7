// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.ChunkFrame;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.FrameBuffer;
import dev.jtracer.engine.jtr.RecordPacker;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Recovery of records that a JVM had committed to the spool and not yet moved to the recording: a killed one, or one
 * that still records.
 */
final class SpoolRemains implements RecordingReader.Remains {
    /* Every nonzero word of a chunk was committed. A chunk can be in both files if the process died between writing
     * its frame and freeing it, or if parts were written at an earlier stop; `recordsHeldOf` returns how many of its
     * records the recording has. Chunks stay in the spool until they are read: it may be larger than the heap. */
    private final FileChannel channel;
    private final boolean isGrowing;
    private final int chunkBytes;
    private final int nameBytes;
    private final long startNanos;
    private final FrameBuffer packed = new FrameBuffer();
    private final RecordPacker packer = new RecordPacker();

    private SpoolRemains(FileChannel channel, boolean isGrowing, Path spool, RecordingHeader recording)
            throws IOException {
        this.channel = channel;
        this.isGrowing = isGrowing;
        ByteBuffer head = head(spool, recording);
        this.chunkBytes = (int) head.getLong(SpoolLayout.SPOOL_CHUNK_BYTES);
        this.nameBytes = (int) head.getLong(SpoolLayout.SPOOL_NAME_BYTES);
        this.startNanos = recording.startNanos();
    }

    /**
     * Copies the spool of a JVM that still records, which reuses its chunks. Must be called before the recording is
     * read: so what leaves the spool meanwhile is in the recording. Closing the copy deletes it.
     */
    static FileChannel copy(Path spool) throws IOException {
        Path copy = Files.createTempFile("jtracer-", ".spool");
        FileChannel channel = FileChannel.open(
                copy, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try (FileChannel source = FileChannel.open(spool, StandardOpenOption.READ)) {
            long size = source.size();
            for (long at = 0; at < size; ) {
                long copied = source.transferTo(at, size - at, channel);
                at = copied > 0 ? at + copied : size;
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Adds the records and the names of a spool, or of the copy of a growing one, to the recording, which reads the
     * records from the spool when it needs them and closes it. Returns how many records were added.
     */
    static long addTo(RecordingReader recording, Path spool, FileChannel channel, boolean isGrowing)
            throws IOException {
        SpoolRemains remains;
        try {
            remains = new SpoolRemains(channel, isGrowing, spool, recording.header());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        recording.remains(remains);
        SpoolNames names = new SpoolNames(remains.read(SpoolLayout.SPOOL_HEADER_BYTES, remains.nameBytes));
        for (byte[] payload : names.payloads()) {
            recording.addNames(payload);
        }
        recording.namesLost(names.unsaved());
        long added = 0;
        for (SpoolChunk chunk : remains.chunks()) {
            added += remains.add(recording, chunk);
        }
        return added;
    }

    private long add(RecordingReader recording, SpoolChunk chunk) throws IOException {
        ChunkHeader header = chunk.header;
        long[] words = words(chunk.position);
        if (words.length > 0 && SpoolLayout.methodId(words[0]) == SpoolLayout.CALIBRATION_ID) {
            return 0;
        }
        RecordingReader.BufferFrames frames = recording.buffer(header.buffer());
        if (isGrowing && !frames.takesNext(header.sequence())) {
            return 0; // one before it may have been in use for another buffer when it was copied
        }
        int held = frames.recordsHeldOf(header.sequence());
        long thread = header.thread();
        int first = 0;
        // In a buffer that no frame tells of, records older than the recording were there when it started.
        boolean unknown = frames.isUnknown();
        while (first < words.length && (first < held || (unknown && isBefore(words, first, header, startNanos)))) {
            if (SpoolLayout.kind(words[first]) == SpoolLayout.KIND_CONTROL && !SpoolLayout.isLink(words[first])) {
                thread = SpoolLayout.delta(words[first]);
            }
            first++;
        }
        if (first >= words.length) {
            return 0;
        }
        ChunkFrame head = new ChunkFrame();
        pack(header, first, thread, words, head);
        frames.add(chunk.position, head);
        return (long) words.length - first;
    }

    @Override
    public void load(long position, int firstRecord, long thread, ChunkFrame frame) throws IOException {
        pack(header(read(position, SpoolLayout.CHUNK_HEADER_BYTES)), firstRecord, thread, words(position), frame);
    }

    private void pack(ChunkHeader header, int first, long thread, long[] words, ChunkFrame frame)
            throws RecordingException {
        RecordingWriter.chunkFrame(packed, packer, header, startNanos, first, thread, words, first, words.length, null);
        ByteBuffer bytes = packed.end();
        byte[] payload = new byte[bytes.limit() - RecordingFormat.FRAME_HEADER_BYTES];
        bytes.position(RecordingFormat.FRAME_HEADER_BYTES).get(payload);
        frame.reset(payload, 0, payload.length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean isBefore(long[] words, int index, ChunkHeader header, long startNanos) {
        int at = index;
        while (at < words.length - 1 && SpoolLayout.isLink(words[at])) {
            at++; // a link is as old as its record
        }
        long record = words[at];
        return SpoolLayout.kind(record) == SpoolLayout.KIND_CONTROL
                ? header.baseNanos() < startNanos
                : header.baseNanos() + SpoolLayout.delta(record) < startNanos;
    }

    private ByteBuffer head(Path spool, RecordingHeader recording) throws IOException {
        ByteBuffer head = read(0, SpoolLayout.SPOOL_HEADER_BYTES);
        if (head.remaining() < SpoolLayout.SPOOL_HEADER_BYTES || head.getLong(0) != SpoolLayout.SPOOL_MAGIC) {
            throw new RecordingException("'" + spool + "' is no spool of jtracer");
        }
        if (head.getLong(SpoolLayout.SPOOL_PROCESS) != recording.processId()) {
            throw new RecordingException("'" + spool + "' belongs to process "
                    + head.getLong(SpoolLayout.SPOOL_PROCESS) + ", the recording to process "
                    + recording.processId());
        }
        long startNanos = head.getLong(SpoolLayout.SPOOL_START_NANOS);
        long startEpochMicros = head.getLong(SpoolLayout.SPOOL_START_EPOCH);
        if (startNanos != recording.startNanos() || startEpochMicros != recording.startEpochMicros()) {
            throw new RecordingException("'" + spool + "' belongs to another recording");
        }
        long chunkBytes = head.getLong(SpoolLayout.SPOOL_CHUNK_BYTES);
        if (chunkBytes <= SpoolLayout.CHUNK_HEADER_BYTES || chunkBytes > Integer.MAX_VALUE) {
            throw new RecordingException("'" + spool + "' says that its chunks have " + chunkBytes + " bytes");
        }
        long nameBytes = head.getLong(SpoolLayout.SPOOL_NAME_BYTES);
        if (nameBytes < 0
                || nameBytes > Integer.MAX_VALUE
                || nameBytes > channel.size() - SpoolLayout.SPOOL_HEADER_BYTES) {
            throw new RecordingException("'" + spool + "' says that its names have " + nameBytes + " bytes");
        }
        return head;
    }

    /** Returns the chunks in use, in the order of each buffer's records. */
    private List<SpoolChunk> chunks() throws IOException {
        List<SpoolChunk> chunks = new ArrayList<>();
        long first = (long) SpoolLayout.SPOOL_HEADER_BYTES + nameBytes;
        for (long at = first; at + chunkBytes <= channel.size(); at += chunkBytes) {
            ChunkHeader header = header(read(at, SpoolLayout.CHUNK_HEADER_BYTES));
            if (header.sequence() != 0) {
                chunks.add(new SpoolChunk(header, at));
            }
        }
        chunks.sort(Comparator.comparingInt((SpoolChunk chunk) -> chunk.header.buffer())
                .thenComparingLong(chunk -> chunk.header.sequence()));
        return chunks;
    }

    private static ChunkHeader header(ByteBuffer bytes) {
        return new ChunkHeader(
                (int) bytes.getLong(SpoolLayout.BUFFER),
                bytes.getLong(SpoolLayout.SEQUENCE),
                bytes.getLong(SpoolLayout.BASE),
                bytes.getLong(SpoolLayout.OWNER),
                bytes.getLong(SpoolLayout.THREAD),
                bytes.getLong(SpoolLayout.LOST));
    }

    private long[] words(long position) throws IOException {
        ByteBuffer bytes = read(position, chunkBytes);
        int capacity = (bytes.limit() - SpoolLayout.CHUNK_HEADER_BYTES) / SpoolLayout.RECORD_BYTES;
        return IntStream.range(0, capacity)
                .mapToLong(i -> bytes.getLong(SpoolLayout.CHUNK_HEADER_BYTES + i * SpoolLayout.RECORD_BYTES))
                .takeWhile(word -> word != 0)
                .toArray();
    }

    private ByteBuffer read(long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {}
        return bytes.flip();
    }

    private record SpoolChunk(ChunkHeader header, long position) {}
}
