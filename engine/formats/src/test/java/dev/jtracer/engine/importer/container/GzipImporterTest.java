// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import static dev.jtracer.engine.importer.TestFiles.bytes;
import static dev.jtracer.engine.importer.TestFiles.gzip;
import static dev.jtracer.engine.importer.TestFiles.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.ImportOptions;
import dev.jtracer.engine.importer.Importers;
import dev.jtracer.engine.importer.TestFiles;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.importer.TraceImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first tests are those of catapult's gzip_importer_test. */
class GzipImporterTest {
    private static final String TRACE = "[{\"name\":\"a\",\"args\":{},\"pid\":52,\"ts\":520,\"cat\":\"foo\",\"tid\":53,"
            + "\"ph\":\"B\"},{\"name\":\"a\",\"args\":{},\"pid\":52,\"ts\":520,\"cat\":\"foo\",\"tid\":53,\"ph\":\"E\"}]\n";

    private final GzipImporter importer = new GzipImporter();

    private static TraceData data(byte[] content) {
        return TraceData.of("a.json.gz", new ByteArrayInputStream(content));
    }

    private static byte[] unpack(byte[] packed) throws IOException {
        try (GzipImporter.GzipStream stream = new GzipImporter.GzipStream("a.json", new ByteArrayInputStream(packed))) {
            return stream.readAllBytes();
        }
    }

    @Test
    void gzip_failImportEmpty() throws IOException {
        assertThat(importer.canImport(data(new byte[0]))).isFalse();
        assertThat(importer.canImport(data(bytes("[]")))).isFalse();
    }

    @Test
    void gzip_inflateString() throws IOException {
        TraceData packed = data(gzip(bytes(TRACE)));

        assertThat(importer.canImport(packed)).isTrue();
        try (ContainerImporter.Subtraces content = importer.open(packed)) {
            TraceData inner = Objects.requireNonNull(content.next());
            assertThat(inner.name()).isEqualTo("a.json");
            assertThat(new String(inner.stream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(TRACE);
            assertThat(content.next()).isNull();
            assertThat(content.cutOff()).isFalse();
        }
    }

    @Test
    void gzip_inflateArrayBuffer() throws IOException {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);

        assertThat(unpack(gzip(content))).isEqualTo(content);
    }

    @Test
    void gzip_import(@TempDir Path directory) throws IOException {
        List<TraceEvent> events = new ArrayList<>();

        TraceImport.open(Files.write(directory.resolve("x"), gzip(bytes(TRACE))))
                .read(event -> events.add(event.copy()));

        assertThat(events).extracting(TraceEvent::name).containsExactly("a", "a");
        assertThat(events).extracting(TraceEvent::category).containsOnly("foo");
        assertThat(events).extracting(TraceEvent::track).containsOnly(0);
    }

    @Test
    void gzip_transformToString_keepsEveryCharacter() throws IOException {
        assertThat(new String(unpack(gzip(bytes("jkl9:; \u00e4\u20ac"))), StandardCharsets.UTF_8))
                .isEqualTo("jkl9:; \u00e4\u20ac");
    }

    @Test
    void members_areRead_alsoWhenNothingIsSaidToBeAvailable() throws IOException {
        byte[] packed = join(gzip(bytes("one ")), join(gzip(new byte[0]), gzip(bytes("two"))));
        InputStream stingy = new FilterInputStream(new ByteArrayInputStream(packed)) {
            @Override
            public int available() {
                return 0;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(length, 3));
            }
        };

        try (GzipImporter.GzipStream stream = new GzipImporter.GzipStream("a.json", stingy)) {
            assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("one two");
        }
    }

    @Test
    void aMillionEmptyMembers_areDamage() throws IOException {
        byte[] empty = gzip(new byte[0]);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(gzip(bytes("x")));
        for (int i = 0; i < 1_000_000; i++) {
            packed.write(empty);
        }

        try (GzipImporter.GzipStream stream =
                new GzipImporter.GzipStream("a.json", new ByteArrayInputStream(packed.toByteArray()))) {
            assertThat(stream.readAllBytes()).isEqualTo(bytes("x"));
            assertThat(stream.damages())
                    .containsExactly(
                            "damaged gzip data behind 1 unpacked bytes, too many of its parts are empty; what follows is not read");
        }
    }

    @Test
    void headerWithAllItsParts_isSkipped() throws IOException {
        byte[] plain = gzip(bytes("x"));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.write(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 0});
        packed.write(new byte[] {3, 0, 1, 2, 3}); // extra field
        packed.write(bytes("name\0comment\0"));
        CRC32 checksum = new CRC32();
        checksum.update(packed.toByteArray());
        packed.write(new byte[] {(byte) checksum.getValue(), (byte) (checksum.getValue() >> 8)});
        packed.write(plain, 10, plain.length - 10);

        assertThat(unpack(packed.toByteArray())).isEqualTo(bytes("x"));
    }

    @Test
    void paddingBehindTheLastMember_isIgnored() throws IOException {
        assertThat(unpack(join(gzip(bytes("x")), new byte[512]))).isEqualTo(bytes("x"));
    }

    @Test
    void headerOfALaterMember_isCutOrDamaged() throws IOException {
        byte[] first = gzip(bytes("hello"));
        byte[] later = gzip(bytes("world"));
        for (int length = 1; length < 10; length++) {
            try (GzipImporter.GzipStream stream = new GzipImporter.GzipStream(
                    "a.json", new ByteArrayInputStream(join(first, Arrays.copyOf(later, length))))) {
                assertThat(stream.readAllBytes()).isEqualTo(bytes("hello"));
                assertThat(stream.cutOff()).as("cut at %d", length).isTrue();
            }
        }
        later[2] = 7;
        for (byte[] other : List.of(later, bytes("other"))) {
            try (GzipImporter.GzipStream stream =
                    new GzipImporter.GzipStream("a.json", new ByteArrayInputStream(join(first, other)))) {
                assertThat(stream.readAllBytes()).isEqualTo(bytes("hello"));
                assertThat(stream.cutOff()).isFalse();
                assertThat(stream.damages()).hasSize(1);
            }
        }
    }

    @Test
    void cutAnywhere_isAnEnd() throws IOException {
        byte[] packed = gzip(bytes("hello hello hello"));
        for (int length = 1; length < packed.length; length++) {
            try (GzipImporter.GzipStream stream =
                    new GzipImporter.GzipStream("a.json", new ByteArrayInputStream(Arrays.copyOf(packed, length)))) {
                assertThat("hello hello hello").startsWith(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
                assertThat(stream.cutOff()).as("cut at %d", length).isTrue();
            }
        }
    }

    @Test
    void cutInTheChecksum_keepsAllThatWasPacked() throws IOException {
        byte[] packed = gzip(bytes("hello hello hello"));
        for (int missing = 1; missing <= 8; missing++) {
            byte[] cut = Arrays.copyOf(packed, packed.length - missing);
            assertThat(unpack(cut)).as("without %d bytes", missing).isEqualTo(bytes("hello hello hello"));
        }
    }

    @Test
    void damageAnywhere_isAnErrorOrReported() throws IOException {
        byte[] packed = gzip(bytes("hello hello hello"));
        int errors = 0;
        for (int position = 10; position < packed.length; position++) {
            byte[] damaged = packed.clone();
            damaged[position] ^= 0x55;
            try (GzipImporter.GzipStream stream =
                    new GzipImporter.GzipStream("a.json", new ByteArrayInputStream(damaged))) {
                stream.readAllBytes();
                assertThat(stream.cutOff() || stream.damages().size() == 1)
                        .as("damaged at %d", position)
                        .isTrue();
            } catch (ZipException e) {
                assertThat(e).hasMessageStartingWith("damaged gzip data, ");
                errors++;
            }
        }
        assertThat(errors).isPositive();
    }

    /** Returns events with increasing times, one a line, as members of 20,000 lines each. */
    private static List<byte[]> members(int number) throws IOException {
        Random random = new Random(3);
        List<byte[]> members = new ArrayList<>();
        for (int member = 0; member < number; member++) {
            StringBuilder lines = new StringBuilder(member == 0 ? "[\n" : "");
            for (int i = 0; i < 20_000; i++) {
                lines.append("{\"ph\":\"i\",\"ts\":").append(member * 20_000 + i);
                lines.append(",\"pid\":1,\"tid\":")
                        .append(random.nextInt(1_000_000))
                        .append(",\"name\":\"n\"},\n");
            }
            members.add(gzip(bytes(lines.toString())));
        }
        return members;
    }

    @Test
    void damage_leavesWhatIsBefore(@TempDir Path directory) throws IOException {
        List<byte[]> members = members(3);
        byte[] packed = join(members.get(0), join(members.get(1), members.get(2)));
        int place = members.get(0).length + members.get(1).length / 2;
        Arrays.fill(packed, place, place + 500, (byte) 0xff);
        Path file = Files.write(directory.resolve("a.json.gz"), packed);
        List<TraceSource> sources = List.of(
                TraceImport.open(file),
                TraceImport.open(List.of(file, Files.write(directory.resolve("b.json"), bytes("[]")))));
        for (TraceSource source : sources) {
            BitSet times = new BitSet();
            ImportReport report = source.read(event -> times.set((int) (event.tsNanos() / 1_000)));

            assertThat(times.nextClearBit(0)).isBetween(20_000, 39_000);
            assertThat(report.problems()).containsKey(ImportProblem.DAMAGED);
            assertThat(report.examples().get(ImportProblem.DAMAGED))
                    .contains("a.json")
                    .containsPattern("damaged gzip data behind \\d+ unpacked bytes, .*; what follows is not read");
        }
    }

    @Test
    void damageAtTheStart_isRefusedInOneLine(@TempDir Path directory) throws IOException {
        byte[] packed = gzip(bytes(TRACE));
        packed[10] = (byte) 0xee;
        Path file = Files.write(directory.resolve("a.json.gz"), packed);

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(file))
                .withMessageEndingWith("a.json': damaged gzip data, invalid block type");
    }

    @Test
    @Timeout(20)
    void bomb_isReadAsAStreamUpToTheLimit(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("bomb.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes(TRACE.replace("]", "")));
            byte[] spaces = bytes(" ".repeat(1 << 20));
            for (int i = 0; i < 200; i++) {
                out.write(spaces);
            }
        }
        ImportOptions options = ImportOptions.of(Importers.load());
        ImportOptions limited = options.with(new ImportLimits(10_000_000, 100, 100, 1_000, 100, 1_000));

        assertThat(TraceImport.open(List.of(file), options).read(event -> {}).events())
                .isEqualTo(2);
        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(List.of(file), limited).read(event -> {}))
                .withMessageEndingWith(
                        "bomb.json': more than '10000000' bytes; if you trust the file, raise the limit");
    }

    @Test
    void wrongChecksum_isReported() throws IOException {
        byte[] packed = gzip(bytes("one "));
        packed[packed.length - 8] ^= 1;
        try (GzipImporter.GzipStream stream = new GzipImporter.GzipStream("a.json", new ByteArrayInputStream(packed))) {
            assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("one ");
            assertThat(stream.damages())
                    .containsExactly(
                            "damaged gzip data behind 4 unpacked bytes, Corrupt GZIP trailer; what follows is not read");
        }
    }

    @Test
    void nesting_isLimited(@TempDir Path directory) throws IOException {
        byte[] nested = bytes("[]");
        for (int i = 0; i < 9; i++) {
            nested = gzip(nested);
        }
        Path file = Files.write(directory.resolve("nested"), nested);

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(file))
                .withMessageContaining("more than 8 containers within each other; unpack it first");
    }

    @Test
    void numberOfTraces_isLimited(@TempDir Path directory) throws IOException {
        Object[] entries = new Object[2 * 10_001];
        for (int i = 0; i < entries.length; i += 2) {
            entries[i] = "trace" + i;
            entries[i + 1] = "[]";
        }
        Path file = Files.write(directory.resolve("a.zip"), TestFiles.zip(entries));

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(file).read(event -> {}))
                .withMessageContaining("more than 10000 traces in containers; unpack those you want");
    }
}
