// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SpanPairingTest {
    private final StringBuilder spans = new StringBuilder();

    private SpanPairing pair(String lines) throws IOException {
        ChromeTraceReader reader = new ChromeTraceReader(
                "trace.json", new ByteArrayInputStream(TraceText.json(lines).getBytes(StandardCharsets.UTF_8)));
        SpanPairing pairing = new SpanPairing(
                span -> spans.append(reader.tracks().get(span.track()).id())
                        .append(' ')
                        .append(reader.names().get(span.nameIndex()))
                        .append(' ')
                        .append(span.startNanos() / 1000)
                        .append("..")
                        .append(span.endNanos() / 1000)
                        .append(" self ")
                        .append(span.selfNanos() / 1000)
                        .append(" depth ")
                        .append(span.depth())
                        .append((span.flags() & 1) != 0 ? " threw" : "")
                        .append((span.flags() & 2) != 0 ? " unfinished" : "")
                        .append('\n'));
        reader.read(pairing::accept);
        pairing.finish();
        return pairing;
    }

    @Test
    void ids_keepTwoInterleavedSpansApart() throws IOException {
        pair("""
                b 0x1 10 work
                b 0x2 20 work
                n 0x1 25 half
                n 0x2 26 half
                e 0x1 30 work
                e 0x2 50 work
                """);

        assertThat(spans).hasToString("""
                0x1 work 10..30 self 20 depth 0
                0x2 work 20..50 self 30 depth 0
                """);
    }

    @Test
    void ids_mayBeUsedAgainUnderAnotherName() throws IOException {
        pair("""
                b 0x1 10 first
                e 0x1 20 first
                b 0x1 30 second
                e 0x1 45 second
                """);

        assertThat(spans).hasToString("""
                0x1 first 10..20 self 10 depth 0
                0x1 second 30..45 self 15 depth 0
                """);
    }

    @Test
    void ids_overlapWhenTheyDiffer() throws IOException {
        pair("""
                b 0x1 10 a
                b 0x2 15 b
                e 0x1 20 a
                e 0x2 25 b
                """);

        assertThat(spans).hasToString("""
                0x1 a 10..20 self 10 depth 0
                0x2 b 15..25 self 10 depth 0
                """);
    }

    @Test
    void ids_nestWithoutTouchingEachOther() throws IOException {
        pair("""
                b 0x1 10 outer
                b 0x2 12 inner
                e 0x2 18 inner
                e 0x1 20 outer
                """);

        assertThat(spans).hasToString("""
                0x2 inner 12..18 self 6 depth 0
                0x1 outer 10..20 self 10 depth 0
                """);
    }

    @Test
    void sameName_pairsInnermostFirst() throws IOException {
        pair("""
                b 0x1 1 f
                b 0x1 4 f
                e 0x1 6 f
                e 0x1 9 f
                """);

        assertThat(spans).hasToString("""
                0x1 f 4..6 self 2 depth 1
                0x1 f 1..9 self 6 depth 0
                """);
    }

    @Test
    void end_closesInnerSpansWithoutEndAndIgnoresWhatIsNotOpen() throws IOException {
        SpanPairing pairing = pair("""
                e 0x1 5 stray
                b 0x1 10 outer
                b 0x1 20 lost
                e 0x1 30 unknown
                e 0x1 40 outer "args":{"threw":true}
                """);

        assertThat(spans).hasToString("""
                0x1 lost 20..40 self 20 depth 1 unfinished
                0x1 outer 10..40 self 10 depth 0 threw
                """);
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(2);
    }

    @Test
    void openSpans_lastToTheLastEventOfAnyTrack() throws IOException {
        SpanPairing pairing = pair("""
                b 0x1 10 open
                b 0x1 20 inner
                e 0x1 36 inner
                b 0x2 90 other
                e 0x2 99 other
                """);

        assertThat(spans).hasToString("""
                0x1 inner 20..36 self 16 depth 1
                0x2 other 90..99 self 9 depth 0
                0x1 open 10..99 self 73 depth 0 unfinished
                """);
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
    }

    @Test
    void localIds_belongToTheirProcessAndPlainIdsToAll() throws IOException {
        pair("""
                b 1:x 10 plain
                e 2:x 20 plain
                b 1:- 30 mine "id":null,"id2":{"local":"0x7"}
                b 2:- 31 mine "id":null,"id2":{"local":"0x7"}
                e 1:- 40 mine "id":null,"id2":{"local":"0x7"}
                e 2:- 51 mine "id":null,"id2":{"local":"0x7"}
                b 1:- 60 all "id":null,"id2":{"global":"0x7"}
                e 2:- 70 all "id":null,"id2":{"global":"0x7"}
                """);

        assertThat(spans).hasToString("""
                x plain 10..20 self 10 depth 0
                0x7 mine 30..40 self 10 depth 0
                0x7 mine 31..51 self 20 depth 0
                0x7 all 60..70 self 10 depth 0
                """);
    }

    @Test
    void scopeAndCategory_separateEqualIds() throws IOException {
        pair("""
                b 0x1 10 f "cat":"a"
                b 0x1 11 f "cat":"b"
                b 0x1 12 f "cat":"a","scope":"s"
                e 0x1 20 f "cat":"a"
                e 0x1 21 f "cat":"b"
                e 0x1 22 f "cat":"a","scope":"s"
                """);

        assertThat(spans).hasToString("""
                0x1 f 10..20 self 10 depth 0
                0x1 f 11..21 self 10 depth 0
                0x1 f 12..22 self 10 depth 0
                """);
    }

    @Test
    void threads_haveAStackEach() throws IOException {
        pair("""
                B 1 10 a
                B 2 11 b
                B 9:1 12 c
                E 1 20 a
                E 2 21 b
                E 9:1 22 c
                """);

        assertThat(spans).hasToString("""
                 a 10..20 self 10 depth 0
                 b 11..21 self 10 depth 0
                 c 12..22 self 10 depth 0
                """);
    }

    @Test
    void threadEnd_closesTheInnermostWhateverItsName() throws IOException {
        SpanPairing pairing = pair("""
                E 1 5 early
                B 1 10 alpha
                B 1 11 inner
                E 1 15 -
                E 1 20 beta
                """);

        assertThat(spans).hasToString("""
                 inner 11..15 self 4 depth 1
                 alpha 10..20 self 6 depth 0
                """);
        assertThat(pairing.counts().count(PairingProblem.MISMATCHED_NAME)).isEqualTo(1);
        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void completeEvents_nestInAnyOrder() throws IOException {
        SpanPairing pairing = pair("""
                X 1 12 inner "dur":3
                X 1 20 touching "dur":5
                X 1 10 outer "dur":10
                X 1 10 atStart "dur":2
                X 1 15 atEnd "dur":5
                X 2 10 elsewhere "dur":10
                """);

        assertThat(spans).hasToString("""
                 atStart 10..12 self 2 depth 1
                 inner 12..15 self 3 depth 1
                 atEnd 15..20 self 5 depth 1
                 outer 10..20 self 0 depth 0
                 touching 20..25 self 5 depth 0
                 elsewhere 10..20 self 10 depth 0
                """);
        assertThat(pairing.counts().count(PairingProblem.OVERLAP)).isZero();
    }

    @Test
    void completeEvents_thatOverlapKeepTheirDurations() throws IOException {
        SpanPairing pairing = pair("""
                X 1 0 first "dur":10
                X 1 5 second "dur":10
                """);

        assertThat(spans).hasToString("""
                 second 5..15 self 5 depth 1
                 first 0..10 self 5 depth 0
                """);
        assertThat(pairing.counts().count(PairingProblem.OVERLAP)).isEqualTo(1);
    }

    @Test
    void equalIntervals_nestInFileOrder() throws IOException {
        pair("""
                X 1 10 first "dur":5
                X 1 10 second "dur":5
                """);

        assertThat(spans).hasToString("""
                 second 10..15 self 5 depth 1
                 first 10..15 self 0 depth 0
                """);
    }

    @Test
    void spanCutBetweenSegments_isOneSpanAgain() throws IOException {
        pair("""
                b 0x1 10 outer
                b 0x1 20 inner
                e 0x1 25 inner "args":{"unfinished":true,"cont":true}
                e 0x1 25 outer "args":{"unfinished":true,"cont":true}
                b 0x1 25 outer "args":{"cont":true}
                b 0x1 25 inner "args":{"cont":true}
                e 0x1 30 inner
                b 0x1 31 next
                e 0x1 32 next
                e 0x1 40 outer
                """);

        assertThat(spans).hasToString("""
                0x1 inner 20..30 self 10 depth 1
                0x1 next 31..32 self 1 depth 1
                0x1 outer 10..40 self 19 depth 0
                """);
    }

    @Test
    void spanOfAnotherSegment_isUnfinishedIfItsEndIsThere() throws IOException {
        pair("""
                b 0x1 25 outer "args":{"cont":true}
                b 0x1 31 next
                e 0x1 32 next
                e 0x1 40 outer
                b 0x1 50 open
                e 0x1 60 open "args":{"unfinished":true,"cont":true}
                b 0x1 70 fresh
                e 0x1 80 fresh
                """);

        assertThat(spans).hasToString("""
                0x1 next 31..32 self 1 depth 1
                0x1 outer 25..40 self 14 depth 0
                0x1 open 50..60 self 10 depth 0 unfinished
                0x1 fresh 70..80 self 10 depth 0
                """);
    }
}
