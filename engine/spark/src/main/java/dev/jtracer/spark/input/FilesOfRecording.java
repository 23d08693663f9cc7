// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.input;

import dev.jtracer.engine.importer.RecordingSegment;
import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The files of one recording: a .jtr file, or the segments of a trace. The unit of work of a task, because calls and
 * callbacks cross the borders of segments.
 *
 * @param files in the order of their paths
 * @param identity the recording; null if another tool wrote the trace
 */
public record FilesOfRecording(
        List<TraceFile> files, @Nullable Identity identity) implements Serializable {
    /** A survey reads a megabyte of a file at most; more tasks than this would only wait for each other. */
    private static final int MOST_SURVEYS = 1_000;

    /**
     * The key that distinguishes recordings.
     *
     * @param pid process that was recorded
     * @param startEpochMicros wall-clock time of the start in microseconds since 1970
     */
    public record Identity(long pid, long startEpochMicros) implements Serializable {}

    public FilesOfRecording {
        files = new ArrayList<>(files); // an immutable list of the JDK is replaced by a proxy in the stream of objects
    }

    /**
     * Returns the recordings in files, directories or globs, the largest first. The beginning of each file is read,
     * on the executors.
     *
     * @throws IOException if a path names no file, or a file cannot be listed
     */
    public static List<FilesOfRecording> find(List<String> paths, JavaSparkContext spark) throws IOException {
        List<TraceFile> files = TraceFile.list(paths, spark.hadoopConfiguration());
        Broadcast<SerializableConfiguration> configuration = SerializableConfiguration.broadcast(spark.sc());
        List<Survey> surveys = spark.parallelize(files, Math.min(files.size(), MOST_SURVEYS))
                .map(file -> Survey.of(file, configuration.value().value()))
                .collect();
        return group(surveys);
    }

    /** The recording that a file belongs to, null for a file of another tool, and the number of its segment. */
    private record Survey(TraceFile file, @Nullable Identity identity, int segment) implements Serializable {
        static Survey of(TraceFile file, Configuration configuration) throws IOException {
            try (LocalFiles head = LocalFiles.head(file, configuration)) {
                Optional<RecordingSegment> found =
                        TraceImport.segment(head.paths().get(0));
                return found.map(segment -> new Survey(
                                file, new Identity(segment.pid(), segment.startEpochMicros()), segment.number()))
                        .orElseGet(() -> new Survey(file, null, 0));
            }
        }
    }

    private static List<FilesOfRecording> group(List<Survey> surveys) {
        List<FilesOfRecording> recordings = new ArrayList<>();
        Map<Identity, FilesOfRecording> known = new HashMap<>();
        Map<Identity, Set<Integer>> segments = new HashMap<>();
        for (Survey survey : surveys) {
            Identity identity = survey.identity();
            FilesOfRecording recording = identity == null ? null : known.get(identity);
            boolean isNew = identity != null
                    && segments.computeIfAbsent(identity, first -> new HashSet<>())
                            .add(survey.segment());
            if (recording != null && isNew) {
                recording.files.add(survey.file());
                continue;
            }
            // A file alone: of another tool, the first of its recording, or a copy of a segment.
            FilesOfRecording alone = new FilesOfRecording(List.of(survey.file()), identity);
            recordings.add(alone);
            if (identity != null) {
                known.putIfAbsent(identity, alone);
            }
        }
        recordings.sort(
                Comparator.comparingLong(FilesOfRecording::bytes).reversed().thenComparing(FilesOfRecording::name));
        return recordings;
    }

    /** Returns the size of its files. */
    public long bytes() {
        return files.stream().mapToLong(TraceFile::bytes).sum();
    }

    /** Returns the address of its first file. */
    public String name() {
        return files.get(0).uri();
    }
}
