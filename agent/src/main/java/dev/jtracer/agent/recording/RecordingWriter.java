// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.IOException;
import java.util.Map;

/**
 * Writes a recording file. Chunks come from the drain; names come from whichever thread loads a class, and are on disk
 * when {@link #names} returns, so before any record can use them.
 */
public final class RecordingWriter implements AutoCloseable {
    private final FrameFile file;
    private final long startNanos;
    private final FrameBuffer frame = new FrameBuffer();
    private final RecordPacker packer = new RecordPacker();
    private final ChunkFrame replayed = new ChunkFrame();

    /**
     * Starts the recording.
     *
     * @param file has no frame yet; closed by {@link #close}
     */
    public RecordingWriter(FrameFile file, RecordingHeader header) throws IOException {
        this.file = file;
        this.startNanos = header.startNanos();
        frame.begin(RecordingFormat.HEADER);
        pairs(header.toPairs());
        writeFrame(RecordingFormat.HEADER, 0);
    }

    /** Size of the recording so far. */
    public synchronized long bytes() {
        return file.bytes();
    }

    /** Records written before and thrown away since, because only the newest are to be kept. */
    public synchronized long overwritten() {
        return file.overwritten();
    }

    public synchronized void names(int firstId, String[] names) throws IOException {
        frame.begin(RecordingFormat.NAMES);
        frame.varint(firstId).varint(names.length);
        for (String name : names) {
            frame.string(name);
        }
        writeFrame(RecordingFormat.NAMES, 0);
    }

    public synchronized void thread(long threadId, boolean daemon, String name) throws IOException {
        frame.begin(RecordingFormat.THREAD);
        frame.varint(threadId)
                .varint(daemon ? RecordingFormat.THREAD_DAEMON : 0)
                .string(name);
        writeFrame(RecordingFormat.THREAD, 0);
    }

    public synchronized void text(long threadId, long nanos, String text) throws IOException {
        frame.begin(RecordingFormat.TEXT);
        frame.varint(threadId).signed(nanos - startNanos).string(text);
        writeFrame(RecordingFormat.TEXT, 0);
    }

    public synchronized void lag(long nanos, long lateNanos) throws IOException {
        frame.begin(RecordingFormat.LAG);
        frame.signed(nanos - startNanos).varint(lateNanos);
        writeFrame(RecordingFormat.LAG, 0);
    }

    /**
     * Writes records of a chunk.
     *
     * @param header the chunk that they are of
     * @param firstRecord how many records of the chunk were written before
     * @param thread the thread that the first of these belongs to
     * @param words the records are {@code words[from]} up to, but without, {@code words[to]}
     * @return where they are now
     */
    public synchronized WrittenChunk chunk(
            ChunkHeader header, int firstRecord, long thread, long[] words, int from, int to) throws IOException {
        chunkFrame(frame, packer, header, startNanos, firstRecord, thread, words, from, to);
        int length = frame.size() - RecordingFormat.FRAME_HEADER_BYTES;
        writeFrame(RecordingFormat.CHUNK, to - from);
        return new WrittenChunk(file.bytes() - length, length, to - from);
    }

    /** Whether {@link #replay} can be called. */
    public boolean canReplay() {
        return file.keepsFrames();
    }

    /** Hands the records of a chunk that was written to a sink, with the times they had. For one thread at a time. */
    public void replay(WrittenChunk chunk, RecordSink sink) throws IOException {
        replayed.reset(file.read(chunk.position(), chunk.length(), replayed.bytes()), 0, chunk.length(), startNanos);
        while (replayed.hasMore()) {
            replayed.readRun(sink);
        }
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
        writeFrame(RecordingFormat.END, 0);
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }

    private void pairs(Map<String, String> pairs) {
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            frame.string(pair.getKey()).string(pair.getValue());
        }
    }

    private void writeFrame(byte type, int records) throws IOException {
        file.write(type, records, frame.end());
    }
}
