// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Begins and ends of threads: the "B/E" cases of catapult's trace_event_importer_test, and the ties of speedscope's.
 */
class DurationPairingTest {
    private static CallTrees trees(String lines) throws IOException {
        ThreadsHandler threads = ThreadsHandler.withDetails();
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(List.of(threads, new MetaHandler()))
                .parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)))
                .data(ThreadsHandler.class);
    }

    @Test
    void canImportEmpty_givesNothing() {
        SpanPairing pairing = new SpanPairing(span -> {
            throw new AssertionError("there is no span");
        });

        pairing.finish();

        assertThat(pairing.counts().count(PairingProblem.UNMATCHED_BEGIN)).isZero();
    }

    @Test
    void basicSingleThreadNonnestedParsing_givesTwoSpans() throws IOException {
        assertThat(PairedText.of("""
                        B 53 520 a
                        E 53 560 a
                        B 53 629 b
                        E 53 631 b
                        """)).hasToString("""
                        a 520..560 self 40 depth 0
                        b 629..631 self 2 depth 0
                        """);
    }

    @Test
    void argumentDupeCreatesNonFailingImportError_theEndsWins() throws IOException {
        assertThat(trees("""
                        B 1 1 a "args":{"x":1,"y":2}
                        E 1 2 a "args":{"x":3}
                        """).args(0).asMap()).hasToString("{x=3, y=2}");
    }

    @Test
    void importMissingArgs_givesNone() throws IOException {
        CallTrees trees = trees("""
                B 1 1 a
                E 1 2 a
                B 1 3 b
                E 1 4 b "args":{"z":1}
                """);

        assertThat(trees.args(0).isEmpty()).isTrue();
        assertThat(trees.args(1).asMap()).hasToString("{z=1}");
    }

    @Test
    void importNullArgs_keepsNulls() throws IOException {
        assertThat(trees("""
                        B 1 1 a "args":{"x":null}
                        E 1 2 a "args":null
                        """).args(0).asMap()).hasToString("{x=null}");
    }

    @Test
    void categoryBeginEndMismatchPrefersSliceBegin_category() throws IOException {
        CallTrees trees = trees("""
                        B 1 1 a "cat":"foo"
                        E 1 2 a "cat":"bar"
                        """);

        assertThat(trees.categoryName(trees.categoryIndex(0))).isEqualTo("foo");
    }

    @Test
    void beginEndNameMismatch_isCountedOnceAndClosesTheInnermost() throws IOException {
        PairedText paired = PairedText.of("""
                B 53 520 a
                E 53 560 b
                """);

        assertThat(paired).hasToString("a 520..560 self 40 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isEqualTo(1);
    }

    @Test
    void nestedParsing_givesAChild() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        B 1 2 b
                        E 1 3 b
                        E 1 4 a
                        """)).hasToString("""
                        b 2..3 self 1 depth 1
                        a 1..4 self 2 depth 0
                        """);
    }

    @Test
    void nestedParsingWithTwoSubSlices_givesTwoChildren() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        B 1 2 b
                        E 1 3 b
                        B 1 3 c
                        E 1 5 c
                        E 1 8 a
                        """)).hasToString("""
                        b 2..3 self 1 depth 1
                        c 3..5 self 2 depth 1
                        a 1..8 self 4 depth 0
                        """);
    }

    @Test
    void nestedParsingWithDoubleNesting_givesAGrandchild() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        B 1 2 b
                        B 1 3 c
                        E 1 5 c
                        E 1 7 b
                        E 1 8 a
                        """)).hasToString("""
                        c 3..5 self 2 depth 2
                        b 2..7 self 3 depth 1
                        a 1..8 self 2 depth 0
                        """);
    }

    @Test
    void autoclosing_endsWithTheLastEventOfTheThread() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 1 a
                B 1 2 b
                E 1 3 b
                B 2 1 other
                E 2 90 other
                """);

        assertThat(paired).hasToString("""
                b 2..3 self 1 depth 1
                a 1..3 self 1 depth 0 unfinished
                other 1..90 self 89 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
    }

    @Test
    void autoclosing_countsCompleteEventsAndInstantsAsTheThreadsLast() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        X 1 2 x "dur":6
                        B 2 1 b
                        i 2 7 mark
                        """)).hasToString("""
                        x 2..8 self 6 depth 1
                        a 1..8 self 1 depth 0 unfinished
                        b 1..7 self 6 depth 0 unfinished
                        """);
    }

    @Test
    void autoclosingLoneBegin_hasNoDuration() throws IOException {
        assertThat(PairedText.of("B 1 1 a")).hasToString("a 1..1 self 0 depth 0 unfinished\n");
    }

    @Test
    void autoclosingWithSubTasks_keepsTheirOwnEnds() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        B 1 2 b1
                        E 1 3 b1
                        B 1 3 b2
                        E 1 4 b2
                        """)).hasToString("""
                        b1 2..3 self 1 depth 1
                        b2 3..4 self 1 depth 1
                        a 1..4 self 1 depth 0 unfinished
                        """);
    }

    @Test
    void autoclosingWithEventsOutsideBounds_doesNotReachBeyondTheThread() throws IOException {
        assertThat(PairedText.of("""
                        B 1 7 a
                        B 2 8 b1
                        E 2 9 b1
                        B 2 1 b2
                        E 2 2 b2
                        """)).hasToString("""
                        a 7..7 self 0 depth 0 unfinished
                        b2 1..2 self 1 depth 0
                        b1 8..9 self 1 depth 0
                        """);
    }

    @Test
    void nestedAutoclosing_closesAll() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 1 a1
                B 1 2 a2
                B 1 3 b
                E 1 5 b
                """);

        assertThat(paired).hasToString("""
                b 3..5 self 2 depth 2
                a2 2..5 self 1 depth 1 unfinished
                a1 1..5 self 1 depth 0 unfinished
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(2);
    }

    @Test
    void taskColoring_endFirst_isCountedAndLeavesTheLaterPairIntact() throws IOException {
        PairedText paired = PairedText.of("""
                E 1 2 a
                B 1 4 b
                E 1 8 b
                """);

        assertThat(paired).hasToString("b 4..8 self 4 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void simpleThread_instantsAreNoSpans() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        i 1 2 onThread "s":"t"
                        I 1 3 onProcess "s":"p"
                        R 1 4 onAll "s":"g"
                        R 1 5 markOfThread
                        E 1 6 a
                        """, new PairingOptions(true, true, true))).hasToString("""
                        a 1..6 self 5 depth 0
                        """);
    }

    @Test
    void instantsAndEndsWithoutABegin_areNoSpans() throws IOException {
        assertThat(PairedText.of("""
                        i 1 2 onThread
                        n 0x1 2 onId
                        e 0x1 3 noBegin
                        """).toString()).isEmpty();
    }

    @Test
    void multipleThreadParsing_keepsThreadsApart() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 a
                        E 1 2 a
                        B 2 3 b
                        E 2 4 b
                        """)).hasToString("""
                        a 1..2 self 1 depth 0
                        b 3..4 self 1 depth 0
                        """);
    }

    @Test
    void multiplePidParsing_keepsThreadsOfOneNumberApart() throws IOException {
        assertThat(PairedText.of("""
                        B 1:7 1 a
                        B 2:7 2 b
                        E 1:7 3 a
                        E 2:7 4 b
                        """)).hasToString("""
                        a 1..3 self 2 depth 0
                        b 2..4 self 2 depth 0
                        """);
    }

    @Test
    void endBeforeItsBegin_catapultThrowsHereItHasNoLengthAndIsCounted() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 10 a
                E 1 4 a
                """);

        assertThat(paired).hasToString("a 10..10 self 0 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.NEGATIVE_DURATION)).isEqualTo(1);
    }

    @Test
    void timesThatGoBack_areTakenAsTheyAre() throws IOException {
        assertThat(PairedText.of("""
                        B 1 1 B
                        E 1 9 B
                        B 1 0 A
                        E 1 10 A
                        B 1 2 C
                        E 1 8 C
                        """)).hasToString("""
                        C 2..8 self 6 depth 2
                        B 1..9 self 2 depth 1
                        A 0..10 self 2 depth 0
                        """);
    }

    @Test
    void tiedEnds_theOneThatFitsGoesFirst() throws IOException {
        PairedText paired = PairedText.of("""
                X 1 0 alpha "dur":10
                B 1 1 beta
                B 1 1 gamma
                E 1 2 beta
                E 1 2 gamma
                """);

        assertThat(paired).hasToString("""
                gamma 1..2 self 1 depth 2
                beta 1..2 self 0 depth 1
                alpha 0..10 self 9 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isZero();
    }

    @Test
    void tiedEnds_fitInAnyOrder() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 0 a
                B 1 1 b
                B 1 2 c
                E 1 9 a
                E 1 9 b
                E 1 9 c
                B 1 9 next
                E 1 12 next
                """);

        assertThat(paired).hasToString("""
                c 2..9 self 7 depth 2
                b 1..9 self 1 depth 1
                a 0..9 self 1 depth 0
                next 9..12 self 3 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isZero();
    }

    @Test
    void tiedEnd_mayComeBeforeItsBegin() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 0 A
                B 1 1 B
                E 1 1 B
                E 1 2 C
                B 1 2 C
                X 1 3 D "dur":0
                E 1 10 A
                """);

        assertThat(paired).hasToString("""
                B 1..1 self 0 depth 1
                C 2..2 self 0 depth 1
                D 3..3 self 0 depth 1
                A 0..10 self 10 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isZero();
    }

    @Test
    void tiedEnds_thatNeverFitCloseTheInnermostBeforeWhatFollows() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 0 a
                B 1 1 b
                E 1 5 x
                B 1 5 c
                E 1 7 c
                E 1 9 a
                """);

        assertThat(paired).hasToString("""
                b 1..5 self 4 depth 1
                c 5..7 self 2 depth 1
                a 0..9 self 3 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isEqualTo(1);
    }

    @Test
    void spansWithoutLengthOneAfterTheOther_areSiblingsBecauseTheirEventsSaySo() throws IOException {
        assertThat(PairedText.of("""
                        B 1 5 p
                        B 1 5 a
                        E 1 5 a
                        B 1 5 b
                        E 1 5 b
                        E 1 5 p
                        B 1 5 q
                        E 1 5 q
                        """)).hasToString("""
                        a 5..5 self 0 depth 1
                        b 5..5 self 0 depth 1
                        p 5..5 self 0 depth 0
                        q 5..5 self 0 depth 0
                        """);
    }

    @Test
    void endsWithoutName_closeTheInnermost() throws IOException {
        PairedText paired = PairedText.of("""
                B 1 0 a
                B 1 1 b
                E 1 2 -
                E 1 3 -
                """);

        assertThat(paired).hasToString("""
                b 1..2 self 1 depth 1
                a 0..3 self 2 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isZero();
    }
}
