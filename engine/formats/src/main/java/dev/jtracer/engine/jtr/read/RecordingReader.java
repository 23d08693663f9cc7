// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.jtr.ChunkFrame;
import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.FrameCursor;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.jtr.SlowWindows;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A recording opened for reading. Its small frames are read at once, but for lines of text and stalls, because there
 * may be any number of them; its chunk frames are indexed by buffer and loaded on demand. A torn frame at the end, as
 * a killed process leaves it, ends the reading and is reported by {@link #isTorn}. Not thread-safe.
 */
public final class RecordingReader implements AutoCloseable {
    private final List<FrameReader> parts = new ArrayList<>();
    private final RecordingHeader header;

    private final int mostThreads;
    private final List<String> names = new ArrayList<>();
    private final Map<Long, ThreadName> threads = new LinkedHashMap<>();
    private final Map<Integer, BufferFrames> buffers = new TreeMap<>();
    /** Damages that were found while records were read, a text for each place. */
    private final Set<String> recordDamages = new LinkedHashSet<>();

    private final Map<String, String> counters = new LinkedHashMap<>();
    private final ChunkFrame head = new ChunkFrame();
    private final FrameCursor cursor = new FrameCursor();
    private @Nullable SlowWindows slow;
    private @Nullable Remains remains;
    private long endNanos = -1;
    private long lastNanos;
    private long records;
    private long namesLost;
    private final BitSet frameTypes = new BitSet();

    public RecordingReader(Path file) throws IOException {
        this(List.of(file), FileAccess.PLAIN, Integer.MAX_VALUE);
    }

    /**
     * Opens the files that a recording was written to one after the other.
     *
     * @param access opens them
     * @param mostThreads number of threads with which the reading fails if there are more
     */
    RecordingReader(List<Path> files, FileAccess access, int mostThreads) throws IOException {
        this.mostThreads = mostThreads;
        try {
            RecordingHeader first = null;
            for (Path file : files) {
                endNanos = -1; // only that of the last file is the recording's
                List<Path> ring = RingOfFiles.parts(file);
                RecordingHeader newest = ring.size() > 1 ? headerIfReadable(file, access) : null;
                for (Path part : ring) {
                    if (!isOfOther(part, access, newest)) {
                        FrameReader reader = new FrameReader(part, access);
                        parts.add(reader);
                        RecordingHeader found = read(reader);
                        first = first == null ? found : first;
                    }
                }
            }
            if (first == null) {
                throw new RecordingException("'" + files.get(0)
                        + "' has no header: the JVM died before it had recorded anything; record it again");
            }
            header = first;
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /* A killed JVM may leave parts without their newest file, whose name another JVM takes then. */
    private static boolean isOfOther(Path part, FileAccess access, @Nullable RecordingHeader newest)
            throws IOException {
        if (newest == null) {
            return false;
        }
        RecordingHeader header = headerIfReadable(part, access);
        return header != null && !header.isOfSameRecording(newest);
    }

    /** Returns the header; null without one, and if it is damaged, which the reading of the file reports. */
    static @Nullable RecordingHeader headerIfReadable(Path file, FileAccess access) throws IOException {
        try {
            return headerOf(file, access);
        } catch (RecordingException damaged) {
            return null;
        }
    }

    public RecordingHeader header() {
        return header;
    }

    /** Returns the header of a file without reading the rest; null if it has none. */
    static @Nullable RecordingHeader headerOf(Path file, FileAccess access) throws IOException {
        try (FrameReader reader = new FrameReader(RingOfFiles.newest(file), access)) {
            while (reader.next()) {
                if (reader.type() == RecordingFormat.HEADER) {
                    FrameCursor cursor = new FrameCursor();
                    cursor.reset(reader.begin(reader.length(), new byte[0]), 0, reader.length());
                    return RecordingHeader.fromPairs(pairs(cursor));
                }
            }
            return null;
        }
    }

    /** Returns the names of methods by id; index 0 is unused. */
    public List<String> names() {
        return names;
    }

    public Map<Long, ThreadName> threads() {
        return threads;
    }

    /** @throws IOException if there are more threads than the limit allows */
    void requireRoom(int threads) throws IOException {
        if (threads > mostThreads) {
            throw new IOException("more than " + mostThreads + " threads are too many for the heap of the traced JVM");
        }
    }

    /** Returns whether the files have a frame of a type, as in {@link RecordingFormat}. */
    boolean has(byte frameType) {
        return frameTypes.get(frameType);
    }

    /** Returns a reader of texts, stalls and readings of CPU time; one that was returned before must not read on. */
    PointReader points() {
        return new PointReader(parts);
    }

    /** Returns the chunk frames of a buffer, possibly none yet. */
    BufferFrames buffer(int number) {
        BufferFrames frames = buffers.get(number);
        if (frames == null) {
            frames = new BufferFrames();
            buffers.put(number, frames);
        }
        return frames;
    }

    /** Returns what is retained of slow calls; null if the recording is not one of slow calls. */
    public @Nullable SlowWindows slow() {
        return slow;
    }

    /** Returns the chunk frames of each buffer that has any, in the order of their records. */
    Collection<List<Location>> frames() {
        List<List<Location>> all = new ArrayList<>();
        for (BufferFrames frames : buffers.values()) {
            if (!frames.locations.isEmpty()) {
                all.add(frames.locations);
            }
        }
        return all;
    }

    /** Returns the counters of the recording's end; empty if its JVM was killed. */
    public Map<String, String> counters() {
        return counters;
    }

    /** Returns the time when the recording stopped, in nanoseconds since its start; -1 if its JVM was killed. */
    public long endNanos() {
        return endNanos;
    }

    /** Returns the latest start of a chunk, a lower bound of the end if the JVM was killed. */
    long lastNanos() {
        return lastNanos;
    }

    /** Returns the number of records in all chunk frames but those that were found damaged so far. */
    public long records() {
        return records;
    }

    /** Returns the files of the recording, the oldest first. */
    public List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (FrameReader part : parts) {
            files.add(part.file());
        }
        return files;
    }

    /** Returns whether a file ends in the middle of a frame. */
    public boolean isTorn() {
        for (FrameReader part : parts) {
            if (part.isTorn()) {
                return true;
            }
        }
        return false;
    }

    /** Returns what of the files was found damaged so far and was not read, a text for each place. */
    public List<String> damages() {
        List<String> damages = new ArrayList<>(recordDamages);
        for (FrameReader part : parts) {
            for (FrameReader.Damage damage : part.damages()) {
                damages.add(damaged(part, damage.from(), damage.to()));
            }
        }
        return damages;
    }

    private static String damaged(FrameReader part, long from, long to) {
        return "'" + part.file().getFileName() + "' is damaged from byte " + from + " to " + to;
    }

    /** Loads a frame; without records, which are noted as damaged, if those are. */
    void load(Location location, ChunkFrame frame) throws IOException {
        Remains spool = remains;
        if (location.part < 0 && spool != null) {
            spool.load(location.position, location.firstRecord, location.thread, frame);
            return;
        }
        FrameReader file = parts.get(location.part);
        byte[] bytes = file.readWhole(location.position, location.length, frame.bytes());
        if (bytes != null) {
            frame.reset(
                    bytes, RecordingFormat.FRAME_HEADER_BYTES, RecordingFormat.FRAME_HEADER_BYTES + location.length);
            return;
        }
        long end = location.position + location.length;
        if (recordDamages.add(damaged(file, location.position - RecordingFormat.FRAME_HEADER_BYTES, end))) {
            records -= location.endRecord - location.firstRecord;
        }
        frame.end();
    }

    /** Loads what stands for the calls that begin before or end behind a frame, whose others are not needed. */
    void loadOutline(Location location, ChunkFrame frame, EventConsumer consumer) throws IOException {
        int tail = Math.min(FrameReader.TAIL_BYTES, location.length);
        if (location.part >= 0) {
            FrameReader file = parts.get(location.part);
            byte[] bytes = file.read(location.position + location.length - tail, tail, frame.bytes());
            int outline = ChunkFrame.outlineBytes(bytes, tail, consumer);
            if (outline > location.length) {
                throw file.damaged(location.position, new RecordingException("an outline is longer than its frame"));
            }
            if (outline > tail) {
                tail = outline;
                bytes = file.read(location.position + location.length - tail, tail, bytes);
            }
            if (outline >= 0) {
                frame.resetToOutline(bytes, tail - outline, tail, location.owner, location.thread, location.startNanos);
                return;
            }
        }
        load(location, frame);
        frame.skipInnerCalls();
    }

    /** Notes the damage of a chunk in the spool; fails if the chunk frame is in a file, whose writer is at fault. */
    void requireOfSpool(Location location, RecordingException cause) throws RecordingException {
        if (location.part >= 0) {
            throw parts.get(location.part).damaged(location.position, cause);
        }
        recordDamages.add("the spool '" + header.spoolFile() + "' is damaged: " + cause.getMessage());
    }

    @Override
    public void close() throws IOException {
        for (FrameReader part : parts) {
            part.close();
        }
        Remains spool = remains;
        if (spool != null) {
            spool.close();
        }
    }

    /** Sets where frames are read from that are not in a file; closed by {@link #close}. */
    void remains(Remains spool) {
        remains = spool;
    }

    /** Reads one file. Returns its header, or null if the file ends before it. */
    private @Nullable RecordingHeader read(FrameReader reader) throws IOException {
        RecordingHeader found = null;
        byte[] bytes = new byte[RecordingFormat.CHUNK_HEAD_BYTES];
        while (reader.next()) {
            int wanted = reader.type() == RecordingFormat.CHUNK || reader.type() == RecordingFormat.TEXT
                    ? Math.min(reader.length(), RecordingFormat.CHUNK_HEAD_BYTES)
                    : reader.length();
            bytes = reader.begin(wanted, bytes);
            cursor.reset(bytes, 0, wanted);
            try {
                if (reader.type() == RecordingFormat.HEADER) {
                    found = RecordingHeader.fromPairs(pairs(cursor));
                } else {
                    readFrame(reader, bytes, wanted);
                }
            } catch (RecordingException e) {
                throw reader.damaged(reader.payload(), e);
            }
        }
        return found;
    }

    private void readFrame(FrameReader reader, byte[] bytes, int available) throws IOException {
        frameTypes.set(reader.type());
        switch (reader.type()) {
            case RecordingFormat.NAMES -> readNames();
            case RecordingFormat.THREAD -> {
                long id = cursor.varint();
                long flags = cursor.varint();
                boolean virtual = (flags & RecordingFormat.THREAD_VIRTUAL) != 0;
                threads.put(id, new ThreadName(cursor.string(), virtual));
                requireRoom(threads.size());
            }
            case RecordingFormat.TEXT, RecordingFormat.STALL, RecordingFormat.CPU -> {} // see points()
            case RecordingFormat.CHUNK -> {
                head.reset(bytes, 0, available);
                Location location = new Location(parts.size() - 1, reader.payload(), reader.length(), head);
                buffer(head.buffer()).add(location, head);
                if (head.count() > 0) {
                    lastNanos = Math.max(lastNanos, head.nextNanos());
                }
                records += head.count();
            }
            case RecordingFormat.WINDOWS -> slow = readWindows();
            case RecordingFormat.END -> {
                endNanos = cursor.signed();
                addCounters(pairs(cursor));
            }
            default -> throw new RecordingException("a frame of unknown type " + reader.type());
        }
    }

    /** Adds names from the spool that are not in a file. */
    void addNames(byte[] payload) throws RecordingException {
        cursor.reset(payload, 0, payload.length);
        readNames();
    }

    /** Counts names that were lost with the process. */
    void namesLost(long count) {
        namesLost += count;
    }

    /** Gives methods without a name one by their number. Those of a damaged frame are lost names. */
    void nameUnknown() {
        boolean isDamaged = !damages().isEmpty();
        for (int id = 1; id < names.size(); id++) {
            if (names.get(id).isEmpty()) {
                names.set(id, "?" + id);
                namesLost += isDamaged ? 1 : 0; // else they are among those that the spool counts
            }
        }
    }

    /** Returns how many methods have no name because the process died before it was saved. */
    public long namesLost() {
        return namesLost;
    }

    private void readNames() throws RecordingException {
        int id = cursor.intVarint();
        for (int left = cursor.intVarint(); left > 0; left--, id++) {
            if (id > SpoolLayout.MAX_METHOD_ID) {
                throw new RecordingException("a method of number " + id);
            }
            while (names.size() <= id) {
                names.add("");
            }
            names.set(id, cursor.string());
        }
    }

    private SlowWindows readWindows() throws RecordingException {
        long least = cursor.varint();
        List<RetainedWindow> windows = new ArrayList<>();
        for (int left = cursor.intVarint(); left > 0; left--) {
            long from = cursor.signed();
            long to = cursor.signed();
            long calls = cursor.varint();
            long longest = cursor.varint();
            windows.add(new RetainedWindow(from, to, calls, cursor.string(), longest));
        }
        return new SlowWindows(least, windows);
    }

    /** Adds the counters of a file's end: those of losses are the file's, the others since the JVM's start. */
    private void addCounters(Map<String, String> end) {
        for (Map.Entry<String, String> counter : end.entrySet()) {
            String before = counters.get(counter.getKey());
            counters.put(
                    counter.getKey(),
                    before == null || !EndFacts.isOfFile(counter.getKey())
                            ? counter.getValue()
                            : LostRecords.sum(before, counter.getValue()));
        }
    }

    private static Map<String, String> pairs(FrameCursor cursor) throws RecordingException {
        Map<String, String> pairs = new LinkedHashMap<>();
        while (cursor.hasMore()) {
            pairs.put(cursor.string(), cursor.string());
        }
        return pairs;
    }

    /** The name of a thread, which may be empty, and whether it is a virtual thread. */
    public record ThreadName(String name, boolean virtual) {}

    /** Frames that are in no file of the recording. */
    interface Remains extends Closeable {
        /** Makes a frame of the records of a chunk at a position, the first one made by a thread. */
        void load(long position, int firstRecord, long thread, ChunkFrame frame) throws IOException;
    }

    /** The locations of one buffer's chunk frames, and the last record that they contain. */
    static final class BufferFrames {
        private final List<Location> locations = new ArrayList<>();
        private long lastSequence;
        private int recordsOfLast;
        private boolean tookNext;

        /** Adds a frame that is in no file, by the position of a chunk in the spool. */
        void add(long position, ChunkFrame head) {
            add(new Location(-1, position, 0, head), head);
        }

        private void add(Location location, ChunkFrame head) {
            if (head.count() > 0) {
                locations.add(location);
            }
            lastSequence = head.sequence();
            recordsOfLast = head.firstRecord() + head.count();
        }

        /** Returns whether no frame says anything about the buffer. */
        boolean isUnknown() {
            return lastSequence == 0;
        }

        /**
         * Takes the first chunk that is not before those of the files. Returns whether its records come right after
         * theirs; of a buffer that the files do not know, whether it is the first chunk.
         */
        boolean takesNext(long sequence) {
            boolean isFirst = !tookNext && sequence >= lastSequence;
            tookNext |= isFirst;
            return isFirst && sequence <= lastSequence + 1;
        }

        /** Returns how many records of a chunk the frames hold: 0, some, or {@link Integer#MAX_VALUE} for all. */
        int recordsHeldOf(long sequence) {
            return sequence < lastSequence ? Integer.MAX_VALUE : sequence == lastSequence ? recordsOfLast : 0;
        }
    }

    /**
     * The location of a chunk frame: in a file, or in the spool.
     *
     * @param part index of the file in {@link #files}; -1 for a frame in the spool
     * @param owner thread of the frame's buffer
     * @param thread thread of the first record
     * @param startNanos time of the first record, since the recording's start
     */
    record Location(
            int part,
            long position,
            int length,
            long owner,
            long thread,
            long startNanos,
            long sequence,
            int firstRecord,
            int endRecord) {
        private Location(int part, long position, int length, ChunkFrame head) {
            this(
                    part,
                    position,
                    length,
                    head.owner(),
                    head.thread(),
                    head.nextNanos(),
                    head.sequence(),
                    head.firstRecord(),
                    head.firstRecord() + head.count());
        }

        /** Returns whether this frame's first record comes right after another frame's last. */
        boolean follows(Location before) {
            return sequence == before.sequence
                    ? firstRecord == before.endRecord
                    : sequence == before.sequence + 1 && firstRecord == 0;
        }
    }
}
