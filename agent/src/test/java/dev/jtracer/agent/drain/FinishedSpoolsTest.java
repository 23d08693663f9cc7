// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinishedSpoolsTest {
    private final Path directory;

    FinishedSpoolsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void markedSpools_areDeletedAndNothingElse() throws IOException {
        Path finished = spool("jtracer-1.spool");
        Path ofAKilledJvm = spool("jtracer-2.spool");
        Path beingCreated = Files.createFile(directory.resolve("jtracer-3.spool"));
        Path ofSomebodyElse = Files.write(directory.resolve("other.spool"), new byte[1 << 16]);
        try (FileChannel channel = FileChannel.open(finished, StandardOpenOption.WRITE)) {
            SpoolFile.mark(channel);
        }

        SpoolFile.deleteFinished(directory);

        assertThat(finished).doesNotExist();
        assertThat(ofAKilledJvm).exists();
        assertThat(beingCreated).exists();
        assertThat(ofSomebodyElse).exists();
        SpoolFile.deleteFinished(directory.resolve("missing"));
    }

    private Path spool(String name) throws IOException {
        byte[] content = new byte[SpoolLayout.SPOOL_HEADER_BYTES + 64];
        ByteBuffer.wrap(content).putLong(0, SpoolLayout.SPOOL_MAGIC);
        return Files.write(directory.resolve(name), content);
    }
}
