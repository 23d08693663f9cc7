// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.Chunk;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.ThreadBuffer;
import dev.jtracer.engine.jtr.ChunkHeader;
import dev.jtracer.engine.jtr.RecordPacker;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenChunk;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.PlainCalls;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The drain's read position in one thread's buffer. Positions are in the order of their chunks' first records. */
final class BufferCursor implements Comparable<BufferCursor> {
    /* Stretches of fewer records would gain nothing, and the start of an application that passes a callback every
     * few calls would compile both ways. */
    private static final int PLAIN_RECORDS = 16;

    /* A chunk is read as it fills, so that totals are live. It is written to the recording once: when its thread has
     * opened the next chunk, or when the recording ends. Until then the spool keeps it safe.
     *
     *   record   0 ........ packed ........ read ........ committed ........ capacity
     *            | in the    | the live     | in the      |
     *            | recording | handlers     | chunk only  |
     *            |           | have it too  |             |
     */
    private final ThreadBuffer buffer;
    private final int capacity;
    private String name;

    private int index = -1;
    private long address;
    private ChunkHeader header = new ChunkHeader(0, 0, 0, 0, 0, 0);

    /** Records lost before the next one and not reported to the sink yet. */
    private long lost;

    private int deferred;
    private int packed;
    private long packedThread;
    private int read;
    private long readThread;

    /** Records copied from the chunk; those from {@code next} up to, but without, {@code filled} are unread. */
    private long[] words;

    private final CallRecords calls;

    private int next;
    private int filled;

    /**
     * @param scratch array for the records of a chunk, shared by cursors that are read one after the other
     * @param calls empty block for the records that are fed together, shared by all cursors
     */
    BufferCursor(ThreadBuffer buffer, int chunkBytes, long[] scratch, CallRecords calls) {
        this.buffer = buffer;
        this.calls = calls;
        this.capacity = (chunkBytes - SpoolLayout.CHUNK_HEADER_BYTES) / SpoolLayout.RECORD_BYTES;
        this.words = scratch;
        this.name = buffer.owner.getName();
    }

    ThreadBuffer buffer() {
        return buffer;
    }

    String name() {
        return name;
    }

    /** Sets the name that the recording has. */
    void name(String written) {
        name = written;
    }

    boolean isRenamed() {
        return !buffer.owner.getName().equals(name);
    }

    /** Allocates a copy buffer of its own, because its records are read in turns with those of other carriers. */
    void unshareWords() {
        words = new long[capacity];
    }

    /** Copies records from the chunk if all those copied before are read. Returns whether there are any. */
    boolean fetch() {
        if (next < filled) {
            return true;
        }
        if (!isOpen()) {
            return false;
        }
        next = 0;
        filled = withoutOpenLinks(words, Chunk.copy(address, read, capacity, words));
        return filled > 0;
    }

    /** Returns whether the thread has a chunk; moves to the first one if none was opened. */
    private boolean isOpen() {
        if (index < 0) {
            int first = buffer.firstChunk;
            if (first == 0) {
                return false;
            }
            open(first - 1);
        }
        return true;
    }

    long nextNanos() {
        return header.baseNanos() + nanosSinceBase(next);
    }

    private long nanosSinceBase(int at) {
        long record = words[behindLinks(words, at)];
        // A switch record has no time of its own, and the record after it may be the first of the chunk.
        return SpoolLayout.kind(record) == SpoolLayout.KIND_CONTROL ? 0 : SpoolLayout.delta(record);
    }

    /**
     * Feeds fetched records to the sink up to the end, the next switch of threads, or the first one later than {@code
     * until}.
     *
     * @return how many words were consumed
     */
    int feedRun(RecordSink sink, long until) {
        sink.thread(readThread, readThread != buffer.ownerId);
        if (lost > 0) {
            sink.lost(lost);
            lost = 0;
        }
        int at = next;
        for (int end = filled; at < end; ) {
            int control = nextControl(at);
            int late = firstLater(at, control, until);
            takeCalls(sink, at, late);
            at = late;
            if (late < control || control == end) {
                break;
            }
            if (!SpoolLayout.isLink(words[at])) {
                readThread = SpoolLayout.delta(words[at]);
                at++;
                break;
            }
            // A link is fed together with its record; otherwise another thread's record could come in between.
            int linked = behindLinks(words, at);
            if (header.baseNanos() + SpoolLayout.delta(words[linked]) > until) {
                break;
            }
            sink.take(calls);
            feedLinked(sink, at, linked);
            at = linked + 1;
        }
        sink.take(calls);
        int fed = at - next;
        next = at;
        read += fed;
        return fed;
    }

    /**
     * Feeds the unread records of a sealed chunk to the sink and writes them to the recording, in one loop over them.
     *
     * @return whether it has; otherwise they are to be fed and written one after the other, because some are later
     *     than {@code until}, because the sink needs each of them, or because many are passes and runs of callbacks
     */
    boolean feedAndPack(RecordSink sink, long until, RecordingWriter recording) throws IOException {
        unfetch();
        if (!fetch() || firstLater(0, filled, until) < filled || controls() > filled / PLAIN_RECORDS) {
            return false;
        }
        sink.thread(readThread, readThread != buffer.ownerId);
        if (sink.plainCalls(header.baseNanos(), nanosSinceBase(0)) == null) {
            return false;
        }
        if (packed < read) {
            pack(recording);
            fetch();
        }
        if (lost > 0) {
            sink.lost(lost);
            lost = 0;
        }
        int count = filled;
        recording.pack(header, packed, packedThread, words, 0, count, new SealedFeed(sink));
        // Before it is written: if that fails, the sink has the records nevertheless.
        read += count;
        unfetch();
        recording.writePacked(header, words, 0, count);
        packed = read;
        packedThread = readThread;
        return true;
    }

    private int controls() {
        int controls = 0;
        for (int i = 0; i < filled; i++) {
            controls += SpoolLayout.kind(words[i]) == SpoolLayout.KIND_CONTROL ? 1 : 0;
        }
        return controls;
    }

    /** The feed of a sealed chunk. */
    private final class SealedFeed implements RecordPacker.Feed {
        private final RecordSink sink;

        SealedFeed(RecordSink sink) {
            this.sink = sink;
        }

        @Override
        public @Nullable PlainCalls plainCalls(int at) {
            return sink.plainCalls(header.baseNanos(), nanosSinceBase(at));
        }

        @Override
        public int feed(int at, int to) {
            int control = nextControl(at);
            int end = at + 1;
            if (control > at) {
                // As a rule the ends of calls that were open before. The next begin is plain again.
                while (end < control && SpoolLayout.kind(words[end]) != SpoolLayout.KIND_ENTER) {
                    end++;
                }
                takeCalls(sink, at, end);
                sink.take(calls);
            } else if (SpoolLayout.isLink(words[at])) {
                int linked = behindLinks(words, at);
                feedLinked(sink, at, linked);
                end = linked + 1;
            } else {
                readThread = SpoolLayout.delta(words[at]);
                sink.thread(readThread, readThread != buffer.ownerId);
            }
            return end;
        }
    }

    /** Returns the index of the next control record, or of the end of the fetched records. */
    private int nextControl(int from) {
        long[] words = this.words;
        int at = from;
        for (int end = filled; at < end && SpoolLayout.kind(words[at]) != SpoolLayout.KIND_CONTROL; at++) {}
        return at;
    }

    /** Returns the index of the first of some records of calls that is later than {@code until}, or {@code to}. */
    private int firstLater(int from, int to, long until) {
        int late = to;
        while (late > from && header.baseNanos() + SpoolLayout.delta(words[late - 1]) > until) {
            late--;
        }
        return late;
    }

    /** Adds records of calls to the block, which is fed whenever it is full. */
    private void takeCalls(RecordSink sink, int from, int to) {
        for (int at = from; at < to; ) {
            if (calls.isFull()) {
                sink.take(calls);
            }
            int count = Math.min(to - at, calls.room());
            calls.addPacked(words, at, count, SpoolLayout.DELTA_SHIFT, header.baseNanos());
            at += count;
        }
    }

    private void feedLinked(RecordSink sink, int firstLink, int linked) {
        for (int at = firstLink; at < linked; at++) {
            sink.link(SpoolLayout.methodId(words[at]), SpoolLayout.delta(words[at]));
        }
        long record = words[linked];
        sink.record(
                SpoolLayout.kind(record), header.baseNanos() + SpoolLayout.delta(record), SpoolLayout.methodId(record));
    }

    private static int behindLinks(long[] words, int from) {
        int at = from;
        while (SpoolLayout.isLink(words[at])) {
            at++;
        }
        return at;
    }

    /** Returns {@code count} without the links at the end, whose record is still being stored. */
    private static int withoutOpenLinks(long[] words, int count) {
        int complete = count;
        while (complete > 0 && SpoolLayout.isLink(words[complete - 1])) {
            complete--;
        }
        return complete;
    }

    /** Returns whether the thread has opened another chunk, so that this one receives no more records. */
    boolean isSealed() {
        return isOpen() && Chunk.header(address, RecordLayout.NEXT) != 0;
    }

    /** Returns whether the thread still fills this chunk. */
    boolean isInUse() {
        return !isSealed() && index >= 0;
    }

    long baseNanos() {
        return header.baseNanos();
    }

    @Override
    public int compareTo(BufferCursor other) {
        return Long.signum(baseNanos() - other.baseNanos()); // times of System.nanoTime() may overflow
    }

    /** Writes the records that were read and are not in the recording yet. */
    void pack(RecordingWriter recording) throws IOException {
        if (packed == read) {
            return;
        }
        // Copied again even if read just now: other cursors may share the array, and a copy costs 0.6 ns a record.
        recording.chunk(header, packed, packedThread, words, 0, Chunk.copy(address, packed, read, words));
        packed = read;
        packedThread = readThread;
        next = filled = 0;
    }

    /** Notes in the next file how many records of the chunk are in those before. */
    void note(RecordingWriter next) throws IOException {
        if (index >= 0) {
            next.held(header, packed, packedThread);
        }
    }

    /** Returns how many records of the chunk were read. */
    int read() {
        return read;
    }

    /** Returns how many chunks are to be read from the recording. No later chunk may be read before them. */
    int deferred() {
        return deferred;
    }

    /** Writes a sealed, unread chunk, which is read from the recording later. */
    WrittenChunk defer(RecordingWriter recording) throws IOException {
        WrittenChunk written = write(recording);
        deferred++;
        return written;
    }

    /** Writes a sealed, unread chunk. */
    WrittenChunk write(RecordingWriter recording) throws IOException {
        int records = Chunk.copy(address, 0, capacity, words);
        WrittenChunk written = recording.chunk(header, 0, header.thread(), words, 0, records);
        packed = read = records;
        next = filled = 0;
        lost = 0;
        return written;
    }

    /** Removes one deferred chunk from the count, because it was read or will never be. */
    void caughtUp() {
        deferred--;
    }

    /** Copies all records of the chunk. Returns their number. */
    int copy(long[] into) {
        return Chunk.copy(address, 0, capacity, into);
    }

    /** Frees the chunk and opens the next one. */
    void advance() {
        int following = (int) Chunk.header(address, RecordLayout.NEXT);
        ChunkPool.INSTANCE.free(index);
        open(following - 1);
    }

    /** Frees the chunk of a thread that has ended. */
    void release() {
        if (index >= 0) {
            ChunkPool.INSTANCE.free(index);
            index = -1;
        }
    }

    /** Drops fetched records that were not read, because other cursors share the array. */
    void unfetch() {
        next = filled = 0;
    }

    /** Skips all records of all chunks. */
    void skip() {
        while (true) {
            boolean sealed = isSealed();
            skipChunk();
            if (sealed) {
                advance();
            } else if (!isSealed()) {
                return;
            }
        }
    }

    /** Discards the unread records of a sealed chunk to make room, opens the next chunk, and returns their number. */
    int discard() {
        int before = read;
        long unreported = lost;
        unfetch();
        skipChunk();
        int discarded = read - before;
        unreported += discarded;
        advance();
        lost += unreported;
        return discarded;
    }

    private void skipChunk() {
        lost = 0;
        while (fetch()) {
            for (; next < filled; next++, read++) {
                if (SpoolLayout.kind(words[next]) == SpoolLayout.KIND_CONTROL && !SpoolLayout.isLink(words[next])) {
                    readThread = SpoolLayout.delta(words[next]);
                }
            }
        }
        packed = read;
        packedThread = readThread;
    }

    private void open(int chunk) {
        index = chunk;
        address = ChunkPool.INSTANCE.address(chunk);
        header = new ChunkHeader(
                buffer.number,
                Chunk.header(address, SpoolLayout.SEQUENCE),
                Chunk.header(address, SpoolLayout.BASE),
                buffer.ownerId,
                Chunk.header(address, SpoolLayout.THREAD),
                Chunk.header(address, SpoolLayout.LOST));
        lost = header.lost();
        packed = read = next = filled = 0;
        packedThread = readThread = header.thread();
    }
}
