// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.warning.StallHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.jtr.RandomRecords;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.jtr.WrittenRecording;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingImporterTest {
    private final Path directory;
    private final Path file;
    private final List<TraceEvent> events = new ArrayList<>();

    RecordingImporterTest(@TempDir Path directory) {
        this.directory = directory;
        this.file = directory.resolve("a.jtr");
    }

    private void record(boolean withEnd) throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.outer", "a.A.inner"));
            writer.thread(21, false, "main");
            writer.text(21, WrittenRecording.START_NANOS + 2_200, "hello");
            writer.text(22, WrittenRecording.START_NANOS + 9_000, "elsewhere");
            writer.stall(WrittenRecording.START_NANOS + 3_000, 60_000_000);
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    RandomRecords.record(0, 1_500, 2),
                    RandomRecords.record(2, 2_000, 2),
                    RandomRecords.record(1, 3_001, 1));
            if (withEnd) {
                writer.end(WrittenRecording.START_NANOS + 10_000, Map.of("lostEvents", "3"));
            }
        }
    }

    private ImportReport read() throws IOException {
        return TraceImport.open(file).read(event -> events.add(event.copy()));
    }

    private List<String> calls() {
        return events.stream()
                .filter(event -> event.category().equals("java"))
                .map(event -> event.phase().code() + " " + event.tid() + " " + event.tsNanos() + " " + event.name()
                        + ((event.flags() & SpanFlags.THREW) != 0 ? " threw" : ""))
                .toList();
    }

    private static ParsedTrace parse(TraceSource source) throws IOException {
        return new TraceProcessor(List.of(new MetaHandler(), new FunctionsHandler())).parse(source);
    }

    private static Number start(Meta meta) {
        Args facts = Objects.requireNonNull(meta.facts().get("recording"));
        return Objects.requireNonNull(facts.number("startEpochMicros"));
    }

    @Test
    void calls_areBeginsAndEndsOfTheirThreads() throws IOException {
        record(true);

        ImportReport report = read();

        assertThat(calls())
                .containsExactly(
                        "b 21 1000 a.A.outer",
                        "b 21 2500 a.A.inner",
                        "e 21 3000 a.A.inner threw",
                        "e 21 4001 a.A.outer");
        assertThat(report.truncated()).isFalse();
        assertThat(report.problems()).isEmpty();
        assertThat(events).extracting(TraceEvent::pid).containsOnly(WrittenRecording.PROCESS);
    }

    @Test
    void recordingOfAnotherVersion_isNamed() throws IOException {
        record(true);
        for (String magic : List.of("JTREC000", "JTREC002")) {
            byte[] bytes = Files.readAllBytes(file);
            System.arraycopy(magic.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, magic.length());
            Files.write(file, bytes);

            assertThatThrownBy(this::read)
                    .isInstanceOf(RecordingException.class)
                    .hasMessage("'" + file + "' was written by a jtracer with another format of recordings;"
                            + " convert it to JSON with that version");
        }
    }

    /** Recordings made before callbacks had sites contain names without them. */
    @Test
    void callbackNamesWithoutSite_areRead() throws IOException {
        try (RecordingWriter writer = WrittenRecording.begin(file)) {
            writer.names(1, List.of("a.A.outer", "a.A.outer[0]", "b.B.run[0];a.A.outer:12"));
            WrittenRecording.chunk(
                    writer,
                    WrittenRecording.chunkHeader(1, 1, 1_000),
                    RandomRecords.record(0, 0, 1),
                    pass(1),
                    RandomRecords.record(0, 10, 2),
                    pass(2),
                    RandomRecords.record(0, 20, 3),
                    RandomRecords.record(1, 30, 1));
            writer.end(WrittenRecording.START_NANOS + 10_000, Map.of());
        }

        read();

        assertThat(events.stream()
                        .filter(event -> (event.flags() & SpanFlags.PASS) != 0)
                        .map(event -> event.name() + " " + event.site()))
                .containsExactly("a.A.outer[0] ", "b.B.run[0] a.A.outer:12");
    }

    private static long pass(int number) {
        return RandomRecords.record(SpoolLayout.KIND_CONTROL, number, SpoolLayout.CONTROL_PASS);
    }

    @Test
    void stalls_areThoseOfTheTrace() throws IOException {
        record(true);

        ParsedTrace trace = new TraceProcessor(List.of(new StallHandler())).parse(TraceImport.open(file));

        assertThat(trace.data(StallHandler.class)).satisfies(stalls -> {
            assertThat(stalls.count()).isEqualTo(1);
            assertThat(stalls.maxNanos()).isEqualTo(60_000_000);
        });
    }

    @Test
    void texts_standBetweenTheCallsOfTheirThread() throws IOException {
        record(true);

        read();

        List<String> order = events.stream()
                .filter(event -> event.tid() == 21 && event.phase() != Phase.METADATA)
                .map(TraceEvent::name)
                .toList();
        assertThat(order).containsExactly("a.A.outer", "hello", "a.A.inner", "a.A.inner", "a.A.outer");
        assertThat(events).anyMatch(event -> event.tid() == 22 && event.name().equals("elsewhere"));
    }

    @Test
    void events_areThoseOfTheTraceThatWouldBeMadeOfIt() throws IOException {
        record(true);
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (Converter converter = new Converter(file)) {
            converter.convert(part -> json, TraceLimits.DEFAULT, done -> {}, () -> false);
        }

        ParsedTrace imported = parse(TraceImport.open(file));
        ParsedTrace converted = parse(new ChromeTraceReader("a.json", new ByteArrayInputStream(json.toByteArray())));

        List<Functions.Row> rows = imported.data(FunctionsHandler.class).rows();
        assertThat(rows).hasSize(2);
        assertThat(rows).isEqualTo(converted.data(FunctionsHandler.class).rows());
        Meta meta = imported.data(MetaHandler.class);
        assertThat(start(meta))
                .isEqualTo(start(converted.data(MetaHandler.class)))
                .isEqualTo(1_700_000_000_000_000L);
        Meta.ProcessInfo process = Objects.requireNonNull(meta.processes().get(WrittenRecording.PROCESS));
        assertThat(process.name()).isEqualTo("Main");
        assertThat(meta.threadName(WrittenRecording.PROCESS, 21)).isEqualTo("main");
        assertThat(meta.threadName(WrittenRecording.PROCESS, 0))
                .isEqualTo(converted.data(MetaHandler.class).threadName(WrittenRecording.PROCESS, 0))
                .isEqualTo("stalls of the JVM");
    }

    @Test
    void killedRecording_isTruncated() throws IOException {
        record(false);

        ImportReport report = read();

        assertThat(report.truncated()).isTrue();
        assertThat(report.count(ImportProblem.TRUNCATED)).isEqualTo(1);
        assertThat(calls()).hasSize(4);
    }

    @Test
    void tornRecording_isTruncatedAndKeepsWhatIsWhole() throws IOException {
        record(true);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 3));

        assertThat(read().truncated()).isTrue();
        assertThat(calls()).hasSize(4);
    }

    @Test
    void recordingAndAnotherTrace_areAligned() throws IOException {
        record(true);
        Path trace = Files.writeString(
                directory.resolve("b.json"),
                "[{\"ph\":\"i\",\"ts\":0,\"pid\":5,\"name\":\"recording\",\"args\":{\"startEpochMicros\":1699999999999990}},"
                        + "{\"ph\":\"i\",\"ts\":1,\"pid\":5,\"name\":\"b\"}]");

        TraceImport.open(List.of(file, trace)).read(event -> events.add(event.copy()));

        assertThat(calls().get(0)).isEqualTo("b 21 11000 a.A.outer");
    }

    @Test
    void recordingInAnArchive_isToBeUnpacked() throws IOException {
        record(true);
        Path archive = directory.resolve("a.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
            out.putNextEntry(new ZipEntry("a.jtr"));
            out.write(Files.readAllBytes(file));
        }

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(archive).read(event -> {}))
                .withMessageContaining("a.jtr' is a recording within another file; unpack it");
    }
}
