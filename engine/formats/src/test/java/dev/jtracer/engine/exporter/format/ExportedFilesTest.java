// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportedFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExportedFilesTest {
    private static final String CALLS = """
            B 1 10 outer
            B 1 20 inner
            E 1 21 inner
            E 1 50 outer
            """;
    private static final TraceLimits SMALL_SEGMENTS = new TraceLimits(1, 500, 0);

    private final Path directory;

    ExportedFilesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @MethodSource("dev.jtracer.engine.exporter.format.ExportFormat#all")
    void export_writesAFileOfEachFormatAndReportsLosses(ExportFormat format) throws IOException {
        Path file = directory.resolve("trace" + format.extension());
        TraceLimits limits = new TraceLimits(TraceLimits.DEFAULT.maxBytes(), 500, 2_000);

        ExportedFiles exported = format.export(source(), file, limits);

        assertThat(exported.files()).containsExactly(file);
        assertThat(file).isNotEmptyFile();
        assertThat(exported.report().calls()).isEqualTo(1);
        assertThat(exported.report().count(ExportLoss.TOO_SHORT)).isEqualTo(1);
    }

    @Test
    void segments_areWrittenBesideTheFile() throws IOException {
        Path file = directory.resolve("trace.json.gz");

        ExportedFiles exported = ExportFormat.CHROME.export(source(), file, SMALL_SEGMENTS);

        assertThat(exported.files()).hasSizeGreaterThan(1).startsWith(file, directory.resolve("trace.part2.json.gz"));
        for (Path part : exported.files()) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(part))) {
                assertThat(in.readAllBytes()).isNotEmpty();
            }
        }
    }

    @Test
    void existingFile_isNotOverwrittenAndNothingIsLeft() throws IOException {
        Path taken = Files.writeString(directory.resolve("trace.part2.json"), "precious");

        assertThatExceptionOfType(FileAlreadyExistsException.class)
                .isThrownBy(() -> ExportFormat.CHROME.export(source(), directory.resolve("trace.json"), SMALL_SEGMENTS))
                .withMessage(taken.toString());

        assertThat(directory).isDirectoryContaining(taken::equals);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(taken);
        }
        assertThat(taken).hasContent("precious");
    }

    @ParameterizedTest
    @CsvSource({
        "trace.json,chrome",
        "trace.chrome-x.json.gz,chrome-x",
        "TRACE.SPEEDSCOPE.JSON,speedscope",
        "stacks.folded,collapsed",
        "calls.csv,csv"
    })
    void format_isThatOfTheExtension(Path file, String key) {
        assertThat(ExportFormat.of(file).orElseThrow().key()).isEqualTo(key);
    }

    @Test
    void name_suitsEveryFormatThatMayHaveIt() {
        assertThat(ExportFormat.of(Path.of("trace.pdf"))).isEmpty();
        assertThat(ExportFormat.all().stream()
                        .filter(format -> format.suits(Path.of("trace.json")))
                        .map(ExportFormat::key))
                .containsExactly("chrome", "chrome-x", "firefox", "speedscope", "devtools", "otlp");
        assertThat(ExportFormat.all()).noneMatch(format -> format.suits(Path.of("trace.pdf")));
    }

    private static TraceSource source() {
        byte[] json = TraceText.json(CALLS).getBytes(StandardCharsets.UTF_8);
        return new ChromeTraceReader("trace.json", new ByteArrayInputStream(json));
    }
}
