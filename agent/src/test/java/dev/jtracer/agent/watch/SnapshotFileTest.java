// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {
    private final Path directory;

    SnapshotFileTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void fileThatIsTooShort_isClosed() throws IOException {
        Path open = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(open), "this system has no /proc");
        Path file = Files.write(directory.resolve("short.top"), new byte[3]);

        assertThatThrownBy(() -> SnapshotFile.open(file)).isInstanceOf(EOFException.class);

        try (Stream<Path> descriptors = Files.list(open)) {
            assertThat(descriptors.map(SnapshotFileTest::target)).doesNotContain(file);
        }
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException closed) {
            return Path.of("");
        }
    }
}
