// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SegmentedTraceWriterTest {
    private static final RecordingInfo INFO = new RecordingInfo(77, "app", List.of(), Map.of("tool", "jtracer"), 0);

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final List<ByteArrayOutputStream> segments = new ArrayList<>();
    private final int main = tracks.addThread(Track.Kind.THREAD, 77, 1, "main");
    private final int outer = names.add("a.B.outer");
    private final int inner = names.add("a.B.inner");

    private SegmentedTraceWriter writer(TraceLimits limits) throws IOException {
        return new SegmentedTraceWriter(this::open, names, tracks, INFO, limits);
    }

    private OutputStream open(int part) {
        assertThat(part).isEqualTo(segments.size() + 1);
        segments.add(new ByteArrayOutputStream());
        return segments.get(part - 1);
    }

    private String segment(int part) {
        return segments.get(part - 1).toString(StandardCharsets.UTF_8);
    }

    @Test
    void layout_isTheOneThatViewersShowAsARowPerThread() throws IOException {
        SegmentedTraceWriter writer = writer(TraceLimits.DEFAULT);
        writer.enter(main, outer, 5_000);
        writer.enter(main, inner, 81_235_567);
        writer.log(main, 81_235_567, "half \"way\"");
        writer.exit(main, inner, 81_235_999, true);
        writer.exit(main, outer, 90_000_001, false);
        writer.finish(91_000_000, Map.of("lostEvents", 0));

        assertThat(segment(1)).isEqualTo("""
                        [
                        {"ph":"M","ts":0.000,"pid":77,"tid":0,"cat":"__metadata","name":"process_name","args":{"name":"app"}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":0,"cat":"__metadata","name":"process_sort_index","args":{"sort_index":0}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":0,"cat":"jtracer","name":"recording","args":{"tool":"jtracer"}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":1,"cat":"__metadata","name":"thread_name","args":{"name":"main"}},
                        {"ph":"M","ts":0.000,"pid":77,"tid":1,"cat":"__metadata","name":"thread_sort_index","args":{"sort_index":0}},
                        {"ph":"b","ts":5.000,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":" main","args":{"thread":"main"}},
                        {"ph":"b","ts":5.000,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.outer"},
                        {"ph":"b","ts":81235.567,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.inner"},
                        {"ph":"n","ts":81235.567,"pid":77,"tid":1,"cat":"java","name":"half \\"way\\"","args":{"log":true},"id2":{"local":"0x1"}},
                        {"ph":"e","ts":81235.999,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.inner","args":{"threw":true}},
                        {"ph":"e","ts":90000.001,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":"a.B.outer"},
                        {"ph":"e","ts":90000.001,"pid":77,"tid":1,"cat":"java","id2":{"local":"0x1"},"name":" main","args":{"threadEnd":true}},
                        {"ph":"M","ts":91000.000,"pid":77,"tid":0,"cat":"jtracer","name":"recording end","args":{"lostEvents":0,"segments":1,"calls":2,"unmatchedExits":0,"unmatchedEnters":0,"openAtEnd":0,"depthCut":0,"tooShort":0,"movedForward":0,"passes":0,"runs":0}}
                        ]
                        """);
    }

    /** The spans and texts of a segment, without what every line repeats. */
    private String spans(int part) {
        return segment(part)
                .lines()
                .filter(line -> line.startsWith("{\"ph\":\"b\"")
                        || line.startsWith("{\"ph\":\"e\"")
                        || line.startsWith("{\"ph\":\"n\""))
                .map(line -> line.replaceAll("\"pid\":.*\"name\":", "").replaceAll(",$", ""))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void rows_haveTheMainThreadFirstThenOthersThenVirtualThreadsThenStalls() throws IOException {
        TrackTable threads = new TrackTable();
        int virtual = threads.addThread(Track.Kind.VIRTUAL_THREAD, 77, 255, "request-7");
        int pool = threads.addThread(Track.Kind.THREAD, 77, 9, "pool");
        int late = threads.addThread(Track.Kind.THREAD, 77, 1, "main");
        SegmentedTraceWriter writer = new SegmentedTraceWriter(this::open, names, threads, INFO, TraceLimits.DEFAULT);
        for (int thread : List.of(virtual, pool, late)) {
            writer.enter(thread, outer, 1_000 + thread);
        }
        writer.stall(2_000, 58_000_000);
        writer.stall(3_000, 59_000_000);
        writer.finish(9_000, Map.of());

        Pattern position = Pattern.compile("\"tid\":(\\d+),.*\"thread_sort_index\",\"args\":\\{\"sort_index\":(\\d+)}");
        Map<Integer, String> rows = new TreeMap<>();
        position.matcher(segment(1))
                .results()
                .forEach(row -> rows.merge(Integer.valueOf(row.group(2)), row.group(1), String::concat));
        assertThat(rows.values()).containsExactly("1", "9", "255", "0");
    }

    @Test
    void threadsOfOneName_haveRowsOfTheirOwnInEachSegment() throws IOException {
        int first = tracks.addThread(Track.Kind.THREAD, 77, 2, "worker");
        int second = tracks.addThread(Track.Kind.THREAD, 77, 3, "worker");
        int other = tracks.addThread(Track.Kind.THREAD, 78, 2, "worker");
        SegmentedTraceWriter writer = writer(new TraceLimits(1, 500, 0));
        for (int i = 1; i < 4; i++) {
            writer.enter(second, outer, 1_000L * i);
            writer.enter(first, outer, 1_000L * i);
            writer.enter(other, outer, 1_000L * i);
        }
        writer.finish(9_000, Map.of());

        Pattern row = Pattern.compile(
                "\"pid\":(7.),\"tid\":(.),\"cat\":\"java\",[^,]*,\"name\":\"([^\"]*)\"[^a]*\"thread\":\"worker\"");
        for (int part = 1; part <= segments.size(); part++) {
            assertThat(row.matcher(segment(part))
                            .results()
                            .map(found -> found.group(1) + " " + found.group(2) + " " + found.group(3)))
                    .isSubsetOf("77 3 worker", "77 2 worker (2)", "78 2 worker");
        }
        assertThat(segments).hasSizeGreaterThan(1);
        assertThat(segments.toString()).contains("worker (2)").doesNotContain("\"thread\":\"worker (2)\"");
    }

    @Test
    void fullSegment_endsItsSpansAndTheNextOneBeginsThemAgain() throws IOException {
        SegmentedTraceWriter writer = writer(new TraceLimits(1, 500, 0));
        writer.enter(main, outer, 1_000);
        writer.enter(main, inner, 2_000);
        writer.exit(main, inner, 3_000, false);
        writer.enter(main, inner, 4_000);
        writer.finish(9_000, Map.of());

        assertThat(segments).hasSize(2);
        assertThat(spans(1)).isEqualTo("""
                        {"ph":"b","ts":1.000," main","args":{"thread":"main"}}
                        {"ph":"b","ts":1.000,"a.B.outer"}
                        {"ph":"e","ts":2.000,"a.B.outer","args":{"unfinished":true,"cont":true}}
                        {"ph":"e","ts":2.000," main","args":{"threadEnd":true,"cont":true}}
                        """);
        assertThat(spans(2)).isEqualTo("""
                        {"ph":"b","ts":2.000," main","args":{"thread":"main","cont":true}}
                        {"ph":"b","ts":2.000,"a.B.outer","args":{"cont":true}}
                        {"ph":"b","ts":2.000,"a.B.inner"}
                        {"ph":"e","ts":3.000,"a.B.inner"}
                        {"ph":"b","ts":4.000,"a.B.inner"}
                        {"ph":"e","ts":9.000,"a.B.inner","args":{"unfinished":true}}
                        {"ph":"e","ts":9.000,"a.B.outer","args":{"unfinished":true}}
                        {"ph":"e","ts":9.000," main","args":{"threadEnd":true}}
                        """);
        assertThat(writer.counts().openAtEnd()).isEqualTo(2);
    }

    @Test
    void shortCalls_areDroppedUnlessTextIsWrittenInThem() throws IOException {
        SegmentedTraceWriter writer = writer(new TraceLimits(1 << 20, 500, 500));
        writer.enter(main, outer, 0);
        writer.enter(main, inner, 100);
        writer.exit(main, inner, 200, false);
        writer.enter(main, inner, 300);
        writer.log(main, 350, "here");
        writer.exit(main, inner, 400, false);
        writer.exit(main, outer, 499, false);
        writer.finish(9_000, Map.of());

        assertThat(spans(1)).isEqualTo("""
                        {"ph":"b","ts":0.000," main","args":{"thread":"main"}}
                        {"ph":"b","ts":0.000,"a.B.outer"}
                        {"ph":"b","ts":0.300,"a.B.inner"}
                        {"ph":"n","ts":0.350,"here","args":{"log":true},"id2":{"local":"0x1"}}
                        {"ph":"e","ts":0.400,"a.B.inner"}
                        {"ph":"e","ts":0.499,"a.B.outer"}
                        {"ph":"e","ts":0.499," main","args":{"threadEnd":true}}
                        """);
        assertThat(writer.counts().tooShort()).isEqualTo(1);
    }

    @Test
    void unbalancedCalls_areEndedOrDroppedAndCounted() throws IOException {
        SegmentedTraceWriter writer = writer(TraceLimits.DEFAULT);
        writer.exit(main, inner, 500, false);
        writer.enter(main, outer, 1_000);
        writer.enter(main, inner, 2_000);
        writer.exit(main, outer, 1_500, true);
        writer.finish(9_000, Map.of());

        assertThat(spans(1)).isEqualTo("""
                        {"ph":"b","ts":1.000," main","args":{"thread":"main"}}
                        {"ph":"b","ts":1.000,"a.B.outer"}
                        {"ph":"b","ts":2.000,"a.B.inner"}
                        {"ph":"e","ts":2.000,"a.B.inner","args":{"unfinished":true}}
                        {"ph":"e","ts":2.000,"a.B.outer","args":{"threw":true}}
                        {"ph":"e","ts":2.000," main","args":{"threadEnd":true}}
                        """);
        assertThat(writer.counts()).isEqualTo(new SegmentCounts(1, 2, 1, 1, 0, 0, 0, 1, 0, 0));
    }

    @Test
    void passesAndRuns_areSpansLinkedByTheirNumber() throws IOException {
        int callback = names.add("a.B.inner[0]");
        int forwarded = names.add("a.B.outer[1]");
        int pool = tracks.addThread(Track.Kind.THREAD, 77, 2, "pool");
        SegmentedTraceWriter writer = writer(TraceLimits.DEFAULT);
        writer.enter(main, outer, 1_000);
        writer.pass(main, forwarded, 1_000, 0x1f, 0);
        writer.enter(main, inner, 2_000);
        writer.pass(main, callback, 2_000, 0x20, 0x1f);
        writer.exit(main, inner, 3_000, false);
        writer.exit(main, outer, 4_000, false);
        writer.enterRun(pool, callback, 5_000, 0x20, false);
        writer.exit(pool, callback, 6_000, true);
        writer.enterRun(pool, callback, 7_000, -1, true);
        writer.exit(pool, callback, 8_000, false);
        writer.enterRun(pool, callback, 9_000, 0, false);
        writer.exit(pool, callback, 9_500, false);
        writer.stall(9_600, 58_000_000);
        writer.finish(10_000, Map.of());

        StrictTraceCheck.of(segments.get(0).toByteArray());
        assertThat(spans(1)).isEqualTo("""
                        {"ph":"b","ts":1.000," main","args":{"thread":"main"}}
                        {"ph":"b","ts":1.000,"a.B.outer"}
                        {"ph":"b","ts":1.000,"a.B.outer[1]","bind_id":"0x1f","flow_out":true,"args":{"pass":true}}
                        {"ph":"e","ts":1.000,"a.B.outer[1]"}
                        {"ph":"b","ts":2.000,"a.B.inner"}
                        {"ph":"b","ts":2.000,"a.B.inner[0]","bind_id":"0x20","flow_out":true,"args":{"pass":true,"forward":"0x1f"}}
                        {"ph":"e","ts":2.000,"a.B.inner[0]"}
                        {"ph":"e","ts":3.000,"a.B.inner"}
                        {"ph":"e","ts":4.000,"a.B.outer"}
                        {"ph":"b","ts":5.000,"pool","args":{"thread":"pool"}}
                        {"ph":"b","ts":5.000,"a.B.inner[0]","bind_id":"0x20","flow_in":true,"args":{"callback":true}}
                        {"ph":"e","ts":6.000,"a.B.inner[0]","args":{"threw":true}}
                        {"ph":"b","ts":7.000,"a.B.inner[0]","bind_id":"0xffffffffffffffff","args":{"callback":true,"ambiguous":true}}
                        {"ph":"e","ts":8.000,"a.B.inner[0]"}
                        {"ph":"b","ts":9.000,"a.B.inner[0]","args":{"callback":true}}
                        {"ph":"e","ts":9.500,"a.B.inner[0]"}
                        {"ph":"b","ts":0.000,"stalls of the JVM","id2":{"local":"0x0"}}
                        {"ph":"e","ts":0.000,"stalls of the JVM","id2":{"local":"0x0"}}
                        {"ph":"b","ts":0.000,"stall","id2":{"local":"0x0"}}
                        {"ph":"e","ts":9.600,"stall","args":{"stallNanos":58000000},"id2":{"local":"0x0"}}
                        {"ph":"e","ts":4.000," main","args":{"threadEnd":true}}
                        {"ph":"e","ts":9.500,"pool","args":{"threadEnd":true}}
                        """);
        assertThat(writer.counts()).isEqualTo(new SegmentCounts(1, 2, 0, 0, 0, 0, 0, 0, 2, 3));
    }

    @Test
    void runThatCrossesABorder_keepsItsArrowInTheSegmentWhereItBegan() throws IOException {
        int callback = names.add("a.B.inner[0]");
        SegmentedTraceWriter writer = writer(new TraceLimits(1, 500, 0));
        writer.enterRun(main, callback, 1_000, 7, false);
        writer.enter(main, inner, 2_000);
        writer.exit(main, inner, 3_000, false);
        writer.pass(main, callback, 4_000, 8, 0);
        writer.exit(main, callback, 5_000, false);
        writer.finish(9_000, Map.of());

        assertThat(spans(1)).isEqualTo("""
                        {"ph":"b","ts":1.000," main","args":{"thread":"main"}}
                        {"ph":"b","ts":1.000,"a.B.inner[0]","bind_id":"0x7","flow_in":true,"args":{"callback":true}}
                        {"ph":"e","ts":2.000,"a.B.inner[0]","args":{"unfinished":true,"cont":true}}
                        {"ph":"e","ts":2.000," main","args":{"threadEnd":true,"cont":true}}
                        """);
        assertThat(spans(2)).isEqualTo("""
                        {"ph":"b","ts":2.000," main","args":{"thread":"main","cont":true}}
                        {"ph":"b","ts":2.000,"a.B.inner[0]","args":{"cont":true,"callback":true}}
                        {"ph":"b","ts":2.000,"a.B.inner"}
                        {"ph":"e","ts":3.000,"a.B.inner"}
                        {"ph":"b","ts":4.000,"a.B.inner[0]","bind_id":"0x8","flow_out":true,"args":{"pass":true}}
                        {"ph":"e","ts":4.000,"a.B.inner[0]"}
                        {"ph":"e","ts":5.000,"a.B.inner[0]"}
                        {"ph":"e","ts":5.000," main","args":{"threadEnd":true}}
                        """);
    }

    @Test
    void shortCallsAroundPassesAndRuns_areWritten() throws IOException {
        int callback = names.add("a.B.inner[0]");
        SegmentedTraceWriter writer = writer(new TraceLimits(1 << 20, 4, 500));
        writer.enter(main, inner, 0);
        writer.pass(main, callback, 0, 7, 0);
        writer.exit(main, inner, 100, false);
        writer.enter(main, outer, 150);
        writer.enter(main, inner, 200);
        writer.enterRun(main, callback, 250, 7, false);
        writer.pass(main, callback, 260, 8, 0);
        writer.enterRun(main, callback, 270, 8, false);
        writer.exit(main, callback, 280, false);
        writer.exit(main, callback, 300, false);
        writer.exit(main, inner, 350, false);
        writer.exit(main, outer, 400, false);
        writer.finish(9_000, Map.of());

        assertThat(spans(1)).isEqualTo("""
                        {"ph":"b","ts":0.000," main","args":{"thread":"main"}}
                        {"ph":"b","ts":0.000,"a.B.inner"}
                        {"ph":"b","ts":0.000,"a.B.inner[0]","bind_id":"0x7","flow_out":true,"args":{"pass":true}}
                        {"ph":"e","ts":0.000,"a.B.inner[0]"}
                        {"ph":"e","ts":0.100,"a.B.inner"}
                        {"ph":"b","ts":0.150,"a.B.outer"}
                        {"ph":"b","ts":0.200,"a.B.inner"}
                        {"ph":"b","ts":0.250,"a.B.inner[0]","bind_id":"0x7","flow_in":true,"args":{"callback":true}}
                        {"ph":"e","ts":0.300,"a.B.inner[0]"}
                        {"ph":"e","ts":0.350,"a.B.inner"}
                        {"ph":"e","ts":0.400,"a.B.outer"}
                        {"ph":"e","ts":0.400," main","args":{"threadEnd":true}}
                        """);
        assertThat(writer.counts()).isEqualTo(new SegmentCounts(1, 3, 0, 0, 0, 2, 0, 0, 1, 1));
    }

    @Test
    void virtualThreads_shareTheNameOfTheirRows() throws IOException {
        int virtual = tracks.addThread(Track.Kind.VIRTUAL_THREAD, 77, 255, "request-7");
        SegmentedTraceWriter writer = writer(TraceLimits.DEFAULT);
        writer.enter(virtual, outer, 1_000);
        writer.exit(virtual, outer, 2_000, false);
        writer.finish(2_000, Map.of());

        assertThat(segment(1))
                .contains("\"tid\":255,\"cat\":\"java\",\"id2\":{\"local\":\"0xff\"},\"name\":\"virtual threads\","
                        + "\"args\":{\"thread\":\"request-7\"}}")
                .contains("\"name\":\"thread_name\",\"args\":{\"name\":\"request-7\"}");
    }

    @Test
    void writtenBytes_endWithACompleteEventAtAnyTime() throws IOException {
        SegmentedTraceWriter writer = writer(TraceLimits.DEFAULT);
        for (int i = 0; i < 5_000; i++) {
            writer.enter(main, outer, i * 10L);
            writer.exit(main, outer, i * 10L + 5, false);
        }

        // Not closed: this is what a killed process leaves behind.
        String written = segment(1);
        assertThat(written.length()).isGreaterThan(100_000);
        assertThat(written).endsWith("}");
    }

    @Test
    void renamedThread_keepsTheNameOfItsRowWithinASegment() throws IOException {
        SegmentedTraceWriter writer = writer(new TraceLimits(1, 500, 0));
        writer.enter(main, outer, 1_000);
        tracks.rename(main, "renamed");
        writer.enter(main, inner, 2_000);
        writer.finish(9_000, Map.of());

        StrictTraceCheck.of(segments.get(0).toByteArray());
        StrictTraceCheck.of(segments.get(1).toByteArray());
        assertThat(spans(1)).contains("\"thread\":\"main\"");
        assertThat(spans(2)).contains("\"thread\":\"renamed\"");
    }
}
