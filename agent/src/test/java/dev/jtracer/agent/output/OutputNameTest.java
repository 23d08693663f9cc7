// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.jtracer.agent.config.OptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputNameTest {
    private static final Instant START =
            ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.UTC).toInstant();

    private final Path directory;

    OutputNameTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @CsvSource({
        "trace.json, trace.json",
        "jtracer-%p.json, jtracer-4711.json",
        "%n-%p-%n.json.gz, 2-4711-2.json.gz",
        "%s-%h.jtr, shop-pod-7.jtr",
        "100%%-%p.json, 100%-4711.json",
        "a/../%p.json, 4711.json"
    })
    void path_fillsInThePattern(String pattern, String name) throws OptionException {
        OutputName output = OutputName.parse(directory + "/" + pattern, 4711, "shop", "pod-7");

        assertThat(output.path(2, START)).isEqualTo(directory.resolve(name));
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme.Main, com.acme.Main",
        "/opt/app/shop.jar, shop.jar",
        "C:\\app\\shop.jar, shop.jar",
        "cart \u00fc:1, cart___1",
        "'', unknown"
    })
    void service_isAPartOfAFileName(String service, String word) throws OptionException {
        OutputName output = OutputName.parse(directory + "/%s.jtr", 4711, service, "");

        assertThat(output.path(1, START)).isEqualTo(directory.resolve(word + ".jtr"));
    }

    @Test
    void time_isTheUsersOwn() throws OptionException {
        TimeZone systems = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
        try {
            OutputName output = OutputName.parse(directory + "/%t.json", 4711, "shop", "pod-7");

            assertThat(output.path(1, START)).isEqualTo(directory.resolve("20260102-084905.json"));
        } finally {
            TimeZone.setDefault(systems);
        }
    }

    @Test
    void relativeName_standsInTheWorkingDirectory() throws OptionException {
        assertThat(OutputName.parse("%p.json", 4711, "shop", "pod-7").path(1, START))
                .isEqualTo(Path.of("4711.json").toAbsolutePath());
    }

    @ParameterizedTest
    @CsvSource({"%x.json,'%x'", "a%,'%'"})
    void unknownPlaceholder_isExplained(String pattern, String placeholder) {
        assertThatThrownBy(() -> OutputName.parse(pattern, 4711, "shop", "pod-7"))
                .isInstanceOf(OptionException.class)
                .hasMessage("output '" + pattern + "' has an unknown '" + placeholder
                        + "'; write %p, %t, %n, %s or %h, and %% for a percent sign");
    }

    @Test
    void missingDirectory_isExplained() {
        assertThatThrownBy(() -> OutputName.parse(directory + "/x/t.json", 4711, "shop", "pod-7"))
                .hasMessage("output directory '" + directory.resolve("x")
                        + "' does not exist; create it or change output=");
    }

    @Test
    void fileInPlaceOfTheDirectory_isExplained() throws IOException {
        Path file = Files.createFile(directory.resolve("x"));

        assertThatThrownBy(() -> OutputName.parse(file + "/t.json", 4711, "shop", "pod-7"))
                .hasMessage("output directory '" + file + "' is a file; name a directory in output=");
    }

    @Test
    void directoryInPlaceOfTheFile_isExplained() throws IOException {
        Path file = Files.createDirectory(directory.resolve("t.json"));

        assertThatThrownBy(() -> OutputName.parse(file.toString(), 4711, "shop", "pod-7"))
                .hasMessage("output '" + file + "' is a directory; add a file name to output=");
    }

    @Test
    void readOnlyDirectory_isExplained() throws IOException {
        Path locked = Files.createDirectory(directory.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-x------"));
        assumeFalse(Files.isWritable(locked), "this user may write everywhere");

        assertThatThrownBy(() -> OutputName.parse(locked + "/t.json", 4711, "shop", "pod-7"))
                .hasMessage("output directory '" + locked
                        + "' is not writable for this user; change its rights or output=");
    }

    @Test
    void impossibleName_isExplained() {
        assertThatThrownBy(() -> OutputName.parse("a\0b.json", 4711, "shop", "pod-7"))
                .isInstanceOf(OptionException.class)
                .hasMessageContaining("is no file name");
    }
}
