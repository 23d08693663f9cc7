// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static dev.jtracer.engine.importer.TestFiles.bytes;
import static dev.jtracer.engine.importer.TestFiles.gzip;
import static dev.jtracer.engine.importer.TestFiles.instant;
import static dev.jtracer.engine.importer.TestFiles.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.NameInterner;
import dev.jtracer.engine.event.SourceReport;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One file, plain or a container. The first tests are those of catapult's import_test. */
class TraceImportTest {
    private static final ImportOptions OPTIONS = ImportOptions.of(Importers.load());

    private final Path directory;
    private final List<TraceEvent> events = new ArrayList<>();

    TraceImportTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    private ImportReport read(Path file) throws IOException {
        return read(TraceImport.open(file));
    }

    private ImportReport read(TraceSource source) throws IOException {
        return source.read(event -> events.add(event.copy()));
    }

    private List<String> names() {
        return events.stream().map(TraceEvent::name).toList();
    }

    @ParameterizedTest
    @EnumSource(Decoding.class)
    void largeTrace_isDecodedByTheChosenThread(Decoding decoding) throws IOException {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 100_000; i++) {
            json.append("{\"ph\":\"i\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":")
                    .append(i)
                    .append("},");
        }
        Path file = file("large.json", bytes(json.append("{}]").toString()));
        Set<String> threads = new HashSet<>();

        TraceImport.open(List.of(file), OPTIONS.with(decoding)).read(event -> {
            if (threads.isEmpty()) {
                Thread.getAllStackTraces().keySet().forEach(thread -> threads.add(thread.getName()));
            }
        });

        assertThat(threads.contains("import of " + file)).isEqualTo(decoding == Decoding.PREFETCH);
    }

    @Test
    void limitsOnATrace_reachItsReader() throws IOException {
        ImportLimits two = new ImportLimits(Long.MAX_VALUE, 2, 100, 1_000, 100, 1_000);
        String json = instant("a", 1).replace("]", ",") + instant("b", 2).substring(1);
        Path plain = file("a.json", bytes(json));
        Path packed = file("b.json.gz", gzip(bytes(json)));

        for (List<Path> files : List.of(List.of(plain), List.of(packed), List.of(plain, packed))) {
            events.clear();
            ImportReport report = read(TraceImport.open(files, OPTIONS.with(two)));

            assertThat(report.count(ImportProblem.TOO_MANY_NAMES)).isEqualTo(files.size());
            assertThat(names()).startsWith("a", NameInterner.OTHER);
        }
    }

    @Test
    void importTest_canImportEmpty() throws IOException {
        ImportReport report = read(file("nothing.json", new byte[0]));
        read(file("space.json", bytes(" \r\n")));
        read(file("list.json", bytes("[]")));

        assertThat(report).isEqualTo(ImportReport.NONE);
        assertThat(events).isEmpty();
    }

    @Test
    void importTest_canImportSubtraces() throws IOException {
        ImportReport report = read(file("two.zip", zip("b.json", instant("b", 1), "a.json", instant("a", 2))));

        assertThat(names()).containsExactly("b", "a");
        assertThat(report.events()).isEqualTo(2);
        assertThat(report.sources())
                .extracting(SourceReport::name)
                .allMatch(name -> name.matches(".*two.zip!/[ab].json"));
        assertThat(report.sources()).extracting(SourceReport::format).containsOnly("Chrome JSON");
    }

    @Test
    void importTest_canImportCompressedSingleSubtrace() throws IOException {
        read(file("a.json.gz", gzip(bytes(instant("a", 1)))));

        assertThat(names()).containsExactly("a");
    }

    @Test
    void importTest_canImportSubtracesRecursively() throws IOException {
        byte[] inner = zip("c.json.gz", gzip(bytes(instant("c", 3))), "d.json", instant("d", 4));
        byte[] outer = zip("a.json", instant("a", 1), "inner.zip", inner, "e.json", instant("e", 5));

        ImportReport report = read(file("outer.zip.gz", gzip(gzip(outer))));

        assertThat(names()).containsExactly("a", "c", "d", "e");
        assertThat(report.problems().keySet()).allMatch(problem -> problem.severity() == ImportProblem.Severity.INFO);
    }

    @Test
    void importTest_failureOfTopTraceThrows() throws IOException {
        Path malformed = file("malformed.json", bytes("{\"traceEvents\":[{\"ph\":}]}"));

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(malformed))
                .withMessageContaining("malformed.json");
    }

    @Test
    void importTest_failureOfSubtraceIsWarned() throws IOException {
        ImportReport report = read(file(
                "some.zip",
                zip(
                        "a.json",
                        instant("a", 1),
                        "bad.json",
                        "{\"no\":1}",
                        "note.txt",
                        "hello",
                        "b.json",
                        instant("b", 2))));

        assertThat(names()).containsExactly("a", "b");
        assertThat(report.count(ImportProblem.SUBTRACE_FAILED)).isEqualTo(2);
        assertThat(report.examples().get(ImportProblem.SUBTRACE_FAILED))
                .contains("bad.json")
                .contains("no 'traceEvents'");
        assertThat(report.sources()).extracting(SourceReport::failed).containsExactly(false, true, true, false);
        assertThat(report.sources().get(2).failure()).contains("note.txt': no trace that can be imported");
    }

    @Test
    void importTest_eventsOfAFailingSubtraceBeforeTheFaultStay() throws IOException {
        String broken = instant("a", 1).replace("]", ",{\"ph\":" + "[".repeat(300));

        ImportReport report = read(file("some.zip", zip("broken.json", broken, "b.json", instant("b", 2))));

        assertThat(names()).containsExactly("a", "b");
        assertThat(report.sources().get(0).report().events()).isEqualTo(1);
        assertThat(report.sources().get(0).failure()).contains("broken.json");
        assertThat(report.events()).isEqualTo(2);
    }

    @Test
    void damageInASubtrace_isCountedWithItsPlace() throws IOException {
        String damaged = instant("a", 1).replace("]", ",{\"ph\":}, {}]");

        ImportReport report = read(file("some.zip", zip("damaged.json", damaged, "b.json", instant("b", 2))));

        assertThat(names()).containsExactly("a", "b");
        assertThat(report.count(ImportProblem.DAMAGED)).isEqualTo(1);
        assertThat(report.examples().get(ImportProblem.DAMAGED)).contains("damaged.json line 1, column ");
    }

    @Test
    void damageInAnArchive_isCountedWithItsPlace() throws IOException {
        byte[] archive = zip("a.json", instant("a", 1), "b.json", instant("b", 2), "c.json", instant("c", 3));
        archive[dataOfEntry(archive, 2)] = -1; // no kind of block

        ImportReport report = read(file("some.zip", archive));

        assertThat(names()).containsExactly("a");
        assertThat(report.examples().get(ImportProblem.DAMAGED))
                .contains(
                        "some.zip: in or behind entry 2, from where on nothing is read: zip data that cannot be read, invalid block type");
    }

    @Test
    void damagedSignatureOfALaterEntry_isCounted() throws IOException {
        byte[] archive = zip("a.json", instant("a", 1), "b.json", instant("b", 2), "c.json", instant("c", 3));
        archive[dataOfEntry(archive, 2) - 30 - "b.json".length()] = 0;

        ImportReport report = read(file("some.zip", archive));

        assertThat(names()).containsExactly("a");
        assertThat(report.examples().get(ImportProblem.DAMAGED))
                .contains("in or behind entry 1, from where on nothing is read: zip data of 3 entries");
    }

    @Test
    void archiveThatEndsBehindAnEntry_isCutOff() throws IOException {
        byte[] archive = zip("a.json", instant("a", 1), "b.json", instant("b", 2));
        int end = dataOfEntry(archive, 2) - 30 - "b.json".length();

        ImportReport report = read(file("some.zip", Arrays.copyOf(archive, end)));

        assertThat(names()).containsExactly("a");
        assertThat(report.count(ImportProblem.TRUNCATED)).isEqualTo(1);
    }

    @Test
    void damagedNameOfALaterEntry_losesNothingBefore() throws IOException {
        byte[] archive = zip("a.json", instant("a", 1), "b.json", instant("b", 2));
        archive[dataOfEntry(archive, 2) - "b.json".length()] = -1;

        ImportReport report = read(file("some.zip", archive));

        assertThat(names()).containsExactly("a");
        assertThat(report.examples().get(ImportProblem.DAMAGED)).contains("in or behind entry 1");
    }

    @Test
    void damageInTheFirstEntry_failsTheImport() throws IOException {
        byte[] archive = zip("a.json", instant("a", 1));
        archive[dataOfEntry(archive, 1)] = -1;
        Path file = file("some.zip", archive);

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(file))
                .withMessageContaining("some.zip")
                .withMessageContaining("zip data that cannot be read, invalid block type");
    }

    private static int dataOfEntry(byte[] archive, int number) {
        int header = -1;
        for (int i = 0; i < number; i++) {
            do {
                header++;
            } while (archive[header] != 'P' || archive[header + 1] != 'K' || archive[header + 2] != 3);
        }
        return header + 30 + "a.json".length();
    }

    @Test
    void onlyFailingSubtraces_failTheImport() throws IOException {
        Path file = file("notes.zip", zip("note.txt", "hello"));

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(file))
                .withMessageContaining("notes.zip': no trace in it that can be imported")
                .withMessageContaining("note.txt");
    }

    @Test
    void emptyContainer_failsTheImport() throws IOException {
        Path file = file("none.zip", zip());

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(file))
                .withMessageContaining("none.zip")
                .withMessageContaining("it is empty");
    }

    @Test
    void unknownFormat_saysWhatWasLookedFor() throws IOException {
        Path file = file("picture.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(file))
                .withMessageContaining("picture.png': no trace that can be imported; convert it to one of: ")
                .withMessageContaining("gzip")
                .withMessageContaining("Chrome JSON")
                .withMessageContaining("convert it");
    }

    @Test
    void nameInAnArchive_thatIsNotUtf8_isSaid() throws IOException {
        byte[] archive = zip("é.json", instant("a", 1));
        archive[30] = (byte) 0xff; // the first byte of the name
        Path file = file("a.zip", archive);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> read(file))
                .withMessageMatching(".*(not UTF-8|bad entry name).*");
    }

    @Test
    void namesInAnArchive_cannotSteerTheTerminal() throws IOException {
        Path file = file("a.zip", zip("\u001b[2J\nx.json", "no trace"));

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(file))
                .withMessageContaining("a.zip!/\\u001b[2J\\u000ax.json': no trace");
    }

    @Test
    void missingFile_isSaidAtOnce() {
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> TraceImport.open(directory.resolve("none.json")))
                .withMessageContaining("none.json");
        assertThatIllegalArgumentException().isThrownBy(() -> TraceImport.open(List.of()));
    }

    @Test
    void damagedCompression_isSaidWithTheFile() throws IOException {
        byte[] packed = gzip(bytes(instant("a", 1)));
        packed[packed.length - 5] ^= 1; // in the checksum
        Path file = file("a.json.gz", packed);

        ImportReport report = read(file);

        assertThat(report.events()).isEqualTo(1);
        assertThat(report.problems()).containsOnlyKeys(ImportProblem.DAMAGED);
        assertThat(report.examples().get(ImportProblem.DAMAGED))
                .containsPattern("a.json.gz: damaged gzip data behind \\d+ unpacked bytes, Corrupt GZIP trailer");
    }

    @Test
    void cutCompression_isTruncatedAndKeepsItsEvents() throws IOException {
        StringBuilder many = new StringBuilder("[");
        for (int i = 0; i < 10_000; i++) {
            many.append("{\"ph\":\"i\",\"ts\":").append(i * 7919 % 10_000).append(",\"name\":\"n\"},\n");
        }
        byte[] packed = gzip(bytes(many.append("]").toString()));
        ImportReport report = read(file("a.json.gz", Arrays.copyOf(packed, packed.length / 2)));

        assertThat(report.truncated()).isTrue();
        assertThat(report.count(ImportProblem.TRUNCATED)).isEqualTo(1);
        assertThat(events).hasSizeBetween(1_000, 9_000);
    }

    @Test
    void cutArchive_isTruncatedAndKeepsItsEvents() throws IOException {
        byte[] packed = zip("a.json", instant("a", 1), "b.json", instant("b", 1));
        int secondEntry = new String(packed, StandardCharsets.ISO_8859_1).indexOf("b.json");
        ImportReport report = read(file("a.zip", Arrays.copyOf(packed, secondEntry + 20)));

        assertThat(names()).contains("a");
        assertThat(report.truncated()).isTrue();
        assertThat(report.count(ImportProblem.TRUNCATED)).isEqualTo(1);
    }
}
