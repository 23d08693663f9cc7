// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.spark.job.ReportJob;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportJobTest {
    private static final int TOP = 20;

    private static Path directory = Path.of("");

    private static final List<String> PATHS = new ArrayList<>();
    private static String expected = "";

    /** Six recordings: five files as they were made, one as the segments of its trace. */
    @BeforeAll
    static void record(@TempDir Path temporary) throws IOException {
        directory = temporary;
        for (int i = 0; i < 6; i++) {
            PATHS.add(Recorded.run(directory.resolve("run" + i + ".jtr"), i == 5 ? 500 : 3_000)
                    .toString());
        }
        Path segments = Files.createDirectory(directory.resolve("segments"));
        Recorded.command(
                directory,
                "convert",
                PATHS.get(5),
                "-o",
                segments.resolve("part.json").toString(),
                "segment=256k");
        Files.delete(Path.of(PATHS.remove(5)));
        PATHS.add(segments.toString());
        assertThat(segments.toFile().list()).hasSizeGreaterThan(3);
        List<String> words = new ArrayList<>(List.of("report", "--json"));
        words.addAll(PATHS.subList(0, 5));
        try (var files = Files.list(segments)) {
            files.sorted().map(Path::toString).forEach(words::add);
        }
        expected = Recorded.command(directory, words.toArray(String[]::new));
        assertThat(expected).contains("TracedProgram.step");
    }

    @AfterEach
    void stop() {
        SparkSession.builder().getOrCreate().stop();
    }

    @Test
    void report_isThatOfOneProcess() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());

        assertThat(report(spark, PATHS)).isEqualTo(expected);
    }

    @Test
    void globAndDirectory_nameTheSameFiles() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());

        assertThat(report(
                        spark,
                        List.of(
                                directory + "/run*.jtr",
                                directory.resolve("segments").toUri().toString())))
                .isEqualTo(expected);
    }

    @Test
    void partialReport_isThatOfTheCommandLine() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());
        Path part = directory.resolve("own.part");
        Recorded.command(directory, "report", PATHS.get(0), PATHS.get(1), "--partial", part.toString());

        byte[] bytes = PartialReportCodec.encode(ReportJob.run(PATHS.subList(0, 2), TOP, spark));

        assertThat(bytes).isEqualTo(Files.readAllBytes(part));
    }

    /** An executor is killed while it has a task; its tasks run again on another. */
    @Test
    void killedExecutor_changesNothing() throws IOException, InterruptedException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.cluster());
        KillOnce kill = new KillOnce();
        spark.sc().addSparkListener(kill);

        String report = report(spark, PATHS);

        assertThat(report).isEqualTo(expected);
        assertThat(kill.killed).isTrue();
        assertThat(kill.lostATask()).isTrue();
    }

    /**
     * Kills the JVM of an executor when both have a task that reads whole recordings: the second stage, after the
     * survey.
     */
    private static final class KillOnce extends SparkListener {
        final AtomicBoolean killed = new AtomicBoolean();
        private final CountDownLatch lost = new CountDownLatch(1);
        private final Set<String> busy = new HashSet<>();

        @Override
        public void onTaskStart(SparkListenerTaskStart task) {
            if (task.stageId() == 0) {
                return;
            }
            busy.add(task.taskInfo().executorId());
            if (busy.size() == 2 && killed.compareAndSet(false, true)) {
                ProcessHandle.current().children().findFirst().orElseThrow().destroyForcibly();
            }
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd task) {
            if (task.reason() instanceof ExecutorLostFailure) {
                lost.countDown();
            }
        }

        /** Returns whether a task was lost with its executor; the listener hears of it some time after the job. */
        boolean lostATask() throws InterruptedException {
            return lost.await(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void sameRecordingTwice_isRefused() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());
        Path copy = Files.copy(Path.of(PATHS.get(0)), directory.resolve("copy.jtr"));

        assertThatThrownBy(() -> ReportJob.run(List.of(PATHS.get(0), copy.toString()), TOP, spark))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is of the same recording as");
        Files.delete(copy);
    }

    /** A JVM was killed between the renames of its ring, another before its header; a report lies beside them. */
    @Test
    void directory_isReadAsByTheCommandLine() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());
        Path mixed = Files.createDirectory(directory.resolve("mixed"));
        Files.copy(Path.of(PATHS.get(0)), mixed.resolve("ring.jtr.0"));
        Files.copy(Path.of(PATHS.get(1)), mixed.resolve("whole.jtr"));
        Files.copy(Path.of(PATHS.get(1)), mixed.resolve("whole.jtr.0"));
        Files.write(mixed.resolve("begun.jtr"), new byte[Long.BYTES]);
        Files.writeString(mixed.resolve("report.json"), expected);

        assertThat(report(spark, List.of(mixed.toString())))
                .isEqualTo(Recorded.command(directory, "report", "--json", mixed.toString()));
    }

    @Test
    void reportsAlone_areRefused() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());
        Path reports = Files.createDirectory(directory.resolve("reports"));
        Files.writeString(reports.resolve("report.json"), expected);

        assertThatThrownBy(() -> ReportJob.run(List.of(reports.toString()), TOP, spark))
                .hasMessage("'" + reports + "' has reports alone; name a directory with recordings");
    }

    @Test
    void otherFiles_areRefused() throws IOException {
        JavaSparkContext spark = LocalSpark.context(LocalSpark.session());
        Path other =
                Files.writeString(directory.resolve("other.json"), "[{\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":1}]");

        assertThatThrownBy(() -> ReportJob.run(List.of(other.toString()), TOP, spark))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a recording of jtracer");
        assertThatThrownBy(() -> ReportJob.run(List.of(directory + "/none*.jtr"), TOP, spark))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("names no further file");
        Files.delete(other);
    }

    private static String report(JavaSparkContext spark, List<String> paths) throws IOException {
        return ReportJson.of(ReportJob.run(paths, TOP, spark).report(TOP));
    }
}
