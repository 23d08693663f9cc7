// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/** The newest frames, in a few files of which the oldest is deleted when a new one is begun. */
public final class RingOfFiles implements FrameFile {
    /* The newest file has the recording's own name; the ones before it are called NAME.1, NAME.2 and so on, the highest
     * being the youngest of them. Each begins with the header and all names known by then, so that none needs another.
     * With eight of them at most an eighth of what was asked for is missing, just after one was deleted. */
    private static final int FILES = 8;

    private final Path path;
    private final Creator creator;
    private final long bytesPerFile;
    private final ByteArrayOutputStream preamble = new ByteArrayOutputStream();
    private final Deque<Part> older = new ArrayDeque<>();
    private SingleFile current;
    private long currentRecords;
    private int parts;
    private long overwritten;

    /** Creates an empty file that was not there before. */
    @FunctionalInterface
    public interface Creator {
        void create(Path path) throws IOException;
    }

    /**
     * Begins the first file.
     *
     * @param path the newest file, empty
     * @param mostBytes of all files together, but for names
     */
    public RingOfFiles(Path path, long mostBytes, Creator creator) throws IOException {
        this.path = path;
        this.creator = creator;
        this.bytesPerFile = mostBytes / FILES;
        this.current = new SingleFile(path);
    }

    /** The files of a recording, the oldest first; for one that is no ring just its file. */
    static List<Path> parts(Path path) throws IOException {
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
        if (type == RecordingFormat.CHUNK) {
            if (currentRecords > 0 && current.bytes() - preamble.size() + frame.remaining() > bytesPerFile) {
                rotate();
            }
        } else if (type == RecordingFormat.HEADER || type == RecordingFormat.NAMES || type == RecordingFormat.THREAD) {
            preamble.write(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining());
        }
        current.write(type, records, frame);
        currentRecords += records;
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
        current.close();
    }

    private void rotate() throws IOException {
        // NAME.0 is whole before it becomes NAME, so that a process killed in between leaves a recording all the same.
        creator.create(begun(path));
        SingleFile next = new SingleFile(begun(path));
        next.write(RecordingFormat.HEADER, 0, ByteBuffer.wrap(preamble.toByteArray()));
        current.close();
        parts++;
        Path part = part(path, parts);
        Files.move(path, part);
        Files.move(begun(path), path);
        older.add(new Part(part, current.bytes(), currentRecords));
        current = next;
        currentRecords = 0;
        if (older.size() == FILES) {
            Part oldest = older.remove();
            Files.delete(oldest.path);
            overwritten += oldest.records;
        }
    }

    private record Part(Path path, long bytes, long records) {}
}
