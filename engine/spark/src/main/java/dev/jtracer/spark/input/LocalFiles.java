// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.input;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.importer.ImportOptions;
import dev.jtracer.engine.importer.Importers;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.jtr.read.RecordingReader;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * Files as the engine reads them: those of the local disk themselves, others as copies that {@link #close} deletes. A
 * recording is read at many positions, so a copy costs less than requests to a store.
 *
 * <p>The files that belong to a recording come along: the older parts {@code run.jtr.1}, {@code run.jtr.2}, and the
 * spool of a JVM that was killed.
 */
public final class LocalFiles implements AutoCloseable {
    private static final int ALL = Integer.MAX_VALUE;
    /** The beginning of a file: a recording's header is in its first kilobytes. */
    private static final int HEAD_BYTES = 1 << 20;

    private final List<Path> files = new ArrayList<>();
    private final List<Path> directories = new ArrayList<>();

    private LocalFiles() {}

    /** Returns files that can be read to their ends. */
    public static LocalFiles of(List<TraceFile> files, Configuration configuration) throws IOException {
        return of(files, ALL, configuration);
    }

    /** Returns a file whose beginning alone can be read. */
    static LocalFiles head(TraceFile file, Configuration configuration) throws IOException {
        return of(List.of(file), HEAD_BYTES, configuration);
    }

    private static LocalFiles of(List<TraceFile> files, int most, Configuration configuration) throws IOException {
        LocalFiles local = new LocalFiles();
        try {
            for (TraceFile file : files) {
                local.add(file, most, configuration);
            }
            return local;
        } catch (IOException | RuntimeException e) {
            local.close();
            throw e;
        }
    }

    private void add(TraceFile file, int most, Configuration configuration) throws IOException {
        FileSystem fileSystem = file.path().getFileSystem(configuration);
        if (fileSystem.getUri().getScheme().equals("file")) {
            files.add(Path.of(file.path().toUri().getPath()));
            return;
        }
        // A directory for each: two files of a recording may have the same name in different directories.
        Path directory = Files.createTempDirectory("jtracer");
        directories.add(directory);
        String name = file.path().getName();
        files.add(copy(fileSystem, file.path(), directory.resolve(name), most));
        String recording = RingOfFiles.recording(Path.of(name)).toString();
        if (most == ALL && recording.endsWith(".jtr")) {
            for (FileStatus beside : fileSystem.listStatus(file.path().getParent())) {
                String part = beside.getPath().getName();
                if (beside.isFile() && RingOfFiles.isPart(recording, part) && !part.equals(name)) {
                    copy(fileSystem, beside.getPath(), directory.resolve(part), most);
                }
            }
            copySpool(file, fileSystem, directory.resolve(name));
        }
    }

    /** Copies the buffer file of a JVM that was killed: it has the last records. */
    private static void copySpool(TraceFile file, FileSystem fileSystem, Path recording) throws IOException {
        String name;
        try (RecordingReader reader = new RecordingReader(recording)) {
            if (reader.endNanos() >= 0) {
                return;
            }
            name = reader.header().spoolFile();
        } catch (RecordingException damaged) {
            return; // reading the recording reports it
        }
        org.apache.hadoop.fs.Path spool =
                new org.apache.hadoop.fs.Path(file.path().getParent(), name);
        if (!name.isEmpty() && fileSystem.exists(spool)) {
            copy(fileSystem, spool, recording.resolveSibling(name), ALL);
        }
    }

    private static Path copy(FileSystem fileSystem, org.apache.hadoop.fs.Path from, Path to, int most)
            throws IOException {
        try (InputStream in = fileSystem.open(from)) {
            if (most == ALL) {
                Files.copy(in, to);
            } else {
                Files.write(to, in.readNBytes(most));
            }
        }
        return to;
    }

    public TraceSource open(Decoding decoding) throws IOException {
        return TraceImport.open(paths(), ImportOptions.of(Importers.load()).with(decoding));
    }

    List<Path> paths() {
        return List.copyOf(files);
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Path directory : directories) {
            try (Stream<Path> copies = Files.walk(directory)) {
                for (Path copy : copies.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(copy);
                }
            } catch (IOException remains) {
                failure = remains; // the other copies go all the same
            }
        }
        directories.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
