// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The "Async legacy" cases of catapult's trace_event_importer_test. */
class LegacyAsyncPairingTest {
    @Test
    void startFinish_givesASpan() throws IOException {
        assertThat(PairedText.of("""
                        S 53 548 a "id":72
                        F 53 560 a "id":72
                        """)).hasToString("a 548..560 self 12 depth 0\n");
    }

    @Test
    void finishOnAnotherThread_closesTheSpan() throws IOException {
        String lines = """
                S 53 548 a "id":72
                F 54 560 a "id":72
                """;

        assertThat(PairedText.of(lines)).hasToString("a 548..560 self 12 depth 0\n");
        assertThat(PairedEnds.of(lines)).hasToString("{} {}\n");
    }

    @Test
    void endArgs_areThereBesideThoseOfTheStart() throws IOException {
        assertThat(PairedEnds.of("""
                        S 53 548 a "id":72,"args":{"x":1,"y":2}
                        F 53 560 a "id":72,"args":{"y":3,"z":4}
                        """)).hasToString("{x=1, y=2} {y=3, z=4}\n");
    }

    @Test
    void idsAndNames_areKeptApart() throws IOException {
        assertThat(PairedText.of("""
                        S 53 1 a "id":72
                        S 53 2 b "id":72
                        S 53 3 a "id":73
                        F 53 4 a "id":72
                        F 53 5 b "id":72
                        F 53 6 a "id":73
                        """)).hasToString("""
                        a 1..4 self 3 depth 0
                        b 2..5 self 3 depth 0
                        a 3..6 self 3 depth 0
                        """);
    }

    @Test
    void stepsInto_lastUntilTheNext() throws IOException {
        assertThat(PairedText.of("""
                        S 53 548 a "id":72
                        T 53 550 a "id":72,"args":{"step":"s1"}
                        T 53 554 a "id":72,"args":{"step":"s2"}
                        F 53 560 a "id":72
                        """)).hasToString("""
                        s1 550..554 self 4 depth 1
                        s2 554..560 self 6 depth 1
                        a 548..560 self 2 depth 0
                        """);
    }

    @Test
    void stepEndEvents_lastSinceThePrevious() throws IOException {
        assertThat(PairedText.of("""
                        S 53 548 a "id":72
                        p 53 550 a "id":72,"args":{"step":"s1"}
                        p 53 554 a "id":72,"args":{"step":"s2"}
                        F 53 560 a "id":72
                        """)).hasToString("""
                        s1 548..550 self 2 depth 1
                        s2 550..554 self 4 depth 1
                        a 548..560 self 6 depth 0
                        """);
    }

    @Test
    void stepsMissingStart_createNothing() throws IOException {
        PairedText paired = PairedText.of("""
                T 53 548 a "id":72,"args":{"step":"s1"}
                T 53 549 a "id":72,"args":{"step":"s2"}
                F 53 550 a "id":72
                """);

        assertThat(paired.toString()).isEmpty();
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_STEP)).isEqualTo(2);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_END)).isEqualTo(1);
    }

    @Test
    void stepsMissingFinish_areClosedAtTheEndOfTheTrace() throws IOException {
        PairedText paired = PairedText.of("""
                S 53 548 a "id":72
                T 53 550 a "id":72,"args":{"step":"s1"}
                X 99 551 elsewhere "dur":40
                """);

        assertThat(paired).hasToString("""
                elsewhere 551..591 self 40 depth 0
                s1 550..591 self 41 depth 1
                a 548..591 self 2 depth 0 unfinished
                """);
        assertThat(paired.counts().count(PairingProblem.UNMATCHED_BEGIN)).isEqualTo(1);
    }

    @Test
    void stepsInAndPast_mixedDropTheSpanAndCountIt() throws IOException {
        PairedText paired = PairedText.of("""
                S 53 548 a "id":72
                T 53 550 a "id":72,"args":{"step":"s1"}
                p 53 554 a "id":72,"args":{"step":"s2"}
                F 53 560 a "id":72
                S 53 570 a "id":72
                F 53 571 a "id":72
                """);

        assertThat(paired).hasToString("a 570..571 self 1 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.MIXED_STEPS)).isEqualTo(1);
    }

    @Test
    void secondStart_isIgnoredAndCounted() throws IOException {
        PairedText paired = PairedText.of("""
                S 53 548 a "id":72
                S 53 550 a "id":72
                F 53 560 a "id":72
                """);

        assertThat(paired).hasToString("a 548..560 self 12 depth 0\n");
        assertThat(paired.counts().count(PairingProblem.STARTED_TWICE)).isEqualTo(1);
    }

    @Test
    void manyStepsOfOneTime_keepTheirOrder() throws IOException {
        StringBuilder lines = new StringBuilder("S 53 0 a \"id\":72\n");
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            lines.append("T 53 0 a \"id\":72,\"args\":{\"step\":\"s").append(i).append("\"}\n");
            expected.append("s").append(i).append(i < 999 ? " 0..0 self 0" : " 0..1 self 1");
            expected.append(" depth 1\n");
        }
        lines.append("F 53 1 a \"id\":72\n");

        assertThat(PairedText.of(lines.toString())).hasToString(expected + "a 0..1 self 0 depth 0\n");
    }

    @Test
    void eventsInAnyOrder_areTakenInThatOfTheirTimes() throws IOException {
        assertThat(PairedText.of("""
                        S 5 0 f "id":7
                        F 5 100 f "id":7
                        T 5 0 f "id":7,"args":{"step":"g"}
                        S 5 100 f "id":7
                        F 5 200 f "id":7
                        T 5 100 f "id":7,"args":{"step":"h"}
                        """)).hasToString("""
                        g 0..100 self 100 depth 1
                        f 0..100 self 0 depth 0
                        h 100..200 self 100 depth 1
                        f 100..200 self 0 depth 0
                        """);
    }

    @Test
    void stepsWithoutAName_haveThatOfTheirSpan() throws IOException {
        assertThat(PairedText.of("""
                        S 53 1 a "id":72
                        T 53 2 a "id":72
                        F 53 3 a "id":72
                        """)).hasToString("""
                        a 2..3 self 1 depth 1
                        a 1..3 self 1 depth 0
                        """);
    }
}
