// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.examples.recursion.Fibonacci;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The application continues when the disk is full, and the user gets a line. Mounts a small disk, which requires root.
 */
class DiskFullIT {
    @RegisterExtension
    final Jvms jvms = new Jvms();

    /* Too small for the spool, for the recording beside the spool, and for the trace beside both. */
    @ParameterizedTest
    @ValueSource(strings = {"256k", "6m", "30m"})
    void fullDisk_leavesTheApplicationAlone(String size) throws IOException, InterruptedException {
        Path disk = jvms.newDirectory("disk");
        mount(disk, size);
        try {
            JvmCommand fibonacci = jvms.app(Fibonacci.class, "30")
                    .agent("include=dev.jtracer.examples.recursion,output=" + disk.resolve("trace.json"));

            JvmResult traced = fibonacci.run();

            JvmResult untraced = fibonacci.runUntraced();
            assertThat(traced.stdout()).isEqualTo(untraced.stdout());
            assertThat(traced.exitCode()).isEqualTo(untraced.exitCode());
            assertThat(traced.otherStderr()).isEmpty();
            assertThat(traced.tracerLines())
                    .anySatisfy(
                            line -> assertThat(line).contains(disk.toString()).contains("No space left on device"));
        } finally {
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    /** Too small for the spool: nothing is recorded, the user gets a line, and the space is free again. */
    @Test
    void startOnAFullDisk_leavesNothingBehind() throws IOException, InterruptedException {
        Path disk = jvms.newDirectory("disk");
        mount(disk, "3m");
        try {
            JvmResult traced = jvms.app(Fibonacci.class, "20")
                    .agent("include=dev.jtracer.examples.recursion,quiet=on,output=" + disk.resolve("trace.json"))
                    .run();

            assertThat(traced.exitCode()).isZero();
            assertThat(traced.tracerLines()).singleElement().satisfies(line -> assertThat(line)
                    .contains("cannot record")
                    .contains("No space left on device"));
            assertThat(disk).isEmptyDirectory();
        } finally {
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    /** Room for the spool's first chunks and for the recording, not for more chunks. */
    @Test
    void spoolThatCannotGrow_leavesTheRoomToTheRecording() throws IOException, InterruptedException {
        Path disk = jvms.newDirectory("disk");
        mount(disk, "10m");
        try {
            JvmResult traced = jvms.app(Fibonacci.class, "27")
                    .agent("include=dev.jtracer.examples.recursion,output=" + disk.resolve("trace.jtr"))
                    .run();

            assertThat(traced.exitCode()).isZero();
            assertThat(traced.tracerLines()).noneMatch(line -> line.contains("ends here"));
            assertThat(traced.total("dev.jtracer.examples.recursion.Fibonacci.fib")
                            .count())
                    .isEqualTo(635_621);
        } finally {
            assertThat(run("umount", disk.toString())).isZero();
        }
    }

    private static void mount(Path disk, String size) throws IOException, InterruptedException {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString()) == 0,
                "this user may not mount a small disk");
    }

    @Test
    void outputDirectoryRemoved_leavesTheApplicationAlone() throws IOException, InterruptedException {
        Path directory = jvms.newDirectory("gone");
        JvmCommand fibonacci = jvms.app(Fibonacci.class, "20")
                .agent("include=dev.jtracer.examples.recursion,output=" + directory.resolve("trace.json"));
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
