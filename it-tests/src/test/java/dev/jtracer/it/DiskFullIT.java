// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.Stepper;
import dev.jtracer.it.app.recursion.Fibonacci;
import dev.jtracer.it.harness.Await;
import dev.jtracer.it.harness.JsonReport;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmProcess;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The application continues when the disk is full, and the user gets a line. Mounts a small disk, which requires
 * root.
 */
class DiskFullIT {
    private static final String STEP = Stepper.class.getName() + ".step";
    private static final int BATCH = 50_000;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /* Too small for the spool, for the recording beside the spool, and for the trace beside both. */
    @ParameterizedTest
    @ValueSource(strings = {"256k", "6m", "30m"})
    void fullDisk_leavesTheApplicationAlone(String size) throws IOException, InterruptedException {
        try (SmallDisk small = new SmallDisk(jvms.newDirectory("disk"), size)) {
            Path disk = small.directory();
            JvmCommand fibonacci = jvms.app(Fibonacci.class, "30")
                    .agent("include=dev.jtracer.it.app.recursion,output=" + disk.resolve("trace.json"));

            JvmResult traced = fibonacci.run();

            JvmResult untraced = fibonacci.runUntraced();
            assertThat(traced.stdout()).isEqualTo(untraced.stdout());
            assertThat(traced.exitCode()).isEqualTo(untraced.exitCode());
            assertThat(traced.otherStderr()).isEmpty();
            assertThat(traced.tracerLines())
                    .anySatisfy(
                            line -> assertThat(line).contains(disk.toString()).contains("No space left on device"));
        }
    }

    /** Too small for the spool: nothing is recorded, the user gets a line, and the space is free again. */
    @Test
    void startOnAFullDisk_leavesNothingBehind() throws IOException, InterruptedException {
        try (SmallDisk small = new SmallDisk(jvms.newDirectory("disk"), "3m")) {
            Path disk = small.directory();
            JvmResult traced = jvms.app(Fibonacci.class, "20")
                    .agent("include=dev.jtracer.it.app.recursion,quiet=on,output=" + disk.resolve("trace.json"))
                    .run();

            assertThat(traced.exitCode()).isZero();
            assertThat(traced.tracerLines()).singleElement().satisfies(line -> assertThat(line)
                    .contains("cannot record")
                    .contains("No space left on device"));
            assertThat(disk).isEmptyDirectory();
        }
    }

    /** Room for the spool's first chunks and for the recording, not for more chunks. */
    @Test
    void spoolThatCannotGrow_leavesTheRoomToTheRecording() throws IOException, InterruptedException {
        try (SmallDisk small = new SmallDisk(jvms.newDirectory("disk"), "10m")) {
            Path disk = small.directory();
            JvmResult traced = jvms.app(Fibonacci.class, "27")
                    .agent("include=dev.jtracer.it.app.recursion,output=" + disk.resolve("trace.jtr"))
                    .run();

            assertThat(traced.exitCode()).isZero();
            assertThat(traced.tracerLines()).noneMatch(line -> line.contains("ends here"));
            assertThat(traced.total("dev.jtracer.it.app.recursion.Fibonacci.fib")
                            .count())
                    .isEqualTo(635_621);
        }
    }

    /** The spool keeps the records for which the last file has no room, and the report reads them from there. */
    @Test
    void filesOfRotation_keepWhatWasRecordedUntilTheDiskIsFull() throws IOException, InterruptedException {
        try (SmallDisk small = new SmallDisk(jvms.newDirectory("disk"), "7m")) {
            Path disk = small.directory();
            JvmProcess app = stepper("rotate=20ms,output=" + disk.resolve("run.jtr"));

            // A busy machine would fill the disk before the third file is due.
            long calls = callUntil("a third file", app, 1_000, () -> Files.exists(disk.resolve("run-2.jtr")));
            calls += callUntilTheDiskIsFull(app);
            app.ask("call 1000", " ok\n");
            JvmResult traced = exit(app);

            assertThat(traced.tracerLines())
                    .filteredOn(line -> line.contains("it is tried again"))
                    .singleElement()
                    .asString()
                    .contains(disk.toString(), "No space left on device");
            assertThat(traced.stderr()).doesNotContain("ends here");
            List<Path> files = recordings(disk);
            assertThat(files).hasSizeGreaterThan(2);
            JsonReport report = JsonReport.of(jvms, files);
            // The spool has no room for more than a part of the last batch.
            assertThat(report.calls(STEP)).isBetween(calls - BATCH, calls + 1_000);
            assertThat(report.text()).contains("\"truncated\":true").doesNotContain("\"lostRecords\"");
            for (Path file : List.of(files.get(0), files.get(files.size() - 2))) {
                JvmResult alone = jvms.jtracer("report", file.toString()).run();
                assertThat(alone.exitCode()).as(alone.stderr()).isZero();
                assertThat(alone.stdout()).contains("no record lost").doesNotContain("killed", "cut off");
            }
        }
    }

    /** Files are deleted at the limit of {@code keep=}, and not to make room on a disk that another program fills. */
    @Test
    void keptFiles_stayOnADiskThatAnotherProgramFills() throws IOException, InterruptedException {
        try (SmallDisk small = new SmallDisk(jvms.newDirectory("disk"), "30m")) {
            Path disk = small.directory();
            JvmProcess app = stepper("rotate=20ms,keep=2m,output=" + disk.resolve("run.jtr"));
            callUntil("a deleted file", app, BATCH, () -> !Files.exists(disk.resolve("run.jtr")));
            assertThat(app.stderr()).doesNotContain("it is tried again");

            // The other program also takes the room of the files that are deleted at the limit from now on.
            callUntil("a write that fails", app, BATCH, () -> {
                Path fill = Files.createTempFile(disk, "fill", "");
                run("dd", "if=/dev/zero", "of=" + fill, "bs=64k");
                return failsToWrite(app);
            });
            JvmResult traced = exit(app);

            assertThat(traced.stderr())
                    .containsOnlyOnce("(No space left on device); it is tried again")
                    .doesNotContain("ends here");
            List<Path> files = recordings(disk);
            assertThat(files).isNotEmpty();
            assertThat(JsonReport.of(jvms, files).calls(STEP)).isPositive();
        }
    }

    private JvmProcess stepper(String options) {
        JvmProcess app = jvms.app(Stepper.class)
                .agent("include=dev.jtracer.it.app," + options)
                .start();
        app.awaitStdout("ready");
        return app;
    }

    /** Has the program make calls until a write has failed. Returns their number. */
    private static long callUntilTheDiskIsFull(JvmProcess app) {
        return callUntil("a write that fails", app, BATCH, () -> failsToWrite(app));
    }

    private static boolean failsToWrite(JvmProcess app) {
        return app.stderr().contains("it is tried again");
    }

    /** Has the program make calls until a condition holds. Returns their number. */
    private static long callUntil(String what, JvmProcess app, int batch, Await.Condition condition) {
        long[] calls = {0};
        Await.until(what, () -> {
            app.ask("call " + batch, " ok\n");
            calls[0] += batch;
            return condition.holds();
        });
        return calls[0];
    }

    private static JvmResult exit(JvmProcess app) {
        JvmResult result = app.exit();
        assertThat(result.otherStderr()).isEmpty();
        return result;
    }

    private static List<Path> recordings(Path disk) {
        List<Path> files = new ArrayList<>(new JvmResult(0, "", "", disk).files(".jtr"));
        files.removeIf(file -> file.toFile().length() == 0);
        return files;
    }

    /** A file system of a size of its own, in memory. Closing it fails if files in it are still open. */
    private record SmallDisk(Path directory) implements AutoCloseable {
        SmallDisk(Path directory, String size) throws IOException, InterruptedException {
            this(directory);
            assumeTrue(
                    run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString()) == 0,
                    "this user may not mount a small disk");
        }

        @Override
        public void close() throws IOException {
            try {
                assertThat(run("umount", directory.toString())).isZero();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void outputDirectoryRemoved_leavesTheApplicationAlone() throws IOException, InterruptedException {
        Path directory = jvms.newDirectory("gone");
        JvmCommand fibonacci = jvms.app(Fibonacci.class, "20")
                .agent("include=dev.jtracer.it.app.recursion,output=" + directory.resolve("trace.json"));
        assertThat(run("rmdir", directory.toString())).isZero();

        JvmResult traced = fibonacci.run();

        assertThat(traced.stdout()).isEqualTo(fibonacci.runUntraced().stdout());
        assertThat(traced.exitCode()).isZero();
        assertThat(traced.tracerLines()).singleElement().satisfies(line -> assertThat(line)
                .contains(directory.toString()));
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
