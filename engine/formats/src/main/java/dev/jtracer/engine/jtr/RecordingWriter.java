// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writer of a recording file. Not thread-safe: only the tracer's thread waits for the disk. */
public final class RecordingWriter implements AutoCloseable {
    private static final int MOST_NAMES_A_FRAME = 4_096;
    private static final long[] NO_RECORDS = {};

    private final RecordingHeader header;
    private final long startNanos;
    private final MethodNames methods;
    private final FrameBuffer frame = new FrameBuffer();
    private final RecordPacker packer = new RecordPacker();
    private final ChunkFrame replayed = new ChunkFrame();
    private final CallRecords calls = new CallRecords();

    private FrameFile file;

    /** Id of the first method whose name is not in the recording; ids begin with 1. */
    private int nextId = 1;

    /**
     * Starts the recording.
     *
     * @param file destination without any frame yet; closed by {@link #close}
     * @param methods names of all methods that records may use
     */
    public RecordingWriter(FrameFile file, RecordingHeader header, MethodNames methods) throws IOException {
        this.file = file;
        this.header = header;
        this.startNanos = header.startNanos();
        this.methods = methods;
        writeHeader();
    }

    private void writeHeader() throws IOException {
        frame.begin(RecordingFormat.HEADER);
        pairs(header.toPairs());
        writeFrame(RecordingFormat.HEADER);
    }

    public RecordingHeader header() {
        return header;
    }

    /** Writes to another file, which has the frames so far. */
    public void moveTo(FrameFile next) {
        file = next;
    }

    /** Returns the size of the recording so far, in bytes. */
    public long bytes() {
        return file.bytes();
    }

    /** Returns how many written records have been deleted since, because only the newest are retained. */
    public long overwritten() {
        return file.overwritten();
    }

    public void names(int firstId, List<String> names) throws IOException {
        frame.begin(RecordingFormat.NAMES);
        frame.names(firstId, names);
        writeFrame(RecordingFormat.NAMES);
    }

    /** Writes the names of methods that are not in the recording yet. */
    public void newNames() throws IOException {
        if (nextId >= methods.size()) {
            return;
        }
        methods.writing();
        int end = methods.size();
        while (nextId < end) {
            List<String> names = new ArrayList<>();
            for (int id = nextId; id < end && names.size() < MOST_NAMES_A_FRAME; id++) {
                names.add(methods.name(id));
            }
            names(nextId, names);
            nextId += names.size();
        }
        methods.written();
    }

    public void thread(long threadId, boolean daemon, String name) throws IOException {
        thread(threadId, daemon ? RecordingFormat.THREAD_DAEMON : 0, name);
    }

    public void virtualThread(long threadId, String name) throws IOException {
        thread(threadId, RecordingFormat.THREAD_DAEMON | RecordingFormat.THREAD_VIRTUAL, name);
    }

    private void thread(long threadId, int flags, String name) throws IOException {
        frame.begin(RecordingFormat.THREAD);
        frame.varint(threadId).varint(flags).string(name);
        writeFrame(RecordingFormat.THREAD);
    }

    public void text(long threadId, long nanos, String text) throws IOException {
        frame.begin(RecordingFormat.TEXT);
        frame.varint(threadId).signed(nanos - startNanos).string(text);
        writeFrame(RecordingFormat.TEXT);
    }

    public void stall(long nanos, long lateNanos) throws IOException {
        frame.begin(RecordingFormat.STALL);
        frame.signed(nanos - startNanos).varint(lateNanos);
        writeFrame(RecordingFormat.STALL);
    }

    /** Writes the CPU time of a platform thread so far. */
    public void cpu(long threadId, long nanos, long cpuNanos) throws IOException {
        frame.begin(RecordingFormat.CPU);
        frame.signed(nanos - startNanos).varint(threadId).varint(cpuNanos);
        writeFrame(RecordingFormat.CPU);
    }

    /** Releases the state of a thread that makes no further record. */
    public void threadEnded(long threadId) {
        file.threadEnded(threadId);
    }

    /**
     * Writes records of a chunk, preceded by the names that they may use.
     *
     * @param header header of their chunk
     * @param firstRecord index in the chunk of the first record to write
     * @param thread id of the thread that made the first of these records
     * @param words the records are {@code words[from]} up to, but without, {@code words[to]}
     * @return their location in the recording
     */
    public WrittenChunk chunk(ChunkHeader header, int firstRecord, long thread, long[] words, int from, int to)
            throws IOException {
        pack(header, firstRecord, thread, words, from, to, null);
        return writePacked(header, words, from, to);
    }

    /**
     * Packs records of a chunk as {@link #chunk}, to be written by {@link #writePacked} at once, and writes the names
     * that they may use. {@code feed} receives the records as well.
     */
    public void pack(
            ChunkHeader header,
            int firstRecord,
            long thread,
            long[] words,
            int from,
            int to,
            RecordPacker.@Nullable Feed feed)
            throws IOException {
        newNames();
        chunkFrame(frame, packer, header, startNanos, firstRecord, thread, words, from, to, feed);
    }

    /** Writes the records that were packed. */
    public WrittenChunk writePacked(ChunkHeader header, long[] words, int from, int to) throws IOException {
        ByteBuffer bytes = frame.end();
        int length = bytes.limit() - RecordingFormat.FRAME_HEADER_BYTES;
        file.write(RecordingFormat.CHUNK, records(header, words, from, to), bytes);
        return new WrittenChunk(file.bytes() - length, length, to - from);
    }

    /**
     * Notes how many records of a chunk are in the file before this one, so that what a killed JVM left of the chunk
     * is not read twice.
     *
     * @param held records of the chunk that are in earlier files
     * @param thread id of the thread that made the record after them
     */
    public void held(ChunkHeader header, int held, long thread) throws IOException {
        chunkFrame(frame, packer, header, startNanos, held, thread, NO_RECORDS, 0, 0, null);
        file.write(RecordingFormat.CHUNK, FrameRecords.NONE, frame.end());
    }

    /** Returns whether {@link #replay} can be called. */
    public boolean canReplay() {
        return file.canReread();
    }

    /** Reads a written chunk and passes its records, with their original times, to a sink. */
    public void replay(WrittenChunk chunk, RecordSink sink) throws IOException {
        replayed.reset(file.read(chunk.position(), chunk.length(), replayed.bytes()), 0, chunk.length(), startNanos);
        while (replayed.hasMore()) {
            replayed.readRun(sink, calls);
        }
    }

    public static void chunkFrame(
            FrameBuffer frame,
            RecordPacker packer,
            ChunkHeader header,
            long startNanos,
            int firstRecord,
            long thread,
            long[] words,
            int from,
            int to,
            RecordPacker.@Nullable Feed feed) {
        // The time of the first record, also if a link or a switch, which have none, comes before it: by it readers
        // bring the frames of a virtual thread's carriers into their order.
        int first = firstCall(words, from, to);
        long base = first < to ? SpoolLayout.delta(words[first]) : 0;
        frame.begin(RecordingFormat.CHUNK);
        frame.varint(header.buffer())
                .varint(header.sequence())
                .varint(firstRecord)
                .varint(to - from)
                .varint(firstRecord == 0 ? header.lost() : 0)
                .varint(header.owner())
                .varint(thread)
                .signed(header.baseNanos() + base - startNanos);
        if (feed == null) {
            packer.pack(words, from, to, base, frame);
        } else {
            packer.packAndFeed(words, from, to, base, frame, feed);
        }
    }

    private static int firstCall(long[] words, int from, int to) {
        int first = from;
        while (first < to && SpoolLayout.kind(words[first]) == SpoolLayout.KIND_CONTROL) {
            first++;
        }
        return first;
    }

    /** Writes what is retained of a recording of slow calls, in place of what was written before. */
    public void windows(SlowWindows slow) throws IOException {
        frame.begin(RecordingFormat.WINDOWS);
        frame.varint(slow.leastNanos()).varint(slow.windows().size());
        for (RetainedWindow window : slow.windows()) {
            frame.signed(window.fromNanos())
                    .signed(window.toNanos())
                    .varint(window.calls())
                    .varint(window.longestNanos())
                    .string(window.longest());
        }
        writeFrame(RecordingFormat.WINDOWS);
    }

    /** Deletes what is not retained of a recording of slow calls, because it ends. */
    public void dropUnheld() throws IOException {
        file.dropUnheld();
    }

    public void end(long nanos, Map<String, String> counters) throws IOException {
        writeHeader(); // without it the recording would be of no use, so damage shall not take its only copy
        frame.begin(RecordingFormat.END);
        frame.signed(nanos - startNanos);
        pairs(counters);
        writeFrame(RecordingFormat.END);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void pairs(Map<String, String> pairs) {
        for (Map.Entry<String, String> pair : pairs.entrySet()) {
            frame.string(pair.getKey()).string(pair.getValue());
        }
    }

    private void writeFrame(byte type) throws IOException {
        file.write(type, FrameRecords.NONE, frame.end());
    }

    private FrameRecords records(ChunkHeader chunk, long[] words, int from, int to) {
        int first = firstCall(words, from, to);
        int last = to - 1;
        while (last > first && SpoolLayout.kind(words[last]) == SpoolLayout.KIND_CONTROL) {
            last--;
        }
        if (first == to) {
            return new FrameRecords(to - from, Long.MAX_VALUE, Long.MIN_VALUE);
        }
        long base = chunk.baseNanos() - startNanos;
        return new FrameRecords(
                to - from, base + SpoolLayout.delta(words[first]), base + SpoolLayout.delta(words[last]));
    }
}
