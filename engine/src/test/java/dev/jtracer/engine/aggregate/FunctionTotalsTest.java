// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.LiveEvent;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FunctionTotalsTest {
    private static final String CONTINUED = "\"args\":{\"cont\":true}";

    private static FunctionTotals segment(long number, String lines) throws IOException {
        byte[] json = (lines.isEmpty() ? "[]" : TraceText.json(lines)).getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(List.of(new FunctionTotalsHandler(number)))
                .parse(new ChromeTraceReader("segment", new ByteArrayInputStream(json)))
                .data(FunctionTotalsHandler.class);
    }

    /** Name, calls, shortest, longest, self time (all in microseconds), and what is unfinished. */
    private static String table(FunctionStatistics statistics) {
        StringBuilder table = new StringBuilder();
        for (FunctionStatistics.Row row : statistics.rows()) {
            table.append(row.name()).append(' ').append(row.count());
            table.append(" min ").append(row.minNanos() / 1_000).append(" max ").append(row.maxNanos() / 1_000);
            table.append(" self ").append(row.selfNanos() / 1_000);
            table.append(" unfinished ").append(row.unfinished()).append('\n');
        }
        return table.toString();
    }

    @Test
    void callCutInTheMiddle_isOneCall() throws IOException {
        FunctionTotals first = segment(0, """
                b 0x1 0 f
                b 0x1 2 g
                """);
        FunctionTotals second = segment(1, """
                e 0x1 5 g
                b 0x1 6 h
                e 0x1 7 h
                e 0x1 9 f
                """);

        FunctionStatistics merged = second.merge(first).finish();

        assertThat(table(merged)).isEqualTo("""
                f 1 min 9 max 9 self 5 unfinished 0
                g 1 min 3 max 3 self 3 unfinished 0
                h 1 min 1 max 1 self 1 unfinished 0
                """);
        assertThat(merged.unmatchedBegins() + merged.unmatchedEnds()).isZero();
    }

    @Test
    void spanThatAWriterCutTwice_countsOnce() throws IOException {
        FunctionTotals first = segment(0, "b 0x1 0 f\n e 0x1 5 f " + CONTINUED);
        FunctionTotals second = segment(1, "b 0x1 5 f " + CONTINUED + "\n e 0x1 8 f " + CONTINUED);
        FunctionTotals third = segment(2, "b 0x1 8 f " + CONTINUED + "\n e 0x1 9 f");

        FunctionTotals merged = third.merge(first);
        assertThat(table(merged.finish())).isEqualTo("f 0 min 0 max 0 self 0 unfinished 2\n");
        merged.merge(second);

        assertThat(table(merged.finish())).isEqualTo("f 1 min 9 max 9 self 9 unfinished 0\n");
    }

    @Test
    void missingSegment_endsWhatWasOpenUntilItComes() throws IOException {
        FunctionTotals merged = segment(0, "b 0x1 0 f").merge(segment(2, "e 0x1 9 f"));

        FunctionStatistics without = merged.finish();
        assertThat(table(without)).isEqualTo("f 0 min 0 max 0 self 0 unfinished 1\n");
        assertThat(without.missingSegments()).isEqualTo(1);
        assertThat(without.unmatchedBegins()).isEqualTo(1);
        assertThat(without.unmatchedEnds()).isEqualTo(1);

        FunctionStatistics with =
                merged.merge(segment(1, "b 0x1 1 g\n e 0x1 4 g")).finish();
        assertThat(table(with)).isEqualTo("f 1 min 9 max 9 self 6 unfinished 0\ng 1 min 3 max 3 self 3 unfinished 0\n");
        assertThat(with.missingSegments() + with.unmatchedBegins() + with.unmatchedEnds())
                .isZero();
    }

    @Test
    void segmentGivenTwice_isRefusedAndChangesNothing() throws IOException {
        FunctionTotals totals = segment(3, "b 0x1 0 f\n e 0x1 1 f");
        byte[] before = totals.encode();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> totals.merge(segment(4, "").merge(segment(3, ""))))
                .withMessage("segment '3' is in both partial results; merge each segment once");
        assertThat(totals.encode()).isEqualTo(before);
    }

    @Test
    void undecidedEnd_closesByNameWhatAnEarlierSegmentOpened() throws IOException {
        // Without the first segment nobody knows whether 'e f' ends something and takes g with it.
        FunctionTotals second = segment(1, """
                b 0x1 3 g
                e 0x1 5 f
                e 0x1 6 g
                """);

        FunctionStatistics closed = segment(0, "b 0x1 0 f").merge(second).finish();
        FunctionStatistics ignored = segment(0, "b 0x1 0 h").merge(second).finish();

        assertThat(table(closed))
                .isEqualTo("f 1 min 5 max 5 self 3 unfinished 0\ng 0 min 0 max 0 self 0 unfinished 1\n");
        assertThat(closed.unmatchedEnds()).isEqualTo(1);
        assertThat(table(ignored))
                .isEqualTo("g 1 min 3 max 3 self 3 unfinished 0\nh 0 min 0 max 0 self 0 unfinished 1\n");
        assertThat(ignored.unmatchedEnds()).isEqualTo(1);
    }

    @Test
    void completeEvents_nestWhereverTheyStand() throws IOException {
        FunctionTotals inner = segment(0, "X 7 2 inner \"dur\":3");
        FunctionTotals outer = segment(1, "X 7 0 outer \"dur\":10");

        assertThat(table(outer.merge(inner).finish())).isEqualTo("""
                outer 1 min 10 max 10 self 7 unfinished 0
                inner 1 min 3 max 3 self 3 unfinished 0
                """);
    }

    @Test
    void sameIdInTwoProcesses_isTwoTracks() throws IOException {
        String local = "\"id2\":{\"local\":\"0x1\"}";
        String json = """
                [{"ph":"b","cat":"c","name":"f","ts":0,"pid":1,"tid":1,%s},
                {"ph":"e","cat":"c","name":"f","ts":4,"pid":2,"tid":1,%s}]
                """.formatted(local, local);
        FunctionTotals totals = new TraceProcessor(List.of(new FunctionTotalsHandler(0)))
                .parse(new ChromeTraceReader(
                        "segment", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8))))
                .data(FunctionTotalsHandler.class);

        assertThat(totals.finish().unmatchedEnds()).isEqualTo(1);
    }

    @Test
    void idsUsedOnce_takeNoMemoryWhenTheyAreSettled() throws IOException {
        int segments = 100;
        int ids = 4_000;
        FunctionTotals all = new FunctionTotals();
        long before = usedHeap();
        for (int segment = 0; segment < segments; segment++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < ids; i++) {
                String id = "0x" + (segment * ids + i);
                lines.append("b ").append(id).append(" 0 f\ne ").append(id).append(" 1 f\n");
            }
            all.merge(segment(segment, lines.toString()));
        }

        // 250 bytes each would be a hundred million.
        assertThat(usedHeap() - before).isLessThan(20_000_000);
        assertThat(all.finish().find("f").orElseThrow().count()).isEqualTo((long) segments * ids);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        runtime.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void passingsAndRunsOfCallbacks_areNoCalls() throws IOException {
        FunctionTotals totals = segment(0, """
                b 0x1 0 f
                b 0x1 0 f[0] "args":{"passing":true}
                e 0x1 0 f[0]
                b 0x1 2 f[0] "args":{"callback":true}
                e 0x1 5 f[0]
                e 0x1 9 f
                """);

        assertThat(table(totals.finish())).isEqualTo("f 1 min 9 max 9 self 6 unfinished 0\n");
    }

    @Test
    void percentiles_lieBetweenShortestAndLongest() throws IOException {
        FunctionTotals merged = new FunctionTotals();
        for (int i = 0; i < 100; i++) {
            merged.merge(segment(i, "b 0x1 %d f\n e 0x1 %d f".formatted(1_000 * i, 1_000 * i + i + 1)));
        }

        FunctionStatistics.Row row = merged.finish().find("f").orElseThrow();

        assertThat(row.count()).isEqualTo(100);
        assertThat(row.averageNanos()).isEqualTo(50_500);
        assertThat(row.percentileNanos(50)).isBetween(49_000L, 51_000L);
        assertThat(row.percentileNanos(99)).isBetween(97_000L, 100_000L);
        assertThat(row.percentileNanos(100)).isEqualTo(100_000);
        assertThat(row.percentileNanos(0)).isEqualTo(1_000);
    }

    @Test
    void timeThatGoesBackBetweenSegments_isCountedOnlyWhileSomethingIsOpen() throws IOException {
        FunctionTotals later = segment(1, "b 0x1 2 g\n e 0x1 3 g");

        assertThat(segment(0, "b 0x1 0 f\n e 0x1 9 f").merge(later).finish().timesBack())
                .isZero();
        assertThat(segment(0, "b 0x1 0 h\n b 0x1 9 f").merge(later).finish().timesBack())
                .isEqualTo(1);
    }

    @Test
    void otherBytes_areRefusedWithTheCause() throws IOException {
        byte[] bytes = segment(0, "b 0x1 0 f\n e 0x1 1 f").encode();
        byte[] newer = bytes.clone();
        newer[4] = 2;

        assertRefused(new byte[0], "these are no totals of functions; they begin with 'JTft'");
        assertRefused(
                "[{\"ph\":\"b\"}]".getBytes(StandardCharsets.UTF_8),
                "these are no totals of functions; they begin with 'JTft'");
        assertRefused(
                newer,
                "totals of version '2' cannot be read; this program knows version '1': make both with the same release");
        assertRefused(
                Arrays.copyOf(bytes, bytes.length + 1),
                "damaged partial result at byte %d of %d: something follows its end; make it again from its segment"
                        .formatted(bytes.length, bytes.length + 1));
        for (int length = 5; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatExceptionOfType(PartialFormatException.class).isThrownBy(() -> FunctionTotals.decode(cut));
        }
    }

    private static void assertRefused(byte[] bytes, String message) {
        assertThatExceptionOfType(PartialFormatException.class)
                .isThrownBy(() -> FunctionTotals.decode(bytes))
                .withMessage(message);
    }

    @Test
    void bytesThatClaimToBeLarge_allocateLittle() {
        byte[] bytes = {'J', 'T', 'f', 't', 1, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 7};

        assertRefused(
                bytes,
                "damaged partial result at byte 10 of 10: it says that there is more than there is;"
                        + " make it again from its segment");
    }

    @Test
    @Timeout(60) // without a remedy it would be an hour
    void hostileDepth_costsNoMoreThanItsEvents() {
        StringTable names = new StringTable();
        names.add("f");
        names.add("never begun");
        TrackTable tracks = new TrackTable();
        tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
        LiveEvent event = new LiveEvent(names, tracks);
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionTotalsHandler(0)));
        processor.start(names, tracks);
        for (int i = 0; i < 1_000_000; i++) {
            processor.handle(event.set(Phase.ASYNC_BEGIN, i, 0, 0, SpanFlags.NONE));
        }
        for (int i = 0; i < 1_000_000; i++) {
            processor.handle(event.set(Phase.ASYNC_END, 1_000_000 + i, 1, 0, SpanFlags.NONE));
        }
        processor.handle(event.set(Phase.ASYNC_END, 2_000_000, 0, 0, SpanFlags.NONE));

        FunctionStatistics statistics =
                processor.finish().data(FunctionTotalsHandler.class).finish();

        assertThat(statistics.unmatchedEnds()).isEqualTo(1_000_000);
        assertThat(statistics.rows().get(0).count()).isEqualTo(1);
        assertThat(statistics.rows().get(0).unfinished()).isEqualTo(999_999);
    }

    @Test
    void handler_isUsedInItsTurn() {
        FunctionTotalsHandler handler = new FunctionTotalsHandler(0);

        assertThatIllegalStateException()
                .isThrownBy(handler::data)
                .withMessage("FunctionTotalsHandler is not finished");
        assertThatIllegalStateException()
                .isThrownBy(handler::finish)
                .withMessage("FunctionTotalsHandler is not initialized");
        handler.initialize(HandlerContext.NONE);
        assertThatIllegalStateException()
                .isThrownBy(() -> handler.initialize(HandlerContext.NONE))
                .withMessage("FunctionTotalsHandler was not reset");
        handler.finish();
        assertThat(handler.data()).isNotEqualTo(new FunctionTotals());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FunctionTotalsHandler(-1))
                .withMessage("segment '-1' is not in 0 to 1099511627775");
    }
}
