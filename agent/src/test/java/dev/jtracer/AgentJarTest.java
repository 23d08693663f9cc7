// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentJarTest {
    private static final byte[] TEXT =
            "a text that repeats, a text that repeats, a text that repeats".getBytes(StandardCharsets.UTF_8);

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void entries_areReadStoredAndCompressed() throws IOException {
        try (AgentJar jar = new AgentJar(zip("").toFile())) {
            assertThat(jar.read("stored")).isEqualTo(TEXT);
            assertThat(jar.read("folder/compressed")).isEqualTo(TEXT);
            assertThat(jar.read("folder/empty")).isEmpty();
        }
    }

    @Test
    void entry_thatIsMissing_isNull() throws IOException {
        try (AgentJar jar = new AgentJar(zip("").toFile())) {
            assertThat(jar.contains("stored")).isTrue();
            assertThat(jar.contains("compressed")).isFalse();
            assertThat(jar.read("compressed")).isNull();
        }
    }

    @Test
    void packedClassFiles_areFilesThatNoUrlNames() throws IOException {
        try (AgentJar jar = new AgentJar(zip("").toFile())) {
            for (String name : List.of("inst/com/acme/One.class", "inst/com/acme/Two.class")) {
                assertThat(jar.contains(name)).isTrue();
                assertThat(jar.isEntry(name)).isFalse();
            }
            assertThat(jar.read("inst/com/acme/One.class")).isEqualTo(TEXT);
            assertThat(jar.read("inst/com/acme/Two.class")).containsExactly(2);
            assertThat(jar.read("inst/com/acme/Three.class")).isNull();
            assertThat(jar.contains("inst/com/One.class")).isFalse();
        }
    }

    @Test
    void classThatWeaves_isInTheirPackAlone() throws IOException {
        try (AgentJar jar = new AgentJar(zip("").toFile())) {
            assertThat(jar.read("inst/com/acme/Weaver.class")).containsExactly(3);
            assertThat(jar.contains("inst/com/acme/Weaver.class")).isTrue();
            assertThat(jar.read("inst/com/acme/weave/Weaver.class"))
                    .as("a package that has no other class")
                    .containsExactly(4);
            assertThat(jar.contains("inst/com/Weaver.class"))
                    .as("a package without a pack")
                    .isFalse();
        }
    }

    @Test
    void comment_isSkipped() throws IOException {
        try (AgentJar jar = new AgentJar(zip("signed by a tool").toFile())) {
            assertThat(jar.read("stored")).isEqualTo(TEXT);
        }
    }

    @Test
    void file_thatIsNoJar_isRefused() throws IOException {
        Path text = Files.write(directory.resolve("text"), TEXT);

        assertThatIOException().isThrownBy(() -> new AgentJar(text.toFile())).withMessageContaining("zip");
    }

    @Test
    void closedJar_hasNoEntryToRead() throws IOException {
        AgentJar jar = new AgentJar(zip("").toFile());
        assertThat(jar.contains("inst/com/acme/One.class")).isTrue();
        jar.close();

        assertThatIllegalStateException().isThrownBy(() -> jar.read("stored"));
        assertThatIllegalStateException().isThrownBy(() -> jar.read("inst/com/acme/One.class"));
    }

    private Path zip(String comment) throws IOException {
        Path file = directory.resolve("any.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setComment(comment);
            ZipEntry stored = new ZipEntry("stored");
            stored.setMethod(ZipEntry.STORED);
            stored.setSize(TEXT.length);
            CRC32 crc = new CRC32();
            crc.update(TEXT);
            stored.setCrc(crc.getValue());
            stored.setExtra(new byte[] {1, 2, 1, 0, 9});
            zip.putNextEntry(stored);
            zip.write(TEXT);
            zip.putNextEntry(new ZipEntry("folder/compressed"));
            zip.write(TEXT);
            zip.putNextEntry(new ZipEntry("folder/empty"));
            zip.putNextEntry(new ZipEntry("inst/com/acme/classes.pack"));
            DataOutputStream pack = new DataOutputStream(zip);
            pack.writeUTF("com/acme/One");
            pack.writeInt(TEXT.length);
            pack.write(TEXT);
            pack.writeUTF("com/acme/Two");
            pack.writeInt(1);
            pack.write(2);
            zip.putNextEntry(new ZipEntry("inst/dev/jtracer/agent/weaving-classes.pack"));
            pack.writeUTF("com/acme/Weaver");
            pack.writeInt(1);
            pack.write(3);
            pack.writeUTF("com/acme/weave/Weaver");
            pack.writeInt(1);
            pack.write(4);
            zip.putNextEntry(new ZipEntry("inst/com/acme/weave/classes.pack"));
        }
        return file;
    }
}
