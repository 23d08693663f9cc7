// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static dev.jtracer.engine.importer.TestFiles.bytes;
import static dev.jtracer.engine.importer.TestFiles.gzip;
import static dev.jtracer.engine.importer.TestFiles.instant;
import static dev.jtracer.engine.importer.TestFiles.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.SourceReport;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SeveralFilesTest {
    private static final ImportOptions OPTIONS = ImportOptions.of(Importers.load());

    private final Path directory;
    private final List<TraceEvent> events = new ArrayList<>();

    SeveralFilesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private Path file(String name, String content) throws IOException {
        return Files.write(directory.resolve(name), bytes(content));
    }

    private ImportReport read(Path... files) throws IOException {
        return TraceImport.open(List.of(files)).read(event -> events.add(event.copy()));
    }

    private TraceEvent event(String name) {
        return events.stream()
                .filter(event -> event.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String recording(long pid, long startEpochMicros, String events) {
        return "[{\"ph\":\"M\",\"pid\":" + pid + ",\"name\":\"process_name\",\"args\":{\"name\":\"p\"}},\n"
                + "{\"ph\":\"i\",\"s\":\"p\",\"ts\":0.000,\"pid\":" + pid
                + ",\"tid\":0,\"cat\":\"jtracer\",\"name\":\"recording\",\"args\":{\"startEpochMicros\":"
                + startEpochMicros + "}},\n" + events + "]";
    }

    /** Writes one recording in as many files as it takes, {@code run.json}, {@code run.part2.json} and so on. */
    private List<Path> segments(int calls) throws IOException {
        List<Path> files = new ArrayList<>();
        StringTable names = new StringTable();
        int outer = names.add("outer");
        int inner = names.add("inner");
        TrackTable tracks = new TrackTable();
        int main = tracks.addThread(Track.Kind.THREAD, 7, 1, "main");
        RecordingInfo info =
                new RecordingInfo(7, "test", List.of(), Map.of("startEpochMicros", 1_700_000_000_000_000L), 0);
        SegmentedTraceWriter writer = new SegmentedTraceWriter(
                part -> {
                    files.add(directory.resolve(part == 1 ? "run.json" : "run.part" + part + ".json"));
                    return Files.newOutputStream(files.get(files.size() - 1));
                },
                names,
                tracks,
                info,
                new TraceLimits(4096, 100, 0));
        writer.enter(main, outer, 0);
        for (int i = 1; i <= calls; i++) {
            writer.enter(main, inner, i * 1000L);
            writer.exit(main, inner, i * 1000L + 400, false);
        }
        writer.exit(main, outer, calls * 1000L + 1000, false);
        writer.finish(calls * 1000L + 1000, Map.of());
        return files;
    }

    private static ParsedTrace parse(TraceSource source) throws IOException {
        ParsedTrace trace = new TraceProcessor(List.of(new MetaHandler(), new FunctionsHandler())).parse(source);
        assertThat(trace.failures()).isEmpty();
        return trace;
    }

    private static Functions.Row row(ParsedTrace trace, String name) {
        return trace.data(FunctionsHandler.class).rows().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void equalNames_haveOneIndex() throws IOException {
        read(file("a.json", instant("same", 1)), file("b.json", instant("same", 2)));

        assertThat(events)
                .extracting(TraceEvent::nameIndex)
                .containsOnly(events.get(0).nameIndex());
        assertThat(events).extracting(TraceEvent::index).containsExactly(0L, 1L);
    }

    @Test
    void clashingProcesses_areKeptApart() throws IOException {
        ImportReport report =
                read(file("a.json", instant("a", 1)), file("b.json", instant("b", 2)), file("c.json", instant("c", 3)));

        assertThat(events).extracting(TraceEvent::pid).containsExactly(1L, 10_000_001L, 20_000_001L);
        assertThat(events).extracting(TraceEvent::track).doesNotHaveDuplicates();
        assertThat(report.count(ImportProblem.PROCESS_RENUMBERED)).isEqualTo(2);
        assertThat(report.examples().get(ImportProblem.PROCESS_RENUMBERED)).matches("1 of .*b.json is 10000001");
    }

    @Test
    void processesOfOneFile_keepTheirNumbersWhereTheyCan() throws IOException {
        read(
                file("a.json", instant("a", 1)),
                file("b.json", instant("b", 2).replace("\"pid\":1", "\"pid\":2")),
                file("c.json", instant("c", 3).replace("\"pid\":1", "\"pid\":2")));

        assertThat(events).extracting(TraceEvent::pid).containsExactly(1L, 2L, 10_000_002L);
    }

    @Test
    void numberThatAnotherProcessOfTheGroupWasGiven_isInUseToo() {
        ProcessNumbers numbers = new ProcessNumbers(10, new ProblemCounts());

        assertThat(numbers.number(0, 4711, "a")).isEqualTo(4711);
        assertThat(numbers.number(1, 4711, "b")).isEqualTo(10_004_711);
        assertThat(numbers.number(1, 10_004_711, "b")).isEqualTo(20_004_711);
        assertThat(numbers.number(1, 4711, "b")).isEqualTo(10_004_711);
    }

    @Test
    @Timeout(20)
    void processesThatClashManyTimes_costNoMore() {
        ProcessNumbers numbers = new ProcessNumbers(1_000_000, new ProblemCounts());
        int count = 100_000;
        for (long group = 0; group < 2; group++) {
            for (long i = 0; i < count; i++) {
                numbers.number((int) group, i * 10_000_000, "x");
            }
        }

        assertThat(numbers.number(0, 0, "x")).isZero();
        assertThat(numbers.number(1, 0, "x")).isEqualTo(count * 10_000_000L);
        assertThat(numbers.number(1, 10_000_000, "x")).isEqualTo((count + 1) * 10_000_000L);
    }

    @Test
    void stackFrames_areThoseOfTheEventsFile() throws IOException {
        String trace = """
                {"traceEvents":[{"ph":"P","ts":1,"pid":1,"tid":1,"name":"FILE","sf":2}],
                 "stackFrames":{"1":{"name":"FILE outer"},"2":{"name":"FILE inner","parent":"1"}}}""";
        List<Path> files =
                List.of(file("a.json", trace.replace("FILE", "a")), file("b.json", trace.replace("FILE", "b")));

        TraceSource source = TraceImport.open(files, OPTIONS);
        source.read(event -> events.add(event.copy()));

        for (TraceEvent event : events) {
            String frame = String.valueOf(event.otherFields().asMap().get("sf"));
            assertThat(source.stackFrames().stack(frame))
                    .extracting(StackFrames.Frame::name)
                    .containsExactly(event.name() + " inner", event.name() + " outer");
        }
        assertThat(events).hasSize(2);
    }

    @Test
    void limits_holdForAllFilesTogether() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int file = 0; file < 20; file++) {
            StringBuilder trace = new StringBuilder("[");
            for (int i = 0; i < 10; i++) {
                String own = file + "_" + i;
                trace.append(i == 0 ? "" : ",")
                        .append("{\"ph\":\"B\",\"ts\":1,\"pid\":1,\"tid\":" + i + ",\"name\":\"n" + own + "\"},")
                        .append("{\"ph\":\"b\",\"ts\":1,\"pid\":1,\"tid\":0,\"name\":\"n" + own + "\",\"cat\":\"c" + own
                                + "\",\"id\":\"i" + own + "\"}");
            }
            files.add(file("limited" + file + ".json", trace + "]"));
        }
        ImportLimits limits = new ImportLimits(Long.MAX_VALUE, 50, 50, 10_000, 50, 10_000);

        TraceSource source = TraceImport.open(files, OPTIONS.with(limits));
        ImportReport report = source.read(event -> events.add(event.copy()));

        assertThat(events).hasSize(400);
        assertThat(source.names().size()).isEqualTo(51);
        assertThat(source.symbols().size()).isEqualTo(51);
        assertThat(source.tracks().size()).isEqualTo(51);
        assertThat(events)
                .extracting(TraceEvent::pid)
                .filteredOn(pid -> pid < 0)
                .hasSizeGreaterThan(300);
        assertThat(report.count(ImportProblem.TOO_MANY_NAMES)).isEqualTo(300);
        assertThat(report.count(ImportProblem.TOO_MANY_IDS)).isGreaterThan(300);
    }

    @Test
    void equalIds_ofDifferentFilesAreDifferent() throws IOException {
        String async = "[{\"ph\":\"b\",\"ts\":1,\"pid\":1,\"tid\":1,\"cat\":\"c\",\"name\":\"x\",\"id\":\"1\"},"
                + "{\"ph\":\"e\",\"ts\":2,\"pid\":9,\"tid\":1,\"cat\":\"c\",\"name\":\"x\",\"id\":\"1\"},"
                + "{\"ph\":\"s\",\"ts\":1,\"pid\":1,\"tid\":1,\"cat\":\"c\",\"name\":\"x\",\"id\":\"1\",\"bind_id\":\"0x5\"}]";

        read(file("a.json", async), file("b.json", async));

        assertThat(events.get(0).track())
                .isEqualTo(events.get(1).track())
                .isNotEqualTo(events.get(3).track());
        assertThat(events.get(3).track()).isEqualTo(events.get(4).track());
        assertThat(events).extracting(TraceEvent::scope).containsExactly("", "", "", "@1", "@1", "@1");
        assertThat(events.get(2).bindId())
                .isEqualTo(5)
                .isNotEqualTo(events.get(5).bindId());
    }

    @Test
    void forwardedCallbacks_countInEachFile() throws IOException {
        byte[] content = new Schedule("""
                FNI main 0 outer
                PASS main 0 outer[0] #1
                FNI main 1 inner
                PASS main 1 inner[0] #2 forward=1
                FNR main 2 inner
                FNR main 3 outer
                CBI pool 20 inner[0] #2
                CBR pool 24 inner[0]
                """).file();
        Path first = Files.write(directory.resolve("a.json"), content);
        Path second = Files.write(directory.resolve("b.json"), content);

        Functions.Row alone = row(parse(TraceImport.open(List.of(first))), "outer");
        Functions.Row together = row(parse(TraceImport.open(List.of(first, second))), "outer");

        assertThat(List.of(alone.finished().count(), alone.pending())).containsExactly(1L, 0L);
        assertThat(List.of(together.finished().count(), together.pending())).containsExactly(2L, 0L);
    }

    @Test
    void recordings_areAlignedByTheirWallClocks() throws IOException {
        String event = "{\"ph\":\"i\",\"ts\":5.000,\"pid\":1,\"tid\":1,\"name\":\"x\"}";

        ImportReport report = read(
                file("later.json", recording(1, 1_700_000_000_000_250L, event.replace("x", "later"))),
                file("earlier.json", recording(1, 1_700_000_000_000_000L, event.replace("x", "earlier"))));

        assertThat(event("earlier").tsNanos()).isEqualTo(5_000);
        assertThat(event("later").tsNanos()).isEqualTo(255_000);
        assertThat(report.sources()).extracting(SourceReport::shiftNanos).containsExactly(250_000L, 0L);
        assertThat(report.count(ImportProblem.CLOCK_UNRELATED)).isZero();
        assertThat(event("earlier").pid()).isNotEqualTo(event("later").pid());
    }

    @Test
    void unrelatedClocks_areLeftAndReported() throws IOException {
        ImportReport report = read(
                file(
                        "a.json",
                        recording(
                                1,
                                1_700_000_000_000_000L,
                                instant("a", 1).substring(1).replace("]", ""))),
                file("b.json", instant("b", 777)));

        assertThat(event("b").tsNanos()).isEqualTo(777_000);
        assertThat(report.count(ImportProblem.CLOCK_UNRELATED)).isEqualTo(1);
        assertThat(report.examples().get(ImportProblem.CLOCK_UNRELATED)).endsWith("b.json");
    }

    @Test
    void clockSync_relatesFilesWithoutWallClock() throws IOException {
        String requester = "[{\"ph\":\"c\",\"ts\":200,\"pid\":1,\"tid\":1,\"name\":\"clock_sync\","
                + "\"args\":{\"sync_id\":\"s1\",\"issue_ts\":100}},"
                + instant("a", 500).substring(1);
        String recipient = "[" + instant("b", 1350).substring(1).replace("]", "")
                + ",{\"ph\":\"c\",\"ts\":1000,\"pid\":1,\"tid\":1,\"name\":\"clock_sync\",\"args\":{\"sync_id\":\"s1\"}}]";

        ImportReport report = read(file("a.json", requester), file("b.json", recipient));

        // 150 on the first clock is 1000 on the second.
        assertThat(event("a").tsNanos()).isEqualTo(500_000);
        assertThat(event("b").tsNanos()).isEqualTo(500_000);
        assertThat(report.count(ImportProblem.CLOCK_UNRELATED)).isZero();
    }

    @Test
    void clockSync_relatesAFileToARecording() throws IOException {
        String sync =
                "{\"ph\":\"c\",\"ts\":%d,\"pid\":1,\"tid\":1,\"name\":\"clock_sync\",\"args\":{\"sync_id\":\"s1\"}}";

        read(
                file("first.json", recording(2, 1_700_000_000_000_000L, "")),
                file("a.json", recording(1, 1_700_000_000_000_100L, String.format(sync, 10))),
                file(
                        "b.json",
                        "[" + String.format(sync, 1000) + ","
                                + instant("b", 1001).substring(1)));

        // 10 after the second recording's start, which is 100 after the first one's.
        assertThat(event("b").tsNanos()).isEqualTo(111_000);
    }

    @Test
    void namedClocks_areOneClock() throws IOException {
        String trace = "{\"traceEvents\":%s,\"metadata\":{\"clock-domain\":\"LINUX_CLOCK_MONOTONIC\"}}";

        ImportReport report = read(
                file("a.json", String.format(trace, instant("a", 100))),
                file("b.json", String.format(trace, instant("b", 200))));

        assertThat(event("b").tsNanos() - event("a").tsNanos()).isEqualTo(100_000);
        assertThat(report.count(ImportProblem.CLOCK_UNRELATED)).isZero();
    }

    @Test
    void badClockSyncs_areCounted() throws IOException {
        ImportReport report = read(
                file("a.json", "[{\"ph\":\"c\",\"ts\":200,\"pid\":1,\"tid\":1,\"name\":\"clock_sync\"}]"),
                file(
                        "b.json",
                        "[{\"ph\":\"c\",\"ts\":1,\"name\":\"c\",\"args\":{\"sync_id\":\"x\"}},"
                                + "{\"ph\":\"c\",\"ts\":2,\"name\":\"c\",\"args\":{\"sync_id\":\"x\"}}]"));

        assertThat(report.count(ImportProblem.BAD_CLOCK_SYNC)).isEqualTo(2);
    }

    @Test
    void segments_areOneRecordingWhateverTheirOrder() throws IOException {
        List<Path> files = segments(200);
        assertThat(files).hasSizeGreaterThan(3);
        List<Path> reversed = new ArrayList<>(files);
        Collections.reverse(reversed);

        ParsedTrace trace = parse(TraceImport.open(reversed));

        assertThat(row(trace, "outer").finished().count()).isEqualTo(1);
        assertThat(row(trace, "outer").unfinished()).isZero();
        assertThat(row(trace, "outer").finished().maxNanos()).isEqualTo(201_000);
        assertThat(row(trace, "inner").finished().count()).isEqualTo(200);
        assertThat(trace.report().problems()).isEmpty();
        assertThat(trace.report().sources())
                .extracting(SourceReport::name)
                .containsExactlyElementsOf(files.stream().map(Path::toString).toList());
        assertThat(trace.data(MetaHandler.class).processes()).containsOnlyKeys(7L);
    }

    @Test
    void renamedSegments_areInOrderToo() throws IOException {
        List<Path> files = segments(200);
        List<Path> renamed = new ArrayList<>();
        for (int i = files.size() - 1; i >= 0; i--) {
            renamed.add(Files.move(files.get(i), directory.resolve("x" + renamed.size() + ".json")));
        }

        ParsedTrace trace = parse(TraceImport.open(renamed));

        assertThat(row(trace, "outer").unfinished()).isZero();
        assertThat(trace.report().count(ImportProblem.MISSING_SEGMENT)).isZero();
    }

    @Test
    void missingSegment_isReported() throws IOException {
        List<Path> files = new ArrayList<>(segments(200));
        files.remove(1);

        ParsedTrace trace = parse(TraceImport.open(files));

        assertThat(trace.report().count(ImportProblem.MISSING_SEGMENT)).isEqualTo(1);
        assertThat(trace.report().examples().get(ImportProblem.MISSING_SEGMENT))
                .isEqualTo("segment 2 of the recording of process 7");
    }

    @Test
    void hostileNumbers_doNotHang() throws IOException {
        String sync = "{\"ph\":\"c\",\"ts\":4000000000000000,\"pid\":1,\"tid\":1,\"name\":\"c\","
                + "\"args\":{\"sync_id\":\"s1\",\"issue_ts\":-9000000000000000}}";
        Path a = file("a.part999999999.json", recording(1, 9_000_000_000_000_000L, sync));
        Path b = file("b.json", "[" + sync + "]");
        Path c = file("c.json", recording(1, Long.MAX_VALUE, sync.replace("s1", "s2")));

        ImportReport report = read(a, b, c);

        assertThat(report.count(ImportProblem.MISSING_SEGMENT)).isEqualTo(999_999_998);
        assertThat(report.events()).isEqualTo(7);
    }

    @Test
    void segmentsAndOtherRecordings_areSorted() throws IOException {
        List<Path> files = new ArrayList<>(segments(60));
        files.add(0, files.remove(files.size() - 1));
        files.add(
                1,
                Files.write(directory.resolve("other.json.gz"), gzip(bytes(recording(7, 1_700_000_000_000_900L, "")))));

        ParsedTrace trace = parse(TraceImport.open(files));

        assertThat(row(trace, "outer").unfinished()).isZero();
        assertThat(trace.data(MetaHandler.class).processes()).containsOnlyKeys(7L, 10_000_007L);
    }

    @Test
    void containerAmongFiles_isRead() throws IOException {
        Path archive = Files.write(directory.resolve("b.zip"), zip("x.json", instant("x", 1), "y.txt", "a;b 2"));

        ImportReport report = read(file("a.json", instant("a", 1)), archive);

        assertThat(events).extracting(TraceEvent::name).containsExactly("a", "x", "thread_name", "a", "b", "b", "a");
        assertThat(report.sources())
                .extracting(SourceReport::format)
                .containsExactly("Chrome JSON", "Chrome JSON", "collapsed stacks");
        assertThat(events)
                .extracting(TraceEvent::nameIndex)
                .startsWith(events.get(3).nameIndex());
    }

    @Test
    void oneFailingFile_failsTheImport() throws IOException {
        Path good = file("a.json", instant("a", 1));
        Path bad = file("b.json", "{}");

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> read(good, bad))
                .withMessageContaining("b.json");
    }

    @Test
    void threadNames_goWithTheirTracks() throws IOException {
        Path stacks = file("s.collapsed", "[main tid=21];a 1");
        TraceSource source = TraceImport.open(List.of(stacks, file("a.json", instant("a", 1))));
        source.read(event -> events.add(event.copy()));

        Track track = source.tracks().get(event("a").track());
        assertThat(track.name()).isEqualTo("main");
        assertThat(track.tid()).isEqualTo(21);
    }

    @Test
    void metadata_isKeptByFile() throws IOException {
        Path a = file("a.json", "{\"traceEvents\":[],\"version\":\"1\"}");
        Path b = file("b.json", "{\"traceEvents\":[],\"version\":\"2\"}");

        ImportReport report = read(a, b);

        assertThat(report.metadata().object(a.toString()).text("version")).isEqualTo("1");
        assertThat(report.metadata().object(b.toString()).text("version")).isEqualTo("2");
    }

    @Test
    void handlers_seeTheSameAsInEachFileAlone() throws IOException {
        Path a = file(
                "a.json", recording(1, 5, "{\"ph\":\"X\",\"ts\":1,\"dur\":10,\"pid\":1,\"tid\":1,\"name\":\"f\"}"));
        Path b = file(
                "b.json", recording(1, 9, "{\"ph\":\"X\",\"ts\":2,\"dur\":30,\"pid\":1,\"tid\":1,\"name\":\"f\"}"));

        Functions.Row both = row(parse(TraceImport.open(List.of(a, b))), "f");

        assertThat(both.finished().count()).isEqualTo(2);
        assertThat(both.finished().minNanos()).isEqualTo(10_000);
        assertThat(both.finished().maxNanos()).isEqualTo(30_000);
        assertThat(both.selfNanos()).isEqualTo(40_000);
    }
}
