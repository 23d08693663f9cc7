// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.job;

import dev.jtracer.engine.prefetch.Decoding;
import dev.jtracer.spark.input.FilesOfRecording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** Distribution of recordings over tasks of about equal size. */
final class RecordingTasks {
    /** Size of a task of several recordings: read in seconds, hundreds of times what Spark needs for a task. */
    private static final long BYTES_A_TASK = 128L << 20;
    /** Tasks for each core: with more than one, cores that end early get another. */
    private static final int TASKS_A_CORE = 4;

    private RecordingTasks() {}

    /**
     * Returns the choice of the thread that decodes a recording: that of its task where tasks use all cores, and a
     * thread of its own where half the cores have nothing to do.
     */
    static Decoding decoding(List<FilesOfRecording> recordings, JavaSparkContext spark) {
        return 2 * recordings.size() <= spark.defaultParallelism() ? Decoding.PREFETCH : Decoding.BY_READER;
    }

    /** Returns recordings as partitions: the largest first, each to the partition that is the smallest by then. */
    static JavaRDD<FilesOfRecording> distribute(List<FilesOfRecording> largestFirst, JavaSparkContext spark) {
        long bytes = largestFirst.stream().mapToLong(FilesOfRecording::bytes).sum();
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
