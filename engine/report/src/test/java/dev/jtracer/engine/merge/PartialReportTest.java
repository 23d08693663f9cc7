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
        assertThat(sum.callbacks().rows())
                .containsExactlyInAnyOrderElementsOf(whole.callbacks().rows());
        assertThat(sum.paths().roots()).hasToString(whole.paths().roots().toString());
        assertThat(sum.paths().slowest())
                .extracting(call -> call.durationNanos())
                .isEqualTo(whole.paths().slowest().stream()
                        .map(call -> call.durationNanos())
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
