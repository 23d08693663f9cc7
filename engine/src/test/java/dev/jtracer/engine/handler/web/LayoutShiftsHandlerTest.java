// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What DevTools' tests of its handler ask for, with events of our own, and its fault mended. */
class LayoutShiftsHandlerTest {
    private static final String STARTED = """
            I 1 0 TracingStartedInBrowser "args":{"data":{"frames":[{"frame":"f","url":"https://a.example"}]}}
            """;

    private static LayoutShifts shifts(String... lines) throws IOException {
        return HandlerRun.ofLines(new LayoutShiftsHandler(), STARTED + String.join("", lines));
    }

    private static String shift(double millis, double delta) {
        return "I 1 " + millis * 1000 + " LayoutShift \"args\":{\"frame\":\"f\",\"data\":{\"had_recent_input\":false,"
                + "\"weighted_score_delta\":" + delta + "}}\n";
    }

    private static String navigation(double millis) {
        return "R 1 " + millis * 1000 + " navigationStart \"args\":{\"frame\":\"f\",\"data\":{\"navigationId\":\"n"
                + millis + "\",\"documentLoaderURL\":\"https://a.example\"}}\n";
    }

    private static String traceEnd(double millis) {
        return "I 1 " + millis * 1000 + " end\n";
    }

    /** The bursts as {@code shifts start..end}, in milliseconds. */
    private static String windows(LayoutShifts shifts) {
        return shifts.clusters().stream()
                .map(cluster -> cluster.shifts().size() + " " + cluster.startNanos() / 1_000_000 + ".."
                        + cluster.endNanos() / 1_000_000)
                .collect(Collectors.joining("; "));
    }

    @Test
    void cumulativeScore_isTheSumOfABurst() throws IOException {
        LayoutShifts shifts = shifts(shift(100, 0.25), shift(200, 0.03125), shift(300, 0.015625), traceEnd(9000));

        assertThat(shifts.sessionMaxScore()).isEqualTo(0.296875);
        assertThat(shifts.worstCluster()).isEqualTo(1);
    }

    @Test
    void gaps_splitSevenOneAndOne() throws IOException {
        LayoutShifts shifts = shifts(
                shift(100, 0.01),
                shift(200, 0.01),
                shift(300, 0.01),
                shift(400, 0.01),
                shift(500, 0.01),
                shift(600, 0.01),
                shift(700, 0.01),
                shift(1701, 0.01),
                shift(2702, 0.01),
                traceEnd(9000));

        assertThat(windows(shifts)).isEqualTo("7 100..1700; 1 1701..2701; 1 2702..3702");
        assertThat(shifts.clusters().get(0).durNanos()).isEqualTo(1_600_000_000);
    }

    @Test
    void navigation_splits() throws IOException {
        LayoutShifts shifts = shifts(
                navigation(0), shift(100, 0.01), shift(200, 0.01), navigation(250), shift(300, 0.01), traceEnd(9000));

        assertThat(windows(shifts)).isEqualTo("2 100..250; 1 300..1300");
        assertThat(Objects.requireNonNull(shifts.clusters().get(1).navigation()).startNanos())
                .isEqualTo(250_000_000);
    }

    @Test
    void length_isLimitedToExactlyFiveSeconds() throws IOException {
        LayoutShifts shifts = shifts(
                shift(1000, 0.01),
                shift(2000, 0.01),
                shift(3000, 0.01),
                shift(4000, 0.01),
                shift(5000, 0.01),
                shift(6000, 0.01),
                shift(6001, 0.01),
                traceEnd(19_000));

        assertThat(windows(shifts)).isEqualTo("6 1000..6000; 1 6001..7001");
    }

    @Test
    void lastWindow_endsWithTheTrace() throws IOException {
        assertThat(windows(shifts(shift(100, 0.01), traceEnd(400)))).isEqualTo("1 100..400");
    }

    @Test
    void lastWindow_endsOneGapAfterItsLastShift() throws IOException {
        assertThat(windows(shifts(shift(100, 0.01), traceEnd(4000)))).isEqualTo("1 100..1100");
    }

    @Test
    void lastWindow_endsAtTheLongestLength() throws IOException {
        LayoutShifts shifts = shifts(
                shift(0, 0.01),
                shift(1000, 0.01),
                shift(2000, 0.01),
                shift(3000, 0.01),
                shift(4000, 0.01),
                shift(4900, 0.01),
                traceEnd(40_000));

        assertThat(windows(shifts)).isEqualTo("6 0..5000");
    }

    @Test
    void lastWindow_endsAtTheFirstNavigationOfTheTraceToo() throws IOException {
        assertThat(windows(shifts(shift(100, 0.01), navigation(300), traceEnd(4000))))
                .isEqualTo("1 100..300");
    }

    @Test
    void scoreWindows_endWhereTheScoreGetsWorse() throws IOException {
        LayoutShifts shifts = shifts(
                shift(100, 0.05), shift(200, 0.05), shift(300, 0.1), shift(400, 0.1), shift(500, 0.1), traceEnd(9000));

        LayoutShifts.Cluster cluster = shifts.clusters().get(0);
        assertThat(cluster.good()).isEqualTo(new LayoutShifts.ScoreWindow(100_000_000, 200_000_000));
        assertThat(cluster.needsImprovement()).isEqualTo(new LayoutShifts.ScoreWindow(200_000_000, 400_000_000));
        assertThat(cluster.bad()).isEqualTo(new LayoutShifts.ScoreWindow(400_000_000, 1_500_000_000));
    }

    @Test
    void scoreWindows_ofAGoodBurstAreOne() throws IOException {
        LayoutShifts.Cluster cluster =
                shifts(shift(100, 0.01), traceEnd(9000)).clusters().get(0);

        assertThat(cluster.good()).isEqualTo(new LayoutShifts.ScoreWindow(100_000_000, 1_100_000_000));
        assertThat(cluster.needsImprovement()).isNull();
        assertThat(cluster.bad()).isNull();
    }

    @Test
    void scoreWindows_ofASingleLargeShiftAreBadOnly() throws IOException {
        LayoutShifts.Cluster cluster =
                shifts(shift(100, 0.5), traceEnd(9000)).clusters().get(0);

        assertThat(cluster.good()).isEqualTo(new LayoutShifts.ScoreWindow(100_000_000, 100_000_000));
        assertThat(cluster.needsImprovement()).isNull();
        assertThat(cluster.bad()).isEqualTo(new LayoutShifts.ScoreWindow(100_000_000, 1_100_000_000));
    }

    @Test
    void worstBurst_hasTheLargestScoreAndCountsFromOne() throws IOException {
        LayoutShifts shifts = shifts(
                shift(100, 0.1),
                shift(2000, 0.1),
                shift(2100, 0.2),
                shift(2200, 0.15),
                shift(9000, 0.1),
                traceEnd(9500));

        assertThat(shifts.worstCluster()).isEqualTo(2);
        assertThat(shifts.sessionMaxScore()).isCloseTo(0.45, within(1e-9));
        assertThat(shifts.worst().orElseThrow().worstShift().tsNanos()).isEqualTo(2_100_000_000);
    }

    @Test
    void scoreRecords_areAStepCurveBackToZero() throws IOException {
        LayoutShifts shifts = shifts(shift(100, 0.25), shift(200, 0.25), shift(5000, 0.125), traceEnd(9000));

        assertThat(shifts.scoreRecords())
                .containsExactly(
                        new LayoutShifts.ScoreRecord(100_000_000, 0.25),
                        new LayoutShifts.ScoreRecord(200_000_000, 0.5),
                        new LayoutShifts.ScoreRecord(1_200_000_000, 0),
                        new LayoutShifts.ScoreRecord(5_000_000_000L, 0.125),
                        new LayoutShifts.ScoreRecord(6_000_000_000L, 0));
    }

    @Test
    void shifts_afterInputOrWithoutDataAreCountedAndLeftOut() throws IOException {
        LayoutShifts shifts = shifts(
                "I 1 5 LayoutShift \"args\":{\"data\":{\"had_recent_input\":true,\"weighted_score_delta\":1}}\n",
                "I 1 6 LayoutShift\n",
                "I 1 7 LayoutShift \"args\":{\"data\":{\"had_recent_input\":false}}\n");

        assertThat(shifts.clusters()).isEmpty();
        assertThat(shifts.afterInput()).isEqualTo(1);
        assertThat(shifts.withoutData()).isEqualTo(2);
        assertThat(shifts.worst()).isEmpty();
    }

    @Test
    void shifts_mayComeInAnyOrder() throws IOException {
        LayoutShifts shifts = shifts(shift(2000, 0.1), shift(100, 0.2), traceEnd(9000));

        assertThat(windows(shifts)).isEqualTo("1 100..1100; 1 2000..3000");
    }
}
