// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The newest frames, in a few files of which the oldest is deleted when a new one is begun. */
public final class RingOfFiles implements FrameFile {
    /* The newest file has the recording's own name; the ones before it are called NAME.1, NAME.2 and so on, the highest
     * being the youngest of them. Each begins with the header, all names of methods known by then and the names of the
     * threads that are alive, so that none needs another.
     * With eight of them at most an eighth of what was asked for is missing, just after one was deleted. */
    private static final int FILES = 8;

    private final Path path;
    private final PartFiles files;
    private final long bytesPerFile;

    /** The header and the names, which every file begins with. */
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

    /** Of each thread that may record more, the frame that names it: these, too, every file begins with. */
    private final Map<Long, byte[]> threads = new LinkedHashMap<>();

    private final FrameCursor cursor = new FrameCursor();
    private final Deque<Part> older = new ArrayDeque<>();
    private SingleFile current;
    private long currentRecords;
    private long currentNameBytes = Long.BYTES;
    private long currentThreadBytes;
    private int parts;
    private long overwritten;

    /** The file that is about to become the newest, while that is going on or after it has failed. */
    private @Nullable FileChannel begun;

    /** The number that the current file has got already, while the next one has not got its name; 0 otherwise. */
    private int numbered;

    /**
     * Begins the first file.
     *
     * @param path the newest file
     * @param file opened for reading and writing, empty; closed by {@link #close}
     * @param mostBytes of all files together, but for the names of methods
     */
    public RingOfFiles(Path path, FileChannel file, long mostBytes) throws IOException {
        this(path, file, mostBytes, PartFiles.ON_DISK);
    }

    RingOfFiles(Path path, FileChannel file, long mostBytes, PartFiles files) throws IOException {
        this.path = path;
        this.files = files;
        this.bytesPerFile = mostBytes / FILES;
        this.current = new SingleFile(file);
    }

    /** The files of a recording, the oldest first; for one that is no ring just its file. */
    public static List<Path> parts(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        String prefix = absolute.getFileName() + ".";
        TreeMap<Integer, Path> parts = new TreeMap<>();
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(absolute.getParent())) {
            for (Path sibling : siblings) {
                String name = String.valueOf(sibling.getFileName());
                if (name.startsWith(prefix)) {
                    try {
                        parts.put(Integer.valueOf(name.substring(prefix.length())), sibling);
                    } catch (NumberFormatException otherFile) {
                        // such as trace.jtr.bak
                    }
                }
            }
        }
        parts.remove(0);
        List<Path> all = new ArrayList<>(parts.values());
        all.add(Files.exists(path) || !Files.exists(begun(path)) ? path : begun(path));
        return all;
    }

    /** The file that is about to become the newest. */
    private static Path begun(Path path) {
        return part(path, 0);
    }

    private static Path part(Path path, int number) {
        return path.resolveSibling(path.getFileName() + "." + number);
    }

    @Override
    public void write(byte type, int records, ByteBuffer frame) throws IOException {
        int length = frame.remaining();
        switch (type) {
            case RecordingFormat.HEADER, RecordingFormat.NAMES -> {
                beginning.write(frame.array(), frame.arrayOffset() + frame.position(), length);
                current.write(type, 0, frame);
                currentNameBytes += length;
            }
            case RecordingFormat.THREAD -> {
                threads.put(threadOf(frame), Arrays.copyOfRange(frame.array(), frame.position(), frame.limit()));
                current.write(type, 0, frame);
                currentThreadBytes += length;
            }
            case RecordingFormat.END -> current.write(type, 0, frame);
            default -> {
                if (recordBytes() > 0 && recordBytes() + threadBytes() + length > bytesPerFile) {
                    rotate();
                }
                current.write(type, records, frame);
                currentRecords += records;
            }
        }
    }

    @Override
    public void threadEnded(long threadId) {
        threads.remove(threadId);
    }

    private long threadOf(ByteBuffer frame) throws RecordingException {
        int start = frame.arrayOffset();
        cursor.reset(
                frame.array(), start + frame.position() + RecordingFormat.FRAME_HEADER_BYTES, start + frame.limit());
        return cursor.varint();
    }

    /** What the threads' names take of the current file's size: never so much that no room is left for records. */
    private long threadBytes() {
        return Math.min(currentThreadBytes, bytesPerFile / 2);
    }

    private long recordBytes() {
        return current.bytes() - currentNameBytes - currentThreadBytes;
    }

    @Override
    public long bytes() {
        long bytes = current.bytes();
        for (Part part : older) {
            bytes += part.bytes;
        }
        return bytes;
    }

    @Override
    public boolean keepsFrames() {
        return false;
    }

    @Override
    public byte[] read(long position, int length, byte[] buffer) {
        throw new UnsupportedOperationException("a ring does not keep its frames");
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
                files.delete(begun(path));
            }
        }
    }

    /* Any of these steps may fail. What was done stays done, and the next attempt goes on from there: the recording is
     * readable after each of them, and frames go on to the current file until the next one has its name. */
    private void rotate() throws IOException {
        // NAME.0 is whole before it becomes NAME, so that a process killed in between leaves a recording all the same.
        if (begun == null) {
            begun = files.create(begun(path));
        }
        // What an attempt that failed has written may lack names that came since.
        SingleFile next = new SingleFile(begun.truncate(0));
        long threadBytes = writeBeginning(next);
        if (numbered == 0) {
            int number = freeNumber();
            files.move(path, part(path, number));
            numbered = number;
        }
        files.move(begun(path), path);
        SingleFile previous = current;
        older.add(new Part(part(path, numbered), previous.bytes(), currentRecords));
        parts = numbered;
        current = next;
        currentRecords = 0;
        currentThreadBytes = threadBytes;
        currentNameBytes = next.bytes() - threadBytes;
        begun = null;
        numbered = 0;
        previous.close();
        deleteOldest();
    }

    /** Returns how many bytes of it name threads. */
    private long writeBeginning(SingleFile next) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        beginning.writeTo(all);
        for (byte[] thread : threads.values()) {
            all.writeBytes(thread);
        }
        next.write(RecordingFormat.HEADER, 0, ByteBuffer.wrap(all.toByteArray()));
        return (long) all.size() - beginning.size();
    }

    /** The next number, passing over files of these names that are not of this recording. */
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
            files.delete(oldest.path);
            older.remove();
            overwritten += oldest.records;
        }
    }

    private record Part(Path path, long bytes, long records) {}
}
