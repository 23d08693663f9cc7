// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputFileTest {
    private final Path directory;

    OutputFileTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private Path create(String name) throws IOException {
        OutputFile file = OutputFile.create(directory.resolve(name));
        file.channel().close();
        return directory.relativize(file.path());
    }

    @Test
    void file_isReadableForItsOwnerAlone() throws IOException {
        Path file = directory.resolve(create("trace.json"));

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void file_canBeWrittenAndReadBack() throws IOException {
        OutputFile file = OutputFile.create(directory.resolve("trace.json"));
        try (var channel = file.channel()) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
            ByteBuffer back = ByteBuffer.allocate(3);
            channel.read(back, 0);
            assertThat(back.array()).containsExactly(1, 2, 3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "trace.json,trace-1.json,trace-2.json",
        "trace.json.gz,trace-1.json.gz,trace-2.json.gz",
        "a.b.jtr,a.b-1.jtr,a.b-2.jtr",
        "plain,plain-1,plain-2"
    })
    void takenName_getsANumberBeforeItsExtension(String name, String second, String third) throws IOException {
        assertThat(create(name)).hasToString(name);
        assertThat(create(name)).hasToString(second);
        assertThat(create(name)).hasToString(third);
    }

    @Test
    void name_isGivenOnceHoweverManyAsk() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Path>> asked = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            asked.add(threads.submit(() -> create("trace.json")));
        }

        Set<Path> given = new HashSet<>();
        for (Future<Path> path : asked) {
            given.add(path.get());
        }
        threads.shutdown();

        assertThat(given).hasSize(200);
    }

    @Test
    void symbolicLink_isNotFollowed() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Files.createSymbolicLink(directory.resolve("trace.json"), victim);
        Files.createSymbolicLink(directory.resolve("dangling.json"), directory.resolve("nowhere"));

        assertThat(create("trace.json")).hasToString("trace-1.json");
        assertThat(create("dangling.json")).hasToString("dangling-1.json");
        assertThat(victim).hasContent("precious");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void missingDirectory_isAnError() {
        assertThatThrownBy(() -> create("gone/trace.json")).isInstanceOf(NoSuchFileException.class);
    }
}
