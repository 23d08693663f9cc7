// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A recording file opened for reading: its small frames are read at once, its chunk frames are listed by buffer, and
 * loaded when their turn comes. A torn frame at the end, as a killed process leaves it, ends the reading and is said
 * in {@link #isTorn}. Not thread-safe.
 */
final class RecordingReader implements AutoCloseable {
    /** Enough of a chunk frame for its head and the start of its first record: 9 varints of at most 10 bytes. */
    private static final int HEAD_BYTES = 96;

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private final RecordingHeader header;

    private final List<String> names = new ArrayList<>();
    private final Map<Long, ThreadName> threads = new LinkedHashMap<>();
    private final List<Text> texts = new ArrayList<>();
    private final Map<Integer, BufferFrames> buffers = new TreeMap<>();
    private final Map<String, String> counters = new LinkedHashMap<>();
    private final ChunkFrame head = new ChunkFrame();
    private final FrameCursor cursor = new FrameCursor();
    private long endNanos = -1;
    private long lastNanos;
    private long records;
    private boolean torn;

    RecordingReader(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            this.size = channel.size();
            this.header = readHeader();
            readFrames();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    RecordingHeader header() {
        return header;
    }

    /** Names of methods by id; index 0 is not used. */
    List<String> names() {
        return names;
    }

    Map<Long, ThreadName> threads() {
        return threads;
    }

    List<Text> texts() {
        return texts;
    }

    /** The chunk frames of each buffer, in the order of their records. */
    Map<Integer, BufferFrames> buffers() {
        return buffers;
    }

    /** The counters of the recording's end; empty if it was killed. */
    Map<String, String> counters() {
        return counters;
    }

    /** When the recording stopped, in nanoseconds since its start; -1 if it was killed. */
    long endNanos() {
        return endNanos;
    }

    /** The latest start of a chunk; a recording that was killed lasted at least as long. */
    long lastNanos() {
        return lastNanos;
    }

    /** Records in all chunk frames. */
    long records() {
        return records;
    }

    /** Whether the file ends in the middle of a frame. */
    boolean isTorn() {
        return torn;
    }

    /** Loads a chunk frame. */
    void load(Location location, ChunkFrame frame) throws IOException {
        byte[] bytes = location.bytes;
        if (bytes == null) {
            bytes = load(location.position, location.length, frame.bytes());
        }
        frame.reset(bytes, 0, location.length);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private RecordingHeader readHeader() throws IOException {
        byte[] magic = new byte[Long.BYTES];
        if (size < magic.length + RecordingFormat.FRAME_HEADER_BYTES) {
            throw new RecordingException("'" + file + "' is no recording: it has only " + size + " bytes");
        }
        readFully(0, magic, magic.length);
        if (ByteBuffer.wrap(magic).getLong() != RecordingFormat.MAGIC) {
            throw new RecordingException("'" + file + "' is no recording of jtracer; name a file ending in .jtr");
        }
        byte[] frame = new byte[RecordingFormat.FRAME_HEADER_BYTES];
        readFully(magic.length, frame, frame.length);
        int length = length(frame);
        long payload = (long) magic.length + frame.length;
        if (frame[0] != RecordingFormat.HEADER || length < 0 || length > size - payload) {
            throw new RecordingException("'" + file + "' has no header; the JVM died before it had recorded anything");
        }
        byte[] bytes = load(payload, length, new byte[0]);
        cursor.reset(bytes, 0, length);
        return RecordingHeader.fromPairs(pairs());
    }

    private void readFrames() throws IOException {
        byte[] frame = new byte[RecordingFormat.FRAME_HEADER_BYTES];
        byte[] bytes = new byte[HEAD_BYTES];
        long position = Long.BYTES;
        while (position < size) {
            if (size - position < frame.length) {
                torn = true;
                return;
            }
            readFully(position, frame, frame.length);
            long payload = position + frame.length;
            int length = length(frame);
            if (length < 0 || length > size - payload) {
                torn = true;
                return;
            }
            int wanted = frame[0] == RecordingFormat.CHUNK ? Math.min(length, HEAD_BYTES) : length;
            bytes = load(payload, wanted, bytes);
            try {
                readFrame(frame[0], bytes, wanted, payload, length);
            } catch (RecordingException e) {
                throw new RecordingException("'" + file + "' is damaged at byte " + position + ": " + e.getMessage());
            }
            position = payload + length;
        }
    }

    private void readFrame(byte type, byte[] bytes, int available, long payload, int length) throws RecordingException {
        cursor.reset(bytes, 0, available);
        switch (type) {
            case RecordingFormat.HEADER -> {}
            case RecordingFormat.NAMES -> readNames();
            case RecordingFormat.THREAD -> {
                long id = cursor.varint();
                boolean daemon = (cursor.varint() & RecordingFormat.THREAD_DAEMON) != 0;
                threads.put(id, new ThreadName(cursor.string(), daemon));
            }
            case RecordingFormat.TEXT -> texts.add(new Text(cursor.varint(), cursor.signed(), cursor.string()));
            case RecordingFormat.CHUNK -> {
                head.reset(bytes, 0, available);
                buffers.computeIfAbsent(head.buffer(), number -> new BufferFrames())
                        .add(payload, length, head);
                lastNanos = Math.max(lastNanos, head.nextNanos());
                records += head.count();
            }
            case RecordingFormat.END -> {
                endNanos = cursor.signed();
                counters.putAll(pairs());
            }
            default -> throw new RecordingException("a frame of unknown type " + type);
        }
    }

    private void readNames() throws RecordingException {
        int id = cursor.intVarint();
        for (int left = cursor.intVarint(); left > 0; left--, id++) {
            while (names.size() <= id) {
                names.add("");
            }
            names.set(id, cursor.string());
        }
    }

    private Map<String, String> pairs() throws RecordingException {
        Map<String, String> pairs = new LinkedHashMap<>();
        while (cursor.hasMore()) {
            pairs.put(cursor.string(), cursor.string());
        }
        return pairs;
    }

    private static int length(byte[] frameHeader) {
        int length = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            length |= (frameHeader[1 + i] & 0xff) << 8 * i;
        }
        return length;
    }

    /** Reads the payload of the frame at {@code position} into {@code buffer}, or a larger one, and returns it. */
    private byte[] load(long position, int length, byte[] buffer) throws IOException {
        byte[] bytes = buffer.length < length ? new byte[length] : buffer;
        readFully(position, bytes, length);
        return bytes;
    }

    private void readFully(long position, byte[] bytes, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new RecordingException("'" + file + "' was cut while it was being read");
            }
        }
    }

    /** What a thread was called. */
    record ThreadName(String name, boolean daemon) {}

    /** A line of {@code Tracer.log}. */
    record Text(long threadId, long nanos, String text) {}

    /** Where the chunk frames of one buffer are, and up to which record they reach. */
    static final class BufferFrames {
        private final List<Location> locations = new ArrayList<>();
        private long lastSequence;
        private int recordsOfLast;

        private void add(long payload, int length, ChunkFrame head) {
            locations.add(new Location(payload, length, null, head.nextNanos()));
            lastSequence = head.sequence();
            recordsOfLast = head.firstRecord() + head.count();
        }

        /** Adds a frame that is not in the file but was made from the spool. */
        void add(byte[] payload, ChunkFrame head) {
            locations.add(new Location(0, payload.length, payload, head.nextNanos()));
            lastSequence = head.sequence();
            recordsOfLast = head.firstRecord() + head.count();
        }

        List<Location> locations() {
            return locations;
        }

        /** How many records of a chunk the frames hold: 0, some, or {@link Integer#MAX_VALUE} for all. */
        int recordsHeldOf(long sequence) {
            return sequence < lastSequence ? Integer.MAX_VALUE : sequence == lastSequence ? recordsOfLast : 0;
        }
    }

    /** A chunk frame: in the file, or in memory because it was made from the spool. */
    static final class Location {
        private final long position;
        private final int length;
        private final byte @Nullable [] bytes;
        private final long startNanos;

        /**
         * @param position of the payload in the file
         * @param bytes the payload itself, if it is not in the file
         * @param startNanos of the first record
         */
        Location(long position, int length, byte @Nullable [] bytes, long startNanos) {
            this.position = position;
            this.length = length;
            this.bytes = bytes;
            this.startNanos = startNanos;
        }

        long startNanos() {
            return startNanos;
        }
    }
}
