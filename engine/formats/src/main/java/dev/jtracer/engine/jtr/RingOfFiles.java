// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The newest frames, in a few files; when a new one is begun, the oldest is deleted unless it is held. */
public final class RingOfFiles implements FrameFile {
    /* The newest file has the recording's own name; the previous ones are called NAME.1, NAME.2 and so on; the
     * highest number is the newest of them. Each begins with the header, all names of methods known by then and the
     * names of live threads, so that it can be read without the others. With eight files, at most an eighth of the
     * requested size is missing, just after a deletion. */
    private static final int FILES = 8;

    /** Number in the temporary name of the next newest file. */
    private static final int BEGUN = 0;

    private final Path path;
    private final FileAccess files;
    private final @Nullable RetainedTimes retained;
    private final long mostBytes;
    private final long bytesPerFile;

    /** The header and the names of methods at the beginning of every file. */
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

    /** The name frame of each thread that may still record; every file begins with these as well. */
    private final Map<Long, byte[]> threads = new LinkedHashMap<>();

    private final FrameCursor cursor = new FrameCursor();
    private final Deque<Part> older = new ArrayDeque<>();

    /** Parts older than the newest files, which stay because they are held. */
    private final List<Part> held = new ArrayList<>();

    /** The latest frame of this type, which every file begins with as well. */
    private byte[] windows = new byte[0];

    private long currentFirstNanos = Long.MAX_VALUE;
    private long currentLastNanos = Long.MIN_VALUE;
    private SingleFile current;
    private long currentRecords;
    private long currentNameBytes = Long.BYTES;
    private long currentThreadBytes;
    private int parts;
    private long overwritten;

    /** The next newest file, while a rotation runs or after one has failed. */
    private @Nullable FileChannel begun;

    /** Number to which the current file is renamed already while the next one has a temporary name; 0 otherwise. */
    private int numbered;

    /**
     * Begins the first file.
     *
     * @param path the newest file
     * @param file opened for reading and writing, empty; closed by {@link #close}
     * @param mostBytes limit of the newest files together, without the names of methods, and of the older ones held
     * @param retained selects the older files that are held; null for none
     * @param files creates the further files
     */
    public RingOfFiles(Path path, FileChannel file, long mostBytes, @Nullable RetainedTimes retained, FileAccess files)
            throws IOException {
        this.retained = retained;
        this.mostBytes = mostBytes;
        this.path = path;
        this.files = files;
        this.bytesPerFile = mostBytes / FILES;
        this.current = new SingleFile(file);
    }

    /** Returns the files of a recording or of its newest file, the oldest first; only its file if it is no ring. */
    public static List<Path> parts(Path newest) throws IOException {
        Path absolute = recording(newest).toAbsolutePath();
        String prefix = prefix(absolute.getFileName().toString());
        TreeMap<Integer, Path> parts = new TreeMap<>();
        for (String name : names(absolute.resolveSibling(""))) {
            int number = number(prefix, name);
            if (number > 0) {
                parts.put(number, absolute.resolveSibling(name));
            }
        }
        List<Path> all = new ArrayList<>(parts.values());
        Path last = newest(newest);
        if (all.isEmpty() || Files.exists(last)) {
            all.add(last);
        }
        return all;
    }

    /** Returns the newest file of a recording, of a temporary name if the process was killed while renaming files. */
    public static Path newest(Path recording) {
        Path path = recording(recording);
        return Files.exists(path) || !Files.exists(part(path, BEGUN)) ? path : part(path, BEGUN);
    }

    /** Returns whether a file beside a recording is a part of it, by their names. */
    public static boolean isPart(String recording, String name) {
        return number(prefix(recording), name) >= 0;
    }

    private static String prefix(String recording) {
        return recording.concat(".");
    }

    /** Returns the number at the end of a part's name, 0 for the next newest file; -1 for another file. */
    private static int number(String prefix, String name) {
        if (!name.startsWith(prefix)) {
            return -1;
        }
        try {
            int number = Integer.parseInt(name.substring(prefix.length()));
            return name.equals(prefix.concat(Integer.toString(number))) ? number : -1; // else trace.jtr.01, for example
        } catch (NumberFormatException otherFile) { // trace.jtr.bak, for example
            return -1;
        }
    }

    private static String[] names(Path directory) throws IOException {
        // A DirectoryStream, which every exit would use, makes a lambda.
        String[] names = directory.toFile().list();
        if (names == null) {
            throw Files.exists(directory)
                    ? new AccessDeniedException(directory.toString())
                    : new NoSuchFileException(directory.toString());
        }
        return names;
    }

    /** Returns the number in a part's name; 0 for the newest, whose name has none. */
    public static int number(Path part) {
        String name = String.valueOf(part.getFileName());
        try {
            return Integer.parseInt(name.substring(name.lastIndexOf('.') + 1));
        } catch (NumberFormatException newest) {
            return 0;
        }
    }

    /** Returns the recording of its newest file, which may have a temporary name. */
    public static Path recording(Path newest) {
        String name = String.valueOf(newest.getFileName());
        return name.endsWith(".jtr." + BEGUN)
                ? newest.resolveSibling(name.substring(0, name.lastIndexOf('.')))
                : newest;
    }

    private static Path part(Path path, int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    @Override
    public void write(byte type, FrameRecords records, ByteBuffer frame) throws IOException {
        int length = frame.remaining();
        switch (type) {
            case RecordingFormat.HEADER, RecordingFormat.NAMES -> {
                int start = frame.arrayOffset() + frame.position();
                current.write(type, FrameRecords.NONE, frame);
                beginning.write(frame.array(), start, length);
                currentNameBytes += length;
            }
            case RecordingFormat.THREAD -> {
                threads.put(threadOf(frame), bytes(frame));
                current.write(type, FrameRecords.NONE, frame);
                currentThreadBytes += length;
            }
            case RecordingFormat.END -> current.write(type, FrameRecords.NONE, frame);
            default -> {
                if (type == RecordingFormat.WINDOWS) {
                    windows = bytes(frame);
                }
                if (recordBytes() > 0 && recordBytes() + threadBytes() + length > bytesPerFile) {
                    rotate();
                }
                current.write(type, records, frame);
                currentRecords += records.count();
                currentFirstNanos = Math.min(currentFirstNanos, records.firstNanos());
                currentLastNanos = Math.max(currentLastNanos, records.lastNanos());
            }
        }
    }

    @Override
    public void threadEnded(long threadId) {
        threads.remove(threadId);
    }

    private static byte[] bytes(ByteBuffer frame) {
        int start = frame.arrayOffset();
        return Arrays.copyOfRange(frame.array(), start + frame.position(), start + frame.limit());
    }

    private long threadOf(ByteBuffer frame) throws RecordingException {
        int start = frame.arrayOffset();
        cursor.reset(
                frame.array(), start + frame.position() + RecordingFormat.FRAME_HEADER_BYTES, start + frame.limit());
        return cursor.varint();
    }

    /** Returns the part of the current file's size taken by names of threads, limited to leave room for records. */
    private long threadBytes() {
        return Math.min(currentThreadBytes, bytesPerFile / 2);
    }

    private long recordBytes() {
        return current.bytes() - currentNameBytes - currentThreadBytes;
    }

    @Override
    public long bytes() {
        return current.bytes() + bytes(older) + bytes(held);
    }

    private long heldUntilNanos() {
        return held.stream().mapToLong(Part::lastNanos).max().orElse(Long.MIN_VALUE);
    }

    private static long bytes(Collection<Part> parts) {
        return parts.stream().mapToLong(Part::bytes).sum();
    }

    @Override
    public long overwritten() {
        return overwritten;
    }

    @Override
    public void close() throws IOException {
        try {
            current.close();
        } finally {
            closeBegun();
        }
    }

    private void closeBegun() throws IOException {
        FileChannel unused = begun;
        if (unused != null) {
            begun = null;
            unused.close();
            if (numbered == 0) {
                files.delete(part(path, BEGUN));
            }
        }
    }

    /* Each of these steps may fail. Completed steps stay, and the next attempt continues from there: the recording is
     * readable after each step, and frames go to the current file until the next one has its final name. */
    private void rotate() throws IOException {
        // NAME.0 is complete before it becomes NAME, so that a process killed in between still leaves a recording.
        if (begun == null) {
            begun = files.create(part(path, BEGUN));
        }
        // The content from a failed attempt may lack names that were added since.
        SingleFile next = new SingleFile(begun.truncate(0));
        long threadBytes = writeBeginning(next);
        if (numbered == 0) {
            int number = freeNumber();
            try {
                files.move(path, part(path, number));
            } catch (NoSuchFileException gone) {
                // Another program has moved or deleted the file. Its part is one without a file.
            }
            numbered = number;
        }
        files.move(part(path, BEGUN), path);
        SingleFile previous = current;
        older.add(
                new Part(part(path, numbered), previous.bytes(), currentRecords, currentFirstNanos, currentLastNanos));
        parts = numbered;
        current = next;
        currentRecords = 0;
        currentFirstNanos = Long.MAX_VALUE;
        currentLastNanos = Long.MIN_VALUE;
        currentThreadBytes = threadBytes;
        currentNameBytes = next.bytes() - threadBytes;
        begun = null;
        numbered = 0;
        previous.close();
        deleteOldest();
    }

    /** Writes the frames that every file begins with. Returns how many of their bytes name threads. */
    private long writeBeginning(SingleFile next) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        beginning.writeTo(all);
        for (byte[] thread : threads.values()) {
            all.writeBytes(thread);
        }
        long threadBytes = (long) all.size() - beginning.size();
        all.writeBytes(windows);
        next.write(RecordingFormat.HEADER, FrameRecords.NONE, ByteBuffer.wrap(all.toByteArray()));
        return threadBytes;
    }

    /** Returns the next number, skipping names of existing files that are not part of this recording. */
    private int freeNumber() {
        int number = parts + 1;
        while (Files.exists(part(path, number), LinkOption.NOFOLLOW_LINKS)) {
            number++;
        }
        return number;
    }

    private void deleteOldest() throws IOException {
        while (older.size() >= FILES) {
            Part oldest = older.element();
            if (isHeld(oldest)) {
                held.add(oldest);
            } else {
                delete(oldest);
            }
            older.remove();
        }
        deleteUnheld(held);
        while (retained != null && bytes(held) > mostBytes && retained.drop(heldUntilNanos())) {
            deleteUnheld(held);
        }
    }

    @Override
    public void dropUnheld() throws IOException {
        if (retained != null) {
            deleteUnheld(held);
            deleteUnheld(older);
        }
    }

    private void deleteUnheld(Collection<Part> among) throws IOException {
        for (Part part : List.copyOf(among)) {
            if (!isHeld(part)) {
                delete(part);
                among.remove(part);
            }
        }
    }

    private boolean isHeld(Part part) {
        return retained != null && retained.holds(part.firstNanos, part.lastNanos);
    }

    private void delete(Part part) throws IOException {
        files.delete(part.path);
        overwritten += part.records;
    }

    private record Part(Path path, long bytes, long records, long firstNanos, long lastNanos) {}
}
