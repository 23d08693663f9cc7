// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenFilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    private List<Path> create(String... names) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String name : names) {
            files.add(Files.createFile(directory.resolve(name)));
        }
        return files;
    }

    private static List<String> printed(List<Path> files) {
        WrittenFiles written = new WrittenFiles(Path.of("tracer.jar"));
        files.forEach(file -> written.add(file, 2_000_000));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        written.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void noFile_printsNothing() {
        assertThat(printed(List.of())).isEmpty();
    }

    @Test
    void oneFile_isNamed() throws IOException {
        Path file = create("trace.json").get(0);

        assertThat(printed(List.of(file)))
                .containsExactly(file + "  2.0 MB", "read with: java -jar tracer.jar report " + file);
    }

    @Test
    void fiveFiles_areLinesAndAreReadByAPattern() throws IOException {
        List<Path> files =
                create("trace.json", "trace.part2.json", "trace.part3.json", "trace.part4.json", "trace.part5.json");

        assertThat(printed(files))
                .hasSize(6)
                .startsWith(directory + "/trace.json  2.0 MB")
                .endsWith("read with: java -jar tracer.jar report " + directory + "/trace*.json");
    }

    @Test
    void sixFiles_areOneLineWithTheirNumber() throws IOException {
        List<Path> files = create("a-1.jtr", "a-2.jtr", "a-3.jtr", "a-4.jtr", "a-5.jtr", "a-6.jtr");

        assertThat(printed(files))
                .containsExactly(
                        directory + "/a-1.jtr to a-6.jtr  6 files  12.0 MB",
                        "read with: java -jar tracer.jar report " + directory + "/a-*.jtr");
    }

    @Test
    void pattern_matchesNoOtherFile() throws IOException {
        List<Path> files = create("trace.json", "trace.part2.json", "trace.part3.json");
        create("trace-1.json");

        assertThat(WrittenFiles.words(files)).isEqualTo(directory + "/trace.json " + directory + "/trace.part*.json");
        create("trace.part2.copy.json");
        assertThat(WrittenFiles.words(files))
                .isEqualTo(directory + "/trace.json " + directory + "/trace.part2.json " + directory
                        + "/trace.part3.json");
    }

    @Test
    void pattern_isOutsideOfTheQuotes() throws IOException {
        assertThat(WrittenFiles.words(create("a b.json", "a b.part2.json"))).isEqualTo("'" + directory + "/a b'*.json");
    }
}
