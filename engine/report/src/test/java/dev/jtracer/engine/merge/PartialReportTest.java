// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.TraceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partial reports, merged in any order and grouping, give one result: that of the files read as one trace. */
class PartialReportTest {
    private static final ReportLimits LIMITS = new ReportLimits(5, 1000);

    private final Path directory;

    PartialReportTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static TraceReport read(Path... files) throws IOException {
        return TraceReport.read(TraceImport.open(List.of(files)), LIMITS);
    }

    private static PartialReport partial(Path file) throws IOException {
        return PartialReport.of(read(file), LIMITS.slowest());
    }

    private static PartialReport sent(PartialReport report) throws IOException {
        return PartialReportCodec.decode(PartialReportCodec.encode(report));
    }

    private static String json(PartialReport report) {
        return ReportJson.of(report.report(LIMITS.slowest()));
    }

    /** Writes recordings, some of them with the same process number. */
    private Path[] recordings(Random random, int count) throws IOException {
        Path[] files = new Path[count];
        for (int i = 0; i < count; i++) {
            files[i] = directory.resolve("r" + i + ".json");
            RandomRecording.write(files[i], 1 + i % 2, i / 2, random);
        }
        return files;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void oneRecording_hasTheReportOfItsTrace(long seed) throws IOException {
        Path file = recordings(new Random(seed), 1)[0];

        assertThat(json(sent(partial(file)))).isEqualTo(ReportJson.of(read(file)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void merge_hasOneResultWhateverOrderAndGrouping(long seed) throws IOException {
        Random random = new Random(seed);
        List<PartialReport> all = new ArrayList<>();
        for (Path file : recordings(random, 6)) {
            all.add(partial(file));
        }
        PartialReport inOrder = sent(all.get(0));
        for (PartialReport next : all.subList(1, all.size())) {
            inOrder.merge(next);
        }

        List<PartialReport> left = new ArrayList<>(all);
        while (left.size() > 1) {
            Collections.shuffle(left, random);
            PartialReport first = sent(left.remove(0));
            left.add(sent(first.merge(left.remove(0))));
        }

        assertThat(json(left.get(0))).isEqualTo(json(inOrder));
        assertThat(PartialReportCodec.encode(left.get(0))).isEqualTo(PartialReportCodec.encode(inOrder));
    }

    @Test
    void callsThroughout_rankBehindTheOthersInAShortReport() throws IOException {
        String trace = TraceText.json("""
                b 1 0 a.A.main
                b 2 1 a.A.poll
                b 3 10 a.A.serve
                e 3 20 a.A.serve
                e 2 999 a.A.poll
                e 1 1000 a.A.main
                """);
        Path file = Files.writeString(directory.resolve("throughout.json"), trace);
        TraceReport report = TraceReport.read(TraceImport.open(List.of(file)), new ReportLimits(1, 1000));

        PartialReport partial = sent(PartialReport.of(report, 1)).merge(new PartialReport(1));

        assertThat(partial.report(1).rootCalls()).extracting(RootCall::name).containsExactly("a.A.serve");
    }

    /** Returns the partial report on a recording of this process, with facts of its start and end. */
    private PartialReport recorded(int pid, String start, String events, String end) throws IOException {
        return partial(written(pid, start, events, end));
    }

    private Path written(int pid, String start, String events, String end) throws IOException {
        String lines = """
                i 0 0 START "cat":"jtracer","args":{"startEpochMicros":%d%s}
                """.formatted(1_790_000_000_000_000L + pid, start) + events + """
                i 0 20000000 END "cat":"jtracer","args":{"lostEvents":0%s}
                """.formatted(end);
        String json = TraceText.json(lines.replaceAll("(?m)^(\\w) ", "$1 " + pid + ":"))
                .replace("START", "recording")
                .replace("END", "recording end");
        return Files.writeString(directory.resolve(pid + start.replaceAll("\\W", "") + ".json"), json);
    }

    @Test
    void merge_keepsSlowRequestsOfManyRecordingsBesideTheirMains() throws IOException {
        PartialReport sum = new PartialReport(LIMITS.slowest());
        for (int pid = 100; pid < 141; pid++) {
            sum = sent(sum)
                    .merge(recorded(pid, "", """
                    X 1 0 a.A.main "dur":%d
                    X 2 1000 a.A.serve "dur":%d
                    """.formatted(10_000_000 + pid, pid == 107 ? 5_000_000 : 1000), ""));
        }

        List<RootCall> calls = sum.report(5).rootCalls();
        assertThat(calls).hasSize(5).extracting(RootCall::name).containsOnly("a.A.serve");
        assertThat(calls.get(0).durationNanos()).isEqualTo(5_000_000_000L);
    }

    @Test
    void merge_ranksTheMainsBehind() throws IOException {
        String events = """
                X 1 0 a.A.main "dur":9000
                X 2 1000 a.A.serve "dur":100
                """;

        PartialReport sum = sent(recorded(1, "", events, "")).merge(sent(recorded(2, "", events, "")));

        assertThat(sum.report(5).rootCalls())
                .extracting(call -> call.name() + " " + call.throughout())
                .containsExactly("a.A.serve false", "a.A.serve false", "a.A.main true", "a.A.main true");
    }

    @Test
    void lostRecord_leavesThePassesOfOtherRecordingsClear() throws IOException {
        String events = """
                b 1 1 a.A.never[0] "bind_id":"0x1","flow_out":true,"args":{"pass":true}
                e 1 1 a.A.never[0]
                """;

        PartialReport sum = sent(recorded(1, "", events, "")).merge(sent(recorded(2, "", events, ",\"lostEvents\":1")));

        assertThat(sum.report(5).callbacks().rows()).singleElement().satisfies(row -> {
            assertThat(row.pending()).isEqualTo(1);
            assertThat(row.unclear()).isEqualTo(1);
        });
    }

    @Test
    void merge_refusesARecordingThatIsAlsoInACombinedTrace() throws IOException {
        Path one = written(1, "", "X 1 1 a.A.m \"dur\":3\n", "");
        Path other = written(2, "", "X 1 1 a.A.m \"dur\":3\n", "");
        PartialReport both = PartialReport.of(read(one, other), LIMITS.slowest());

        for (Path file : List.of(one, other)) {
            PartialReport alone = partial(file);
            assertThatThrownBy(() -> sent(both).merge(alone)).hasMessageContaining("is in both");
            assertThatThrownBy(() -> sent(alone).merge(both)).hasMessageContaining("is in both");
        }
    }

    /** The last file states what is counted since the start of the JVM; the sum has it once. */
    @Test
    void merge_joinsTheFilesOfARotatingRecording() throws IOException {
        PartialReport first = recorded(1, ",\"segment\":1,\"fromNanos\":0", "X 1 1 a.A.m \"dur\":3\n", """
                ,"fromNanos":0,"records":5,"classesFailed":2""");
        PartialReport second = recorded(1, ",\"segment\":2,\"fromNanos\":500", "X 1 1 a.A.m \"dur\":3\n", """
                ,"fromNanos":500,"records":6,"classesFailed":3""");

        PartialReport sum = sent(second).merge(first);

        TraceReport report = sent(sum).report(5);
        assertThat(report.recordings().recordings()).hasSize(1);
        assertThat(report.recordings().sum("records")).isEqualTo(11);
        assertThat(report.recordings().sum("classesFailed")).isEqualTo(3);
        assertThat(report.meta().processes()).hasSize(1);
        assertThat(report.calls()).isEqualTo(2);
        assertThatThrownBy(() -> sum.merge(second)).hasMessageContaining("is in both");
    }

    @Test
    void whatASumLacks_isSaid() throws IOException {
        String counter = "C 1 1 heap \"args\":{\"used\":5}\n";

        PartialReport sum = sent(recorded(1, "", counter, "")).merge(recorded(2, "", counter, ""));

        assertThat(sum.report(5).notes())
                .contains(
                        "2 times: statements of calls, marks, counters and other events are not in the sum; report the"
                                + " recording alone to see them");
    }

    /** The other recording ended in the middle of the file. */
    @Test
    void endOfARecording_isKnownByItself() throws IOException {
        Path killed = written(2, "", "X 1 1 a.A.m \"dur\":3\n", "");
        String whole = Files.readString(killed);
        Files.writeString(killed, whole.substring(0, whole.indexOf("recording end") - 30));
        PartialReport sum =
                recorded(1, ",\"budget\":\"5%\"", "X 1 1 a.A.m \"dur\":3\n", "").merge(partial(killed));

        assertThat(sum.report(5).notes())
                .anyMatch(line -> line.contains("the trace ends in the middle"))
                .noneMatch(line -> line.contains("which methods were dropped"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void merge_hasTheFiguresOfOneTrace(long seed) throws IOException {
        Random random = new Random(seed);
        Path[] files = recordings(random, 4);
        PartialReport merged = partial(files[3]);
        for (int i = 0; i < 3; i++) {
            merged.merge(partial(files[i]));
        }

        TraceReport sum = merged.report(LIMITS.slowest());
        TraceReport whole = read(files);

        assertThat(sum.functions().rows())
                .containsExactlyInAnyOrderElementsOf(whole.functions().rows());
        // A lost record makes all passes of its trace unclear.
        assertThat(sum.callbacks().withLosses().rows())
                .containsExactlyInAnyOrderElementsOf(
                        whole.callbacks().withLosses().rows());
        assertThat(sum.paths().roots()).hasToString(whole.paths().roots().toString());
        List<RootCall> calls = new ArrayList<>();
        for (Path file : files) {
            calls.addAll(read(file).rootCalls());
        }
        calls.sort(Comparator.comparing(RootCall::throughout)
                .thenComparing(RootCall::requestNanos, Comparator.reverseOrder()));
        assertThat(sum.rootCalls())
                .extracting(RootCall::requestNanos)
                .isEqualTo(calls.stream()
                        .map(RootCall::requestNanos)
                        .limit(LIMITS.slowest())
                        .toList());
        assertThat(sum.slowPasses())
                .extracting(pass -> pass.waitNanos())
                .isEqualTo(whole.slowPasses().stream()
                        .map(pass -> pass.waitNanos())
                        .toList());
        assertThat(sum.pairing()).isEqualTo(whole.pairing());
        assertThat(sum.tracedNanos()).isEqualTo(whole.tracedNanos());
        assertThat(sum.meta().startNanos()).isEqualTo(whole.meta().startNanos());
        assertThat(sum.meta().endNanos()).isEqualTo(whole.meta().endNanos());
        assertThat(sum.meta().processes()).hasSameSizeAs(whole.meta().processes());
        assertThat(sum.stalls().totalNanos()).isEqualTo(whole.stalls().totalNanos());
        assertThat(sum.recordings().sum("lostEvents"))
                .isEqualTo(whole.recordings().sum("lostEvents"));
    }

    @Test
    void decode_refusesAnotherVersion() throws IOException {
        byte[] bytes = PartialReportCodec.encode(partial(recordings(new Random(1), 1)[0]));
        bytes[4]--;

        assertThatThrownBy(() -> PartialReportCodec.decode(bytes)).hasMessageContaining("it is of version");
    }

    @Test
    void merge_refusesARecordingThatIsInBoth() throws IOException {
        Path[] files = recordings(new Random(1), 2);
        PartialReport one = partial(files[0]).merge(partial(files[1]));
        byte[] before = PartialReportCodec.encode(one);

        assertThatThrownBy(() -> one.merge(partial(files[1])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is in both");
        assertThat(PartialReportCodec.encode(one)).isEqualTo(before);
    }

    @Test
    void merge_refusesOtherLimits() throws IOException {
        Path[] files = recordings(new Random(1), 2);
        PartialReport fewer = PartialReport.of(read(files[1]), 4);

        assertThatThrownBy(() -> partial(files[0]).merge(fewer)).hasMessageContaining("slow calls of each kind");
    }

    @Test
    void samples_areRefused() throws IOException {
        Path file = directory.resolve("samples.json");
        Files.writeString(file, """
                {"traceEvents": [{"ph": "P", "name": "tick", "pid": 1, "tid": 1, "ts": 5, "sf": "1"}],
                 "stackFrames": {"1": {"name": "run", "category": "acme"}}}
                """);

        TraceReport report = read(file);

        assertThat(report.samples().count()).isEqualTo(1);
        assertThatThrownBy(() -> PartialReport.of(report, 5)).hasMessageContaining("samples");
    }

    /** The bits that gzip ignores may change, such as the padding after the last symbol. */
    @Test
    void everyChangeOfMeaning_isDetected() throws IOException {
        byte[] bytes = PartialReportCodec.encode(partial(recordings(new Random(1), 1)[0]));

        int harmless = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 0x10;
            try {
                assertThat(PartialReportCodec.encode(PartialReportCodec.decode(changed)))
                        .isEqualTo(bytes);
                harmless++;
            } catch (PartialFormatException detected) {
                assertThat(detected).hasMessageContaining("partial report");
            }
        }
        // Ten bytes of the header, and a few bits of the trailer and of codes that are not used.
        assertThat(harmless).isLessThan(20);
    }

    @Test
    void everyCut_isDetected() throws IOException {
        byte[] bytes = PartialReportCodec.encode(partial(recordings(new Random(1), 1)[0]));

        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> PartialReportCodec.decode(cut)).isInstanceOf(PartialFormatException.class);
        }
    }
}
