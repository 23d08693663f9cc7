// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A recursion that forwards its callback, so that each run counts for all passes above. */
class RecursiveCallbacksTest {
    @Test
    void run_countsForEachCallAboveOnce() {
        assertRunsOf(recursion(2), 2);
        assertRunsOf(recursion(100), 100);
    }

    /** Deeper than the limit of steps along a chain. */
    @Test
    void runDeepDown_countsForEachCallAbove() {
        assertRunsOf(recursion(1_200), 1_200);
    }

    @Test
    void runsOfACallThatHasNotEnded_areInItsPasses() {
        String schedule = recursion(100);
        String withoutOuterEnd = schedule.substring(0, schedule.lastIndexOf("FNR"));

        Callbacks.Row row = row(withoutOuterEnd);

        assertThat(row.total().count()).isEqualTo(100);
        assertThat(row.pending()).isZero();
        assertThat(row.total().maxNanos()).isEqualTo(2 * 100_000 - 1_000);
    }

    /** No program makes these, but a file may hold them. */
    @Test
    @Timeout(60)
    void passesThatNameEachOtherAsFirst_endAllTheSame() {
        ParsedTrace trace = trace("""
                FNI t0 0 f
                PASS t0 0 f[0] #1 forward=2
                PASS t0 0 f[0] #2 forward=1
                PASS t0 0 f[0] #3 forward=2
                CBI t0 1 run #3
                CBR t0 2 run
                CBI t0 3 run #2
                CBR t0 4 run
                CBI t0 5 run #1
                CBR t0 6 run
                FNR t0 7 f
                """);

        assertThat(trace.data(FunctionsHandler.class).rows().get(0).finished().count())
                .isEqualTo(1);
    }

    private static void assertRunsOf(String schedule, long depth) {
        ParsedTrace trace = trace(schedule);
        Functions.Row calls = trace.data(FunctionsHandler.class).rows().get(0);
        Callbacks.Row passes = row(schedule);

        assertThat(calls.finished().count()).isEqualTo(depth);
        assertThat(calls.callbackRuns()).isEqualTo(depth * (depth + 1) / 2);
        assertThat(passes.passes()).isEqualTo(depth);
        assertThat(passes.runDelay().totalNanos()).isZero();
        // The innermost run takes 1 us, and each around it 2 us more.
        assertThat(passes.total().totalNanos()).isEqualTo(depth * depth * 1_000);
    }

    private static Callbacks.Row row(String schedule) {
        return trace(schedule).data(CallbacksHandler.class).rows().stream()
                .filter(row -> row.name().equals("f[0]"))
                .findFirst()
                .orElseThrow();
    }

    private static ParsedTrace trace(String schedule) {
        return new Schedule(schedule).live(List.of(new FunctionsHandler(), new CallbacksHandler()));
    }

    private static String recursion(int depth) {
        StringBuilder lines = new StringBuilder();
        int micros = 0;
        for (int number = 1; number <= depth; number++, micros++) {
            lines.append("FNI t0 %d f\n".formatted(micros));
            lines.append("PASS t0 %d f[0] #%d%s\n".formatted(micros, number, number == 1 ? "" : " forward=1"));
            lines.append("CBI t0 %d run #%d\n".formatted(micros, number));
        }
        for (int number = depth; number > 0; number--, micros++) {
            lines.append("CBR t0 %d run\nFNR t0 %d f\n".formatted(micros, micros));
        }
        return lines.toString();
    }
}
