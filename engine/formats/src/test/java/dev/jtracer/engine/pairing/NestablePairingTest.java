// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The "Nestable" cases of catapult's trace_event_importer_test. */
class NestablePairingTest {
    @Test
    void nestableAsyncBasic_givesASpanWithTheArgsOfBothEnds() throws IOException {
        assertThat(PairedEnds.of("""
                        b 72 524 a "args":{"x":"y"}
                        e 72 560 a "args":{"z":"w"}
                        """)).hasToString("{x=y} {z=w}\n");
    }

    @Test
    void nestableAsyncNoArgs_givesASpan() throws IOException {
        assertThat(PairedText.of("""
                        b 72 524 a
                        e 72 560 a
                        """)).hasToString("a 524..560 self 36 depth 0\n");
    }

    @Test
    void endOnAnotherThread_closesTheSpan() throws IOException {
        String lines = """
                b 72 524 a "tid":5
                e 72 560 a "tid":6
                b 72 570 b "tid":7
                """;

        assertThat(PairedText.of(lines)).hasToString("""
                a 524..560 self 36 depth 0
                b 570..570 self 0 depth 0 unfinished
                """);
        assertThat(PairedEnds.of(lines)).hasToString("{} {}\n{} {}\n");
    }

    @Test
    void nestableAsyncMultiple_nestsFiveLevels() throws IOException {
        PairedText paired = PairedText.of("""
                b 72 500 a
                b 72 504 b
                b 72 506 c
                b 72 507 d
                b 72 508 e
                e 72 509 e
                e 72 510 d
                e 72 512 c
                e 72 520 b
                e 72 560 a
                """);

        assertThat(paired).hasToString("""
                e 508..509 self 1 depth 4
                d 507..510 self 2 depth 3
                c 506..512 self 3 depth 2
                b 504..520 self 10 depth 1
                a 500..560 self 44 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isZero();
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isZero();
    }

    @Test
    void nestableAsyncInstants_areNoSpans() throws IOException {
        assertThat(PairedText.of("""
                        n 72 500 top
                        b 72 524 a
                        n 72 530 nested
                        e 72 560 a
                        """, new PairingOptions(true, true, true))).hasToString("""
                        a 524..560 self 36 depth 0
                        """);
    }

    @Test
    void unmatchedOuterBegin_lastsToTheLastEventOfItsProcess() throws IOException {
        PairedText paired = PairedText.of("""
                b 72 524 outer
                b 72 530 inner
                e 72 560 inner
                b 73 900 other
                e 73 990 other
                """);

        assertThat(paired).hasToString("""
                inner 530..560 self 30 depth 1
                other 900..990 self 90 depth 0
                outer 524..990 self 436 depth 0 unfinished
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
    }

    @Test
    void unmatchedBegin_doesNotLastToTheEndOfAnotherProcess() throws IOException {
        assertThat(PairedText.of("""
                b 72 10 hung "id":null,"id2":{"local":"0x1"},"pid":1
                i 5 700 mark "pid":1
                b 72 800 call "id":null,"id2":{"local":"0x1"},"pid":2
                e 72 900 call "id":null,"id2":{"local":"0x1"},"pid":2
                """)).hasToString("""
                call 800..900 self 100 depth 0
                hung 10..700 self 690 depth 0 unfinished
                """);
    }

    @Test
    void unmatchedInnerBegin_endsWithTheSpanAroundItWhichInCatapultIsTheLastEventOfTheId() throws IOException {
        // A stream cannot know the last event of an id, and a child that outlives its parent has no place in a tree.
        PairedText paired = PairedText.of("""
                b 72 524 outer
                b 72 530 inner
                e 72 560 outer
                n 72 570 later
                """);

        assertThat(paired).hasToString("""
                inner 530..560 self 30 depth 1 unfinished
                outer 524..560 self 6 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
    }

    @Test
    void unmatchedOuterEnd_isCounted() throws IOException {
        PairedText paired = PairedText.of("""
                b 72 524 inner
                e 72 530 inner
                e 72 560 outer
                """, new PairingOptions(true, true, true));

        assertThat(paired).hasToString("""
                inner 524..530 self 6 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void unmatchedInnerEnd_isNoSpan() throws IOException {
        assertThat(PairedText.of("""
                        n 72 500 first
                        b 72 524 outer
                        e 72 530 inner
                        e 72 560 outer
                        """, new PairingOptions(true, true, true))).hasToString("""
                        outer 524..560 self 36 depth 0
                        """);
    }

    @Test
    void nestableAsyncSameIdDifferentCategories_areTwoTrees() throws IOException {
        assertThat(PairedText.of("""
                        b 72 524 a "cat":"foo"
                        b 72 525 b "cat":"bar"
                        e 72 526 a "cat":"foo"
                        e 72 527 b "cat":"bar"
                        """)).hasToString("""
                        a 524..526 self 2 depth 0
                        b 525..527 self 2 depth 0
                        """);
    }

    @Test
    void processLocalId2_isATreePerProcess() throws IOException {
        assertThat(PairedText.of("""
                        b 1:- 1 a "id":null,"id2":{"local":"0x1"}
                        b 2:- 2 a "id":null,"id2":{"local":"0x1"}
                        e 1:- 3 a "id":null,"id2":{"local":"0x1"}
                        e 2:- 4 a "id":null,"id2":{"local":"0x1"}
                        """)).hasToString("""
                        a 1..3 self 2 depth 0
                        a 2..4 self 2 depth 0
                        """);
    }

    @Test
    void globalId2_isOneTreeForAllProcesses() throws IOException {
        assertThat(PairedText.of("""
                        b 1:- 1 a "id":null,"id2":{"global":"0x1"}
                        b 2:- 2 b "id":null,"id2":{"global":"0x1"}
                        e 1:- 3 b "id":null,"id2":{"global":"0x1"}
                        e 2:- 4 a "id":null,"id2":{"global":"0x1"}
                        """)).hasToString("""
                        b 2..3 self 1 depth 1
                        a 1..4 self 2 depth 0
                        """);
    }

    @Test
    void endBeforeItsBeginInTheFile_isNotPairedThoughOfOneTime() throws IOException {
        PairedText paired = PairedText.of("""
                e 72 5 a
                b 72 5 a
                b 73 5 a
                e 73 5 a
                """);

        assertThat(paired).hasToString("""
                a 5..5 self 0 depth 0
                a 5..5 self 0 depth 0 unfinished
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void timesThatGoBack_areMovedForwardAndCounted() throws IOException {
        PairedText paired = PairedText.of("""
                b 72 10 a
                b 72 5 b
                e 72 7 b
                e 72 30 a
                """);

        assertThat(paired).hasToString("""
                b 10..10 self 0 depth 1
                a 10..30 self 20 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.OUT_OF_ORDER)).isEqualTo(2);
    }

    @Test
    void idsThatLookEmpty_areIds() throws IOException {
        assertThat(PairedText.of("""
                        b 0 1 a
                        e 0 2 a
                        b - 3 a "id":0
                        e - 5 a "id":"0"
                        """)).hasToString("""
                        a 1..2 self 1 depth 0
                        a 3..5 self 2 depth 0
                        """);
    }
}
