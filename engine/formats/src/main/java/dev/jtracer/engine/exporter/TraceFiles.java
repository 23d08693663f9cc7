// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.event.TraceOutputs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files of one trace: {@code trace.json}, {@code trace.part2.json} and so on, compressed if the name ends with
 * {@code .gz}. None of them may exist.
 */
public final class TraceFiles implements TraceOutputs {
    private static final int GZIP_BUFFER_BYTES = 1 << 16;

    private final TraceFileName first;
    private final NewFile creation;
    private final @Nullable Compression compression;
    private final List<Path> created = new ArrayList<>();

    /** Wraps a file in a gzip stream. A reference to its class here would load that class in every traced JVM. */
    @FunctionalInterface
    public interface Compression {
        OutputStream of(OutputStream file) throws IOException;
    }

    @FunctionalInterface
    public interface NewFile {
        /** Creates a file; a FileAlreadyExistsException if the name exists, even as a symbolic link. */
        OutputStream create(Path path) throws IOException;
    }

    /** Creates no file yet. */
    public TraceFiles(Path first) {
        this(first, TraceFiles::createNew, null);
    }

    /** Creates no file yet. Without {@code compression} the writer's thread compresses. */
    public TraceFiles(Path first, NewFile creation, @Nullable Compression compression) {
        this.first = new TraceFileName(first);
        this.creation = creation;
        this.compression = compression;
    }

    private static OutputStream createNew(Path path) throws IOException {
        return Files.newOutputStream(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public OutputStream open(int part) throws IOException {
        Path path = first.part(part);
        OutputStream file = creation.create(path);
        created.add(path);
        if (!path.toString().endsWith(".gz")) {
            return file;
        }
        return compression == null ? new FastGzip(file) : compression.of(file);
    }

    /** Returns the files so far, in order. */
    public List<Path> created() {
        return List.copyOf(created);
    }

    /** Deletes the files so far because they are incomplete. */
    public void delete() throws IOException {
        for (Path path : created) {
            Files.deleteIfExists(path);
        }
        created.clear();
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, GZIP_BUFFER_BYTES);
            // Even the lowest level shrinks a trace to a twelfth; the default level takes three times as long.
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
