// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedMemoryTest {
    private static final int PART = 1 << 16;
    private static final byte[] CONTENT = "some more than eight bytes".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private FileChannel channel;

    MappedMemoryTest(@TempDir Path directory) {
        file = directory.resolve("mapped");
    }

    @BeforeEach
    void create() throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel.write(ByteBuffer.allocate(2 * PART));
    }

    @AfterEach
    void close() throws IOException {
        channel.close();
    }

    @Test
    void memory_isThatOfTheFile() throws IOException {
        MappedMemory memory = new MappedMemory();
        MappedPart first = memory.map(channel, 0, PART);
        MappedPart second = memory.mapUntilCollected(channel, PART, PART);

        first.putInt(8, 1);
        second.put(8, ByteBuffer.wrap(CONTENT, 1, 13));
        channel.close();

        ByteBuffer written = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        assertThat(first.bytes()).isEqualTo(PART);
        assertThat(written.getInt(8)).isEqualTo(1);
        assertThat(Arrays.copyOfRange(written.array(), PART + 8, PART + 22))
                .startsWith(Arrays.copyOfRange(CONTENT, 1, 14))
                .endsWith(0);
        memory.unmap();
        assertThat(second.getInt(8)).isNotZero();
        second.clear(8, Integer.BYTES);
        assertThat(second.getInt(8)).isZero();
        assertThat(second.getInt(12)).isNotZero();
    }

    @Test
    void unmap_removesEachMapping() throws IOException {
        MappedMemory memory = new MappedMemory();
        MappedMemory other = new MappedMemory();
        memory.map(channel, 0, PART);
        memory.map(channel, 0, PART);
        MappedPart kept = other.map(channel, 0, PART);
        assertThat(mappings()).isEqualTo(3);

        memory.unmap();

        assertThat(mappings()).isEqualTo(1);
        assertThat(kept.getInt(0)).isZero();
        other.unmap();
        assertThat(mappings()).isZero();
    }

    private long mappings() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.endsWith(file.toString()))
                .count();
    }
}
