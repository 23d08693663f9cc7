// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.job;

import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.prefetch.Decoding;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.spark.input.FilesOfRecording;
import dev.jtracer.spark.input.LocalFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The report on many recordings.
 *
 * <pre>
 *   TraceReport report = ReportJob.run(List.of("hdfs:///traces/2026-11-22/*.jtr"), 20, spark).report(20);
 *   ReportJson.of(report)     // the bytes of: java -jar tracer.jar report --json 2026-11-22/*.jtr
 * </pre>
 *
 * <p>A task returns the {@link PartialReport} of its recordings as bytes, some kilobytes a recording. Their sum does
 * not depend on the partitions nor on the order in which tasks end, so neither does the report, and a task that runs
 * again changes nothing.
 */
public final class ReportJob {
    /** Levels of merging between the tasks and the last one, also a task: the driver only receives the sum. */
    private static final int DEPTH = 2;

    private static final byte[] NOTHING = {};

    private ReportJob() {}

    /**
     * Runs the job and returns the sum.
     *
     * @param paths files, directories or globs, of jtracer's recordings
     * @param slowest slow calls of each kind, at least 0
     * @throws IOException if a path names no file, or a file is none of jtracer
     */
    public static PartialReport run(List<String> paths, int slowest, JavaSparkContext spark) throws IOException {
        List<FilesOfRecording> recordings = FilesOfRecording.find(paths, spark);
        for (FilesOfRecording recording : recordings) {
            if (recording.identity() == null) {
                throw new IOException(
                        "'" + recording.name()
                                + "' is not a recording of jtracer, so its clock is its own; read it with java -jar tracer.jar report");
            }
        }
        FilesOfRecording.requireDistinct(recordings);
        Broadcast<SerializableConfiguration> configuration = SerializableConfiguration.broadcast(spark.sc());
        Decoding decoding = RecordingTasks.decoding(recordings, spark);
        byte[] sum = RecordingTasks.distribute(recordings, spark)
                .mapPartitions(part ->
                        partial(part, slowest, decoding, configuration.value().value()))
                .treeAggregate(NOTHING, ReportJob::merge, ReportJob::merge, DEPTH, true);
        return PartialReportCodec.decode(sum);
    }

    /** Returns the sum of a task's recordings as the only element; none without a recording. */
    private static Iterator<byte[]> partial(
            Iterator<FilesOfRecording> recordings, int slowest, Decoding decoding, Configuration configuration)
            throws IOException {
        if (!recordings.hasNext()) {
            return Collections.emptyIterator();
        }
        PartialReport sum = read(recordings.next(), slowest, decoding, configuration);
        while (recordings.hasNext()) {
            sum.merge(read(recordings.next(), slowest, decoding, configuration));
        }
        return List.of(PartialReportCodec.encode(sum)).iterator();
    }

    private static PartialReport read(
            FilesOfRecording recording, int slowest, Decoding decoding, Configuration configuration)
            throws IOException {
        try (LocalFiles files = LocalFiles.of(recording.files(), configuration)) {
            TraceReport report = TraceReport.read(files.open(decoding), ReportLimits.ofHeap(slowest));
            return PartialReport.of(report, slowest);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("'" + recording.name() + "': " + e.getMessage(), e);
        }
    }

    private static byte[] merge(byte[] one, byte[] other) throws IOException {
        if (one.length == 0 || other.length == 0) {
            return one.length == 0 ? other : one;
        }
        return PartialReportCodec.encode(PartialReportCodec.decode(one).merge(PartialReportCodec.decode(other)));
    }

    /** Distribution of recordings over tasks of about equal size. */
    private static final class RecordingTasks {
        /** Size of a task of several recordings: read in seconds, hundreds of times what Spark needs for a task. */
        private static final long BYTES_A_TASK = 128L << 20;
        /** Tasks for each core: with more than one, cores that end early get another. */
        private static final int TASKS_A_CORE = 4;

        private RecordingTasks() {}

        /**
         * Returns the choice of the thread that decodes a recording: that of its task where tasks use all cores, and
         * a thread of its own where half the cores have nothing to do.
         */
        static Decoding decoding(List<FilesOfRecording> recordings, JavaSparkContext spark) {
            return 2 * recordings.size() <= spark.defaultParallelism() ? Decoding.PREFETCH : Decoding.BY_READER;
        }

        /**
         * Returns recordings as partitions: the largest first, each to the partition that is the smallest by then.
         */
        static JavaRDD<FilesOfRecording> distribute(List<FilesOfRecording> largestFirst, JavaSparkContext spark) {
            long bytes =
                    largestFirst.stream().mapToLong(FilesOfRecording::bytes).sum();
            int atLeast = spark.defaultParallelism() * TASKS_A_CORE;
            int tasks = (int) Math.max(1, Math.min(largestFirst.size(), Math.max(atLeast, bytes / BYTES_A_TASK)));
            PriorityQueue<Task> smallest = new PriorityQueue<>(
                    Comparator.comparingLong((Task task) -> task.bytes).thenComparingInt(task -> task.number));
            List<Task> all = IntStream.range(0, tasks).mapToObj(Task::new).toList();
            smallest.addAll(all);
            for (FilesOfRecording recording : largestFirst) {
                Task task = smallest.remove();
                task.recordings.add(recording);
                task.bytes += recording.bytes();
                smallest.add(task);
            }
            List<List<FilesOfRecording>> parts = new ArrayList<>();
            all.forEach(task -> parts.add(task.recordings));
            return spark.parallelize(parts, tasks).flatMap(List::iterator);
        }

        private static final class Task {
            final int number;
            final List<FilesOfRecording> recordings = new ArrayList<>();
            long bytes;

            Task(int number) {
                this.number = number;
            }
        }
    }
}
