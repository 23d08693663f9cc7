// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The cases of DevTools' tests of its handler, with other events, and the fault of that handler, mended. */
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

    /** The bursts as {@code shifts start+duration}, in milliseconds. */
    private static String bursts(LayoutShifts shifts) {
        return shifts.clusters().stream()
                .map(cluster -> cluster.shifts() + " " + cluster.startNanos() / 1_000_000 + "+"
                        + cluster.durNanos() / 1_000_000)
                .collect(Collectors.joining("; "));
    }

    @Test
    void burst_hasItsScoreAndItsWorstShift() throws IOException {
        LayoutShifts shifts = shifts(shift(100, 0.03125), shift(200, 0.25), shift(300, 0.015625), traceEnd(9000));

        assertThat(shifts.clusters())
                .containsExactly(new LayoutShifts.Cluster(3, 0.296875, 0.25, 100_000_000, 1_200_000_000));
    }

    @Test
    void navigation_atTheTimeOfAShiftIsBeforeIt() throws IOException {
        LayoutShifts shifts = shifts(shift(100, 0.01), shift(200, 0.01), navigation(200), shift(300, 0.01));

        assertThat(bursts(shifts)).isEqualTo("1 100+1000; 2 200+1100");
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

        assertThat(bursts(shifts)).isEqualTo("7 100+1600; 1 1701+1000; 1 2702+1000");
    }

    @Test
    void navigation_splits() throws IOException {
        LayoutShifts shifts = shifts(
                navigation(0), shift(100, 0.01), shift(200, 0.01), navigation(250), shift(300, 0.01), traceEnd(9000));

        assertThat(bursts(shifts)).isEqualTo("2 100+1100; 1 300+1000");
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

        assertThat(bursts(shifts)).isEqualTo("6 1000+6000; 1 6001+1000");
    }

    @Test
    void shifts_afterInputOrWithoutDataAreCountedAndDropped() throws IOException {
        LayoutShifts shifts = shifts(
                "I 1 5 LayoutShift \"args\":{\"data\":{\"had_recent_input\":true,\"weighted_score_delta\":1}}\n",
                "I 1 6 LayoutShift\n",
                "I 1 7 LayoutShift \"args\":{\"data\":{\"had_recent_input\":false}}\n");

        assertThat(shifts.clusters()).isEmpty();
        assertThat(shifts.afterInput()).isEqualTo(1);
        assertThat(shifts.withoutData()).isEqualTo(2);
    }

    @Test
    void shifts_mayComeInAnyOrder() throws IOException {
        LayoutShifts shifts = shifts(shift(2000, 0.1), shift(100, 0.2), traceEnd(9000));

        assertThat(bursts(shifts)).isEqualTo("1 100+1000; 1 2000+1000");
    }
}
