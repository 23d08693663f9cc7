// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.FileAccess;
import dev.jtracer.engine.jtr.RecordingHeader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that a recording was written to one after the other, told by their headers. */
final class Segments {
    private Segments() {}

    private record Segment(Path file, RecordingHeader header) {}

    /** Returns files in the order in which they were written; null if they are not successive files of one recording. */
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

    /** Returns whether the next file of the recording is in the same directory. Only that one has records in the spool then. */
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
}
