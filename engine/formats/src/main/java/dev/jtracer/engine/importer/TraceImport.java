// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.TraceSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Entry point for opening files of any format and container with an importer. Several files become one trace: equal
 * names have one index, processes of different recordings are distinct, the segments of one recording follow each
 * other, and times are those of a common clock as far as the files relate their clocks.
 *
 * <p>Files are read as streams, one after the other. A survey for clocks and segments comes first: it reads only the
 * beginning of a file that contains the start of its recording there, as jtracer's do; any other file is read twice
 * unless it is alone.
 *
 * <p>A {@link dev.jtracer.engine.event.TraceSyntaxException} says that there is no importer for a file.
 */
public final class TraceImport {
    private TraceImport() {}

    /**
     * Returns files grouped by the recording that they are segments of; a file of another tool is a group of its own.
     * Reads only the beginning of each file.
     */
    public static List<List<Path>> byRecording(List<Path> files) throws IOException {
        return FileOrder.byRecording(files, ImportOptions.of(Importers.load()));
    }

    /**
     * Returns files grouped by the recording that they are segments of; no group if one of them is not of jtracer,
     * for its trace may continue in another file. Reads only the beginning of each file of jtracer.
     */
    public static List<List<Path>> recordings(List<Path> files) throws IOException {
        ImportOptions options = ImportOptions.of(Importers.load());
        for (Path file : files) {
            if (FileOrder.segment(file, options) == null) {
                return List.of();
            }
        }
        return FileOrder.byRecording(files, options);
    }

    /**
     * Returns the recording of jtracer that a file belongs to; empty for the file of another tool, and for one with
     * several traces. Reads only the beginning of a file of jtracer, so that the beginning of a file is enough.
     */
    public static Optional<RecordingSegment> segment(Path file) throws IOException {
        return Optional.ofNullable(FileOrder.segment(file, ImportOptions.of(Importers.load())));
    }

    /** Opens one file with all importers of the engine's class loader; see {@link #open(List, ImportOptions)}. */
    public static TraceSource open(Path file) throws IOException {
        return open(List.of(file));
    }

    /** Opens files with all importers of the engine's class loader; see {@link #open(List, ImportOptions)}. */
    public static TraceSource open(List<Path> files) throws IOException {
        return open(files, ImportOptions.of(Importers.load()));
    }

    /**
     * Opens files. A file that fails makes the whole import fail; a part of a container that fails is dropped,
     * counted and listed in {@link dev.jtracer.engine.event.ImportReport#sources}.
     *
     * @return a source that can be read once and then closes the files
     * @throws IllegalArgumentException if there is no file
     */
    public static TraceSource open(List<Path> files, ImportOptions options) throws IOException {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no file to import; name at least one");
        }
        TraceWalk walk = new TraceWalk(options);
        if (files.size() == 1) {
            TraceSource single = SingleTrace.open(TraceData.of(files.get(0)), walk);
            if (single != null) {
                return single;
            }
        }
        Set<TraceImporter> importers = new HashSet<>();
        for (Path file : files) {
            try (TraceData data = TraceData.of(file)) {
                importers.add(options.importers().find(data));
            }
        }
        TraceSource joined = importers.size() == 1 && files.size() > 1
                ? join(importers.iterator().next(), files, options)
                : null;
        return joined == null ? new MergedTrace(List.copyOf(files), options) : joined;
    }

    private static @Nullable TraceSource join(TraceImporter importer, List<Path> files, ImportOptions options)
            throws IOException {
        return importer instanceof FormatImporter format && options.alignment() == ImportOptions.Alignment.CLOCKS
                ? format.join(List.copyOf(files), options.decoding())
                : null;
    }
}
