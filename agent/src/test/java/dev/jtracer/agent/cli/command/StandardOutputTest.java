// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);

    @ParameterizedTest
    @CsvSource({"0, 141", "4, 141", "1, 1", "3, 3"})
    void readerThatHasEnded_hidesNoFinding(int ofCommand, int expected) {
        StandardOutput out = new StandardOutput(failing("Broken pipe"), () -> true);
        out.stream().println("result");

        assertThat(out.exitCode(ofCommand, errStream)).isEqualTo(expected);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void fullDisk_isAFailureWithItsReason() {
        StandardOutput out = new StandardOutput(failing("No space left on device"), () -> false);
        out.stream().println("result");

        assertThat(out.exitCode(0, errStream)).isEqualTo(CommandException.FILE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("cannot write to stdout: No space left on device; direct it to");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namedPipe_isAPipe(@TempDir Path directory) throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThat(StandardOutput.isPipe(pipe)).isTrue();
        assertThat(StandardOutput.isPipe(Files.createFile(directory.resolve("file"))))
                .isFalse();
        assertThat(StandardOutput.isPipe(directory.resolve("missing"))).isFalse();
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException(reason);
            }
        };
    }
}
