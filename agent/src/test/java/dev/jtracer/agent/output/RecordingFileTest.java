// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private final Path directory;
    private final Path wanted;

    RecordingFileTest(@TempDir Path directory) {
        this.directory = directory;
        this.wanted = directory.resolve("run.json");
    }

    private RecordingFile create(int firstNumber, boolean flight) throws IOException {
        RecordingFile file = RecordingFile.create(wanted, firstNumber, flight);
        file.channel().close();
        return file;
    }

    @Test
    void number_isThatOfTheName() throws IOException {
        create(0, false);
        Files.createFile(directory.resolve("run-1.jtr"));

        RecordingFile file = create(0, false);

        assertThat(file.number()).isEqualTo(2);
        assertThat(file.path()).hasFileName("run-2.jtr");
        assertThat(create(7, false).number()).isEqualTo(7);
    }

    @Test
    void partThatIsLeftOfATrace_takesItsName() throws IOException {
        Files.createFile(directory.resolve("run.part2.json"));

        assertThat(create(0, false).trace()).hasFileName("run-1.json");
        assertThat(directory.resolve("run.jtr")).doesNotExist();
    }

    @Test
    void fileOfJfr_takesItsNameFromARecordingWithJfr() throws IOException {
        Files.createFile(directory.resolve("run.jfr"));

        assertThat(create(0, true).trace()).hasFileName("run-1.json");
        assertThat(create(0, false).trace()).hasFileName("run.json");
    }
}
