// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.job;

import dev.jtracer.engine.diff.RecordingSample;
import dev.jtracer.engine.merge.RecordingSampleCodec;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.prefetch.Decoding;
import dev.jtracer.spark.input.FilesOfRecording;
import dev.jtracer.spark.input.LocalFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** A job that makes a {@link RecordingSample} of each recording, for a comparison. */
public final class SampleJob {
    private SampleJob() {}

    /**
     * Runs the job on files, directories or globs and returns a sample of each recording, in the order of their
     * addresses. Fails if a path names no file, or two a recording.
     */
    public static List<RecordingSample> run(List<String> paths, JavaSparkContext spark) throws IOException {
        List<FilesOfRecording> recordings = FilesOfRecording.find(paths, spark);
        recordings.sort(Comparator.comparing(FilesOfRecording::name));
        FilesOfRecording.requireDistinct(recordings);
        Broadcast<SerializableConfiguration> configuration = SerializableConfiguration.broadcast(spark.sc());
        List<byte[]> encoded = spark.parallelize(recordings, recordings.size())
                .map(recording -> sample(recording, configuration.value().value()))
                .collect();
        List<RecordingSample> samples = new ArrayList<>();
        for (byte[] sample : encoded) {
            samples.add(RecordingSampleCodec.decode(sample));
        }
        return samples;
    }

    private static byte[] sample(FilesOfRecording recording, Configuration configuration) throws IOException {
        try (LocalFiles files = LocalFiles.of(recording.files(), configuration)) {
            ParsedTrace trace = new TraceProcessor(RecordingSample.handlers()).parse(files.open(Decoding.BY_READER));
            RecordingSample sample = RecordingSample.of(trace);
            if (sample.methods().isEmpty()) {
                throw new IOException("'" + recording.name()
                        + "' has no finished call; record it anew, with include= naming the program's packages");
            }
            return RecordingSampleCodec.encode(sample);
        }
    }
}
