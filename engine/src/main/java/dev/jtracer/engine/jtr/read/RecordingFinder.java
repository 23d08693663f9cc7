// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RingOfFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Search for the recording that belongs to a file left behind by a JVM. */
public final class RecordingFinder {
    private RecordingFinder() {}

    /**
     * Returns the newest file of the recording, or for a spool that of the newest recording beside it that used it.
     *
     * @throws RecordingException if there is none; its message is for the user
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
        return require(newest, file);
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

    /** Returns the time of a recording's last change; null if it has another spool, or cannot be read by this user. */
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

    private static Path require(@Nullable Path recording, Path spool) throws RecordingException {
        if (recording == null) {
            throw new RecordingException(
                    "no recording (.jtr) beside '" + spool + "' belongs to it; both files are needed");
        }
        return recording;
    }
}
