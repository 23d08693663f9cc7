// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RingOfFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Search for files that belong together: a recording, its spool, the files before and after it, by their headers. */
public final class RecordingFinder {
    private RecordingFinder() {}

    /**
     * Returns the newest file of the recording, or for a spool that of the newest recording beside it that used it.
     * The message of a RecordingException is for the user.
     */
    public static Path find(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new RecordingException("'" + file + "' is a directory without a recording or trace; name a file");
        }
        if (RingOfFiles.parts(file).stream().noneMatch(Files::exists)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!file.toString().endsWith(".spool")) {
            return newest(file);
        }
        Path directory = file.toAbsolutePath().getParent();
        Path newest = null;
        FileTime newestTime = null;
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(directory, "*.jtr{,.0}")) {
            for (Path candidate : candidates) {
                FileTime time = timeIfUsed(candidate, file);
                if (time != null && (newestTime == null || time.compareTo(newestTime) > 0)) {
                    newest = RingOfFiles.newest(candidate);
                    newestTime = time;
                }
            }
        }
        if (newest == null) {
            throw new RecordingException(
                    "no recording (.jtr) beside '" + file + "' belongs to it; both files are needed");
        }
        return newest;
    }

    private static Path newest(Path file) throws IOException {
        Path newest = RingOfFiles.newest(file);
        if (!Files.exists(newest)) {
            List<Path> older = RingOfFiles.parts(file);
            throw new RecordingException(
                    "'" + file + "': the newest file of this ring is missing; name an older one, the last is '"
                            + older.get(older.size() - 1).getFileName() + "'");
        }
        return newest;
    }

    /** Returns when a recording started, in microseconds since 1970, without reading more; empty for another file. */
    public static OptionalLong startEpochMicros(Path file) throws IOException {
        RecordingHeader header = RecordingReader.headerIfReadable(file, FileAccess.PLAIN);
        return header == null ? OptionalLong.empty() : OptionalLong.of(header.startEpochMicros());
    }

    /** Returns the time of a recording's last change; null if it has another spool or this user cannot read it. */
    private static @Nullable FileTime timeIfUsed(Path recording, Path spool) {
        try {
            RecordingHeader header = RecordingReader.headerOf(recording, FileAccess.PLAIN);
            return header != null && header.spoolFile().equals(String.valueOf(spool.getFileName()))
                    ? Files.getLastModifiedTime(recording)
                    : null;
        } catch (IOException other) {
            return null;
        }
    }

    private record Segment(Path file, RecordingHeader header) {}

    /** Returns files in the order of their writing; null if they are not successive files of one recording. */
    static @Nullable List<Path> inOrder(List<Path> files) throws IOException {
        List<Segment> segments = new ArrayList<>();
        for (Path file : files) {
            RecordingHeader header = RecordingReader.headerOf(file, FileAccess.PLAIN);
            if (header == null) {
                return null;
            }
            segments.add(new Segment(file, header));
        }
        segments.sort(Comparator.comparingInt(segment -> segment.header.segment()));
        for (int i = 1; i < segments.size(); i++) {
            if (!segments.get(i).header.follows(segments.get(i - 1).header)) {
                return null;
            }
        }
        return segments.stream().map(Segment::file).toList();
    }

    /** Returns whether the recording's next file is in the same directory. Only that has records in the spool. */
    static boolean hasNext(Path file, FileAccess access) throws IOException {
        RecordingHeader header = RecordingReader.headerOf(file, access);
        if (header == null || header.segment() == 0) {
            return false;
        }
        try (DirectoryStream<Path> beside =
                Files.newDirectoryStream(file.toAbsolutePath().resolveSibling(""), "*.jtr{,.0}")) {
            for (Path other : beside) {
                if (isNext(other, access, header)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isNext(Path file, FileAccess access, RecordingHeader before) {
        try {
            RecordingHeader header = RecordingReader.headerOf(file, access);
            return header != null && header.follows(before);
        } catch (IOException noRecording) {
            return false;
        }
    }

    /** Returns whether the JVM that recorded a file still has it open; false where that cannot be known. */
    static boolean isGrowing(Path file, RecordingHeader header) {
        try (DirectoryStream<Path> open =
                Files.newDirectoryStream(Path.of("/proc", Long.toString(header.processId()), "fd"))) {
            for (Path descriptor : open) {
                if (Files.exists(descriptor) && Files.isSameFile(descriptor, file)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException e) { // ended, or of another user
            return false;
        }
    }
}
