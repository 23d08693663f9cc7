// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Any user of the machine can put anything under the name of a JVM's performance data. */
class PerfDataTest {
    private final Path directory;

    PerfDataTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pipe_isNotOpened() throws Exception {
        Path pipe = directory.resolve("4711");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeTrue(mkfifo.waitFor(30, TimeUnit.SECONDS) && mkfifo.exitValue() == 0, "this system has no mkfifo");

        assertThatThrownBy(() -> PerfData.texts(pipe)).isInstanceOf(IOException.class);
    }

    @Test
    void link_isNotFollowed() throws IOException {
        Path device = Path.of("/dev/zero");
        assumeTrue(Files.exists(device), "this system has no /dev/zero");
        Path link = Files.createSymbolicLink(directory.resolve("4711"), device);

        assertThatThrownBy(() -> PerfData.texts(link)).isInstanceOf(IOException.class);
    }

    @Test
    void directoryThatIsALink_isNotFollowed() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Files.write(real.resolve("4711"), new byte[64]);
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);

        assertThatThrownBy(() -> PerfData.texts(link.resolve("4711"))).isInstanceOf(IOException.class);
        assertThat(PerfData.texts(real.resolve("4711"))).isEmpty();
    }

    @Test
    void fileOfAnySize_isReadInPart() throws IOException {
        Path file = directory.resolve("4711");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(8L << 30);
        }

        assertThat(PerfData.texts(file)).isEmpty();
    }
}
