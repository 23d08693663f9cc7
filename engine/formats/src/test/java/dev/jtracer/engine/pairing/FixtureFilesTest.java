// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Speedscope's malformed files, and some of catapult's. They are not part of the repository: without them these tests
 * are skipped.
 */
class FixtureFilesTest {
    private static PairedText pair(String name) throws IOException {
        Path file = Path.of("../../../shared/fixtures").resolve(name);
        if (!Files.exists(file)) {
            return Assumptions.abort("no " + file + " beside this repository");
        }
        return PairedText.of(TraceImport.open(file), PairingOptions.TOTALS);
    }

    @Test
    void endEventWithEmptyStack_isIgnored() throws IOException {
        PairedText paired = pair("speedscope/end-event-with-empty-stack.json");

        assertThat(paired).hasToString("alpha 0..1 self 1 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void eventReorderingNameMatch_closesTheInnermostFirst() throws IOException {
        assertThat(pair("speedscope/event-reordering-name-match.json")).hasToString("""
                gamma 1..2 self 1 depth 2
                beta 1..2 self 0 depth 1
                alpha 0..10 self 9 depth 0
                """);
    }

    @Test
    void invalidXNesting_keepsBoth() throws IOException {
        PairedText paired = pair("speedscope/invalid-x-nesting.json");

        assertThat(paired).hasToString("""
                beta 5..15 self 5 depth 1
                alpha 0..10 self 5 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.OVERLAP)).isEqualTo(1);
    }

    @Test
    void mismatchedName_closesTheInnermost() throws IOException {
        PairedText paired = pair("speedscope/mismatched-name.json");

        assertThat(paired).hasToString("alpha 0..10 self 10 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isEqualTo(1);
    }

    @Test
    void mustRetainOriginalOrder_ofTies() throws IOException {
        assertThat(pair("speedscope/must-retain-original-order.json")).hasToString("""
                C 0..1 self 1 depth 2
                B 0..2 self 1 depth 1
                A 0..3 self 1 depth 0
                C 6..7 self 1 depth 2
                B 5..7 self 1 depth 1
                A 4..7 self 1 depth 0
                X 7..10 self 3 depth 0
                """);
    }

    @Test
    void notEnoughEndEvents_areClosedAtTheEnd() throws IOException {
        assertThat(pair("speedscope/not-enough-end-events.json")).hasToString("""
                A 10..11 self 1 depth 2
                A 1..11 self 9 depth 1 unfinished
                A 0..11 self 1 depth 0 unfinished
                """);
    }

    @Test
    void onlyBeginEvents_areClosedAtTheEnd() throws IOException {
        assertThat(pair("speedscope/only-begin-events.json")).hasToString("""
                C 2..2 self 0 depth 2 unfinished
                B 1..2 self 1 depth 1 unfinished
                A 0..2 self 1 depth 0 unfinished
                """);
    }

    @Test
    void outOfOrder_isPutInOrder() throws IOException {
        assertThat(pair("speedscope/out-of-order.json")).hasToString("""
                C 2..8 self 6 depth 2
                B 1..9 self 2 depth 1
                A 0..10 self 2 depth 0
                """);
    }

    @Test
    void tooManyEndEvents_areIgnored() throws IOException {
        PairedText paired = pair("speedscope/too-many-end-events.json");

        assertThat(paired).hasToString("""
                beta 1..13 self 12 depth 1
                alpha 0..14 self 2 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(2);
    }

    @Test
    void xEventsMatchingStart_theLongestIsOutermost() throws IOException {
        assertThat(pair("speedscope/x-events-matching-start.json").toString()).contains("""
                gamma 1..2 self 1 depth 2
                beta 1..3 self 1 depth 1
                """, """
                beta 9..10 self 1 depth 2
                gamma 9..11 self 1 depth 1
                """);
    }

    @Test
    void zeroDurationEvents_haveTheirPlace() throws IOException {
        PairedText paired = pair("speedscope/zero-duration-events.json");

        assertThat(paired).hasToString("""
                B 1..1 self 0 depth 1
                C 2..2 self 0 depth 1
                D 3..3 self 0 depth 1
                A 0..10 self 10 depth 0
                """);
        assertThat(paired.counts().count(PairingProblem.MISMATCHED_NAME)).isZero();
    }

    @Test
    void multiprocess_keepsThreadsApart() throws IOException {
        assertThat(pair("speedscope/multiprocess.json").counts().count(PairingProblem.OVERLAP))
                .isZero();
    }

    @Test
    void asyncBeginEnd_hasAllKindsOfLegacySpans() throws IOException {
        PairedText paired = pair("catapult/async_begin_end.json");

        assertThat(paired.toString().lines())
                .contains(
                        "T 0..900 self 900 depth 1",
                        "X 240..400 self 160 depth 1",
                        "X 450..475 self 25 depth 1",
                        "Y 475..750 self 275 depth 1",
                        "G 0..100 self 100 depth 1",
                        "H 100..200 self 100 depth 1",
                        "I 200..300 self 100 depth 1");
        assertThat(paired.toString().lines().filter(line -> line.endsWith("unfinished")))
                .containsExactlyInAnyOrder(
                        "S 0..900 self 0 depth 0 unfinished",
                        "D 725..900 self 175 depth 0 unfinished",
                        "b 0..350 self 350 depth 0 unfinished");
        assertThat(paired.toString()).contains("E 500..700 self 200", "A 250..750 self 200", "B 100..300 self 200");
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void nestableAsync_hasOneUnmatchedEventOfEachKind() throws IOException {
        PairedText paired = pair("catapult/nestable_async.json");

        assertThat(paired.toString())
                .contains(
                        "URL_REQUEST_DELEGATE_UNMATCHED_BEGIN 80..100 self 20 depth 1 unfinished",
                        "REQUEST_BAR 10..100 self 30 depth 0",
                        "REQUEST_FOO 110..200 self 50 depth 0");
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }
}
