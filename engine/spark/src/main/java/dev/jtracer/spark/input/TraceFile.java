// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.input;

import dev.jtracer.engine.jtr.RingOfFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a file system that Hadoop knows.
 *
 * @param uri absolute, with the scheme
 * @param bytes its size
 * @param isNamed whether a path or a glob names it, not only its directory
 */
public record TraceFile(String uri, long bytes, boolean isNamed) implements Serializable {
    /** The names of recordings and traces in a directory, as the command line reads them. */
    private static final Pattern TRACE = Pattern.compile(".*\\.(jtr|jtr\\.0|json|json\\.gz)");

    Path path() {
        return new Path(uri);
    }

    /**
     * Returns the files, sorted by path, each once: those that the paths name, those that match a glob, and of a
     * directory its recordings and traces, not those of its directories. Fails if a path names no file.
     */
    static List<TraceFile> list(List<String> paths, Configuration configuration) throws IOException {
        Map<String, TraceFile> files = new LinkedHashMap<>();
        for (String path : paths) {
            int before = files.size();
            for (TraceFile file : list(path, configuration)) {
                files.put(file.uri(), file);
            }
            if (files.size() == before) {
                throw new FileNotFoundException("'" + path
                        + "' names no further file; name a .jtr, .json or .json.gz file, a directory, or a glob");
            }
        }
        return List.copyOf(files.values());
    }

    private static Collection<TraceFile> list(String path, Configuration configuration) throws IOException {
        Path pattern = new Path(path);
        FileSystem fileSystem = pattern.getFileSystem(configuration);
        FileStatus[] found = fileSystem.globStatus(pattern);
        List<TraceFile> files = new ArrayList<>();
        for (FileStatus status : found == null ? new FileStatus[0] : found) {
            if (status.isFile()) {
                files.add(new TraceFile(status.getPath().toString(), status.getLen(), true));
                continue;
            }
            for (FileStatus within : fileSystem.listStatus(status.getPath())) {
                String name = within.getPath().getName();
                String recording =
                        RingOfFiles.recording(java.nio.file.Path.of(name)).toString();
                // The next file of a ring is read with the newest, which has a name of its own.
                boolean isNewest = name.equals(recording) || !fileSystem.exists(new Path(status.getPath(), recording));
                if (within.isFile() && TRACE.matcher(name).matches() && isNewest) {
                    files.add(new TraceFile(within.getPath().toString(), within.getLen(), false));
                }
            }
        }
        return files.stream()
                // Else its JVM was killed just when it had created the file; the format's mark is before a header.
                .filter(file -> file.bytes() > (file.uri().endsWith(".jtr") ? Long.BYTES : 0))
                .sorted(Comparator.comparing(TraceFile::uri))
                .toList();
    }
}
