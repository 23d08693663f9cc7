// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetainedFilesTest {
    private final Path directory;
    private final ReportInMemory said = new ReportInMemory();

    RetainedFilesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void oldest_isDeletedFirst() throws IOException {
        RetainedFiles files = new RetainedFiles(100, said.report());
        Path first = add(files, "a", 40);
        Path second = add(files, "b", 40);

        files.keepWithin(20);
        assertThat(directory).isDirectoryContaining(first::equals).isDirectoryContaining(second::equals);
        files.keepWithin(21);

        assertThat(first).doesNotExist();
        assertThat(second).exists();
        assertThat(files.closed()).isEqualTo(2);
        assertThat(files.deleted()).isEqualTo(1);
    }

    @Test
    void everything_isRetainedWithoutALimit() throws IOException {
        RetainedFiles files = new RetainedFiles(0, said.report());
        Path file = add(files, "a", 40);

        files.keepWithin(Long.MAX_VALUE / 2);

        assertThat(file).exists();
        assertThat(files.closed()).isEqualTo(1);
    }

    @Test
    void filesThatOtherProgramsHaveMoved_areTheirs() throws IOException {
        RetainedFiles files = new RetainedFiles(100, said.report());
        Path moved = add(files, "a", 80);
        Path replaced = add(files, "b", 80);
        Path own = add(files, "c", 80);
        Files.move(moved, directory.resolve("a.shipped"));
        Files.move(replaced, directory.resolve("b.shipped"));
        Files.writeString(replaced, "of another program");

        files.keepWithin(50);

        assertThat(replaced).hasContent("of another program");
        assertThat(own).doesNotExist();
        assertThat(files.deleted()).isEqualTo(1);
        assertThat(said.text()).isEmpty();
    }

    @Test
    void fileThatCannotBeDeleted_isReported() throws IOException {
        RetainedFiles files = new RetainedFiles(10, said.report());
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Files.createFile(folder.resolve("content"));
        files.add(folder, 20);

        files.keepWithin(0);
        files.keepWithin(0);

        assertThat(said.text()).containsOnlyOnce("cannot delete '" + folder + "'");
        assertThat(files.deleted()).isZero();
    }

    private Path add(RetainedFiles files, String name, long bytes) throws IOException {
        Path file = Files.write(directory.resolve(name), new byte[(int) bytes]);
        files.add(file, bytes);
        return file;
    }
}
