// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.input;

import dev.jtracer.engine.importer.RecordingSegment;
import dev.jtracer.engine.importer.RecordingSegment.Recording;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.report.ReportJson;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
        List<TraceFile> files, @Nullable Recording identity) implements Serializable {
    /** A survey reads a megabyte of a file at most; more tasks than this would only wait for each other. */
    private static final int MOST_SURVEYS = 1_000;

    public FilesOfRecording {
        files = new ArrayList<>(files); // an immutable list of the JDK is replaced by a proxy in the stream of objects
    }

    /**
     * Returns the recordings in files, directories or globs, the largest first. The beginning of each file is read,
     * on the executors. Fails if a path names no file, or a file cannot be listed.
     */
    public static List<FilesOfRecording> find(List<String> paths, JavaSparkContext spark) throws IOException {
        List<TraceFile> files = TraceFile.list(paths, spark.hadoopConfiguration());
        Broadcast<SerializableConfiguration> configuration = SerializableConfiguration.broadcast(spark.sc());
        List<Survey> surveys = spark.parallelize(files, Math.min(files.size(), MOST_SURVEYS))
                .flatMap(file -> Survey.of(file, configuration.value().value()).iterator())
                .collect();
        if (surveys.isEmpty()) {
            throw new IOException(
                    "'" + String.join("', '", paths) + "' has reports alone; name a directory with recordings");
        }
        return group(surveys);
    }

    /** Fails if one of the recordings is there twice. */
    public static void requireDistinct(List<FilesOfRecording> recordings) throws IOException {
        Map<Recording, FilesOfRecording> known = new HashMap<>();
        for (FilesOfRecording recording : recordings) {
            FilesOfRecording same =
                    recording.identity == null ? null : known.putIfAbsent(recording.identity, recording);
            if (same != null) {
                throw new IOException("'" + recording.name() + "' is of the same recording as '" + same.name()
                        + "'; name one of them");
            }
        }
    }

    /** A file, and the segment of a recording that it is; null for a file of another tool. */
    private record Survey(TraceFile file, @Nullable RecordingSegment segment) implements Serializable {
        /** Returns the survey of a file; none of a report beside the recordings in a directory. */
        static List<Survey> of(TraceFile file, Configuration configuration) throws IOException {
            try (LocalFiles head = LocalFiles.head(file, configuration)) {
                Path path = head.paths().get(0);
                return !file.isNamed() && ReportJson.isReport(path)
                        ? List.of()
                        : List.of(new Survey(file, TraceImport.segment(path).orElse(null)));
            }
        }
    }

    private static List<FilesOfRecording> group(List<Survey> surveys) {
        List<FilesOfRecording> recordings = new ArrayList<>();
        Map<Recording, FilesOfRecording> known = new HashMap<>();
        Set<RecordingSegment> segments = new HashSet<>();
        for (Survey survey : surveys) {
            RecordingSegment segment = survey.segment();
            Recording identity = segment == null ? null : segment.recording();
            FilesOfRecording recording = identity == null ? null : known.get(identity);
            boolean isNew = segment != null && segments.add(segment);
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

    public long bytes() {
        return files.stream().mapToLong(TraceFile::bytes).sum();
    }

    public String name() {
        return files.get(0).uri();
    }
}
