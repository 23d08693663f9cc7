// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SteadyFilesTest {
    private final Path file;

    SteadyFilesTest(@TempDir Path directory) {
        file = directory.resolve("file");
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void channel_staysOpenOnAnInterruptedThread() throws IOException {
        try (FileChannel channel = SteadyFiles.INSTANCE.create(file)) {
            Thread.currentThread().interrupt();

            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 0);
            MappedByteBuffer mapped = channel.map(MapMode.READ_WRITE, 0, 3);
            channel.truncate(3);

            assertThat(mapped.get(2)).isEqualTo((byte) 3);
            assertThat(channel.isOpen()).isTrue();
        }
        try (FileChannel channel = SteadyFiles.INSTANCE.read(file)) {
            ByteBuffer read = ByteBuffer.allocate(3);
            assertThat(channel.read(read, 0)).isEqualTo(3);
            assertThat(channel.isOpen()).isTrue();
        }
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    }

    @Test
    void file_isReadableForItsOwnerAlone() throws IOException {
        SteadyFiles.INSTANCE.create(file).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void existingNameOrLink_isNotOpened() throws IOException {
        Files.createSymbolicLink(file, file.resolveSibling("nowhere"));

        assertThatThrownBy(() -> SteadyFiles.INSTANCE.create(file)).isInstanceOf(FileAlreadyExistsException.class);

        assertThat(file.resolveSibling("nowhere")).doesNotExist();
    }
}
