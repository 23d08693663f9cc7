// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.agent.watch.SnapshotFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens files that this JVM names as a traced one would. */
class LiveFiguresTest {
    private static final long OWN = ProcessHandle.current().pid();
    private static final int NOBODY = 65_534;

    private final Path directory;

    LiveFiguresTest(@TempDir Path directory) throws IOException {
        this.directory = directory.toRealPath();
    }

    @Test
    void fileOfATracer_isOpened() throws IOException {
        Path path = directory.resolve("jtracer-1-ab.top");

        try (SnapshotFile file = SnapshotFile.create(path);
                LiveFigures figures = LiveFigures.open(OWN, path.toString())) {
            assertThat(figures.pid()).isEqualTo(OWN);
            assertThat(file.state()).isEqualTo(SnapshotFile.State.REQUESTED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "victim",
                "jtracer-1-ab.top.sh",
                "jtracer-1-.top",
                "jtracer-x-ab.top",
                "jtracer-1-ag.top",
                "inner/../jtracer-1-ab.top",
                "jtracer-1-ab\0.top"
            })
    void fileThatNoTracerNames_isNotOpened(String name) throws IOException {
        Files.createDirectory(directory.resolve("inner"));
        Path file = directory.resolve(name.replace("\0", ""));
        SnapshotFile.create(file).close();
        byte[] before = Files.readAllBytes(file);

        assertThatThrownBy(() -> LiveFigures.open(OWN, directory + "/" + name))
                .isInstanceOf(IOException.class)
                .hasMessage("it names '" + directory + "/" + name + "', which is no file of a tracer");

        assertThat(file).hasBinaryContent(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"link/jtracer-1-ab.top", "inner/jtracer-2-cd.top"})
    void link_isNotFollowed(String name) throws IOException {
        Path inner = Files.createDirectory(directory.resolve("inner"));
        Path file = inner.resolve("jtracer-1-ab.top");
        SnapshotFile.create(file).close();
        Files.createSymbolicLink(directory.resolve("link"), inner);
        Files.createSymbolicLink(inner.resolve("jtracer-2-cd.top"), file);

        assertThatThrownBy(() -> LiveFigures.open(OWN, directory + "/" + name))
                .isInstanceOf(IOException.class)
                .hasMessage("a symbolic link is in '" + directory + "/" + name + "'");
    }

    @Test
    void fileOfAnotherUser_isNotOpened() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may give a file away");
        Path path = directory.resolve("jtracer-1-ab.top");
        SnapshotFile.create(path).close();
        Files.setAttribute(path, "unix:uid", NOBODY);

        assertThatThrownBy(() -> LiveFigures.open(OWN, path.toString()))
                .isInstanceOf(IOException.class)
                .hasMessage("'" + path + "' belongs to another user than the process");
    }
}
