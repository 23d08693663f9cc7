// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Map;

/**
 * Writes a recording file. Chunks come from the drain; names come from whichever thread loads a class, and are on disk
 * when {@link #names} returns, so before any record can use them.
 */
public final class RecordingWriter implements AutoCloseable {
    /* One frame, one write: a frame is in the page cache whole or torn at the file's end, and the page cache outlives
     * the process. Nothing is forced to the disk: this guards against the death of the process, not of the machine. */
    private final FileChannel channel;
    private final long startNanos;
    private final FrameBuffer frame = new FrameBuffer();
    private final RecordPacker packer = new RecordPacker();
    private long bytes;

    /**
     * Starts the file.
     *
     * @param channel an empty file, written from here on by this object alone
     */
    public RecordingWriter(FileChannel channel, RecordingHeader header) throws IOException {
        this.channel = channel;
        this.startNanos = header.startNanos();
        writeFully(
                ByteBuffer.allocate(Long.BYTES).putLong(RecordingFormat.MAGIC).flip());
        frame.begin(RecordingFormat.HEADER);
        pairs(header.toPairs());
        writeFrame();
    }

    /** Size of the file so far. */
    public synchronized long bytes() {
        return bytes;
    }

    public synchronized void names(int firstId, String[] names) throws IOException {
        frame.begin(RecordingFormat.NAMES);
        frame.varint(firstId).varint(names.length);
        for (String name : names) {
            frame.string(name);
        }
        writeFrame();
    }

    public synchronized void thread(long threadId, boolean daemon, String name) throws IOException {
        frame.begin(RecordingFormat.THREAD);
        frame.varint(threadId)
                .varint(daemon ? RecordingFormat.THREAD_DAEMON : 0)
                .string(name);
        writeFrame();
    }

    public synchronized void text(long threadId, long nanos, String text) throws IOException {
        frame.begin(RecordingFormat.TEXT);
        frame.varint(threadId).signed(nanos - startNanos).string(text);
        writeFrame();
    }

    /**
     * Writes records of a chunk.
     *
     * @param header the chunk that they are of
     * @param firstRecord how many records of the chunk were written before
     * @param thread the thread that the first of these belongs to
     * @param words the records are {@code words[from]} up to, but without, {@code words[to]}
     */
    public synchronized void chunk(ChunkHeader header, int firstRecord, long thread, long[] words, int from, int to)
            throws IOException {
        chunkFrame(frame, packer, header, startNanos, firstRecord, thread, words, from, to);
        writeFrame();
    }

    static void chunkFrame(
            FrameBuffer frame,
            RecordPacker packer,
            ChunkHeader header,
            long startNanos,
            int firstRecord,
            long thread,
            long[] words,
            int from,
            int to) {
        frame.begin(RecordingFormat.CHUNK);
        frame.varint(header.buffer())
                .varint(header.sequence())
                .varint(firstRecord)
                .varint(to - from)
                .varint(firstRecord == 0 ? header.lost() : 0)
                .varint(header.owner())
                .varint(thread)
                .signed(header.baseNanos() - startNanos);
        packer.pack(words, from, to, frame);
    }

    public synchronized void end(long nanos, Map<String, String> counters) throws IOException {
        frame.begin(RecordingFormat.END);
        frame.signed(nanos - startNanos);
        pairs(counters);
        writeFrame();
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    private void pairs(Map<String, String> pairs) {
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            frame.string(pair.getKey()).string(pair.getValue());
        }
    }

    private void writeFrame() throws IOException {
        writeFully(frame.end());
    }

    private void writeFully(ByteBuffer buffer) throws IOException {
        int length = buffer.remaining();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            bytes += length;
        } catch (IOException e) {
            // A torn frame is for the end of a file only: what comes after it would be lost.
            channel.truncate(bytes);
            throw e;
        }
    }
}
