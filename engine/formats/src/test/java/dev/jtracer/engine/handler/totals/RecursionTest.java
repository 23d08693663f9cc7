// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The total of a method that calls itself: time counts once, however deep the recursion is. */
class RecursionTest {
    /** Returns the totals in microseconds by name. */
    private static Map<String, Long> totals(String lines) throws IOException {
        Map<String, Long> totals = new TreeMap<>();
        functions(lines).rows().forEach(row -> totals.put(row.name(), row.outermostNanos() / 1000));
        return totals;
    }

    private static Functions functions(String lines) throws IOException {
        return TraceText.parse(TraceText.json(lines)).data(FunctionsHandler.class);
    }

    @Test
    void rootCalls_areTheTotal() throws IOException {
        Functions functions = functions("""
                b 0x1 0 fib
                b 0x1 10 fib
                b 0x1 20 fib
                e 0x1 30 fib
                b 0x1 40 fib
                e 0x1 50 fib
                e 0x1 60 fib
                b 0x1 70 fib
                e 0x1 80 fib
                e 0x1 100 fib
                b 0x1 100 fib
                e 0x1 105 fib
                """);

        Functions.Row fib = functions.rows().get(0);
        assertThat(fib.outermostNanos()).isEqualTo(105_000);
        assertThat(fib.finished().count()).isEqualTo(6);
        assertThat(fib.selfNanos()).isEqualTo(105_000);
        assertThat(fib.finished().averageNanos()).isEqualTo((100 + 50 + 10 + 10 + 10 + 5) * 1000 / 6.0);
        assertThat(fib.finished().minNanos()).isEqualTo(5_000);
        assertThat(fib.finished().maxNanos()).isEqualTo(100_000);
    }

    @Test
    void methodsThatCallEachOther_countOnceEach() throws IOException {
        assertThat(totals("""
                b 0x1 0 even
                b 0x1 10 odd
                b 0x1 20 even
                b 0x1 30 odd
                e 0x1 40 odd
                e 0x1 50 even
                e 0x1 80 odd
                e 0x1 100 even
                """)).isEqualTo(Map.of("even", 100L, "odd", 70L));
    }

    @Test
    void eachThread_hasItsOwnRecursion() throws IOException {
        assertThat(totals("""
                b 0x1 0 walk
                b 0x2 5 walk
                b 0x1 10 walk
                b 0x2 15 walk
                e 0x1 20 walk
                e 0x2 25 walk
                e 0x1 30 walk
                e 0x2 45 walk
                """)).isEqualTo(Map.of("walk", 30L + 40L));
    }

    @Test
    void depth_doesNotMatter() throws IOException {
        StringBuilder lines = new StringBuilder();
        int levels = 3_000;
        for (int level = 0; level < levels; level++) {
            lines.append("b 0x1 ").append(level).append(level % 3 == 0 ? " down\n" : " step" + level + "\n");
        }
        for (int level = levels - 1; level >= 0; level--) {
            lines.append("e 0x1 ").append(2 * levels - level);
            lines.append(level % 3 == 0 ? " down\n" : " step" + level + "\n");
        }

        assertThat(totals(lines.toString()))
                .containsEntry("down", 2L * levels)
                .containsEntry("step1", 2L * levels - 2)
                .containsEntry("step2999", 2L);
    }

    /** Otherwise the calls within it would be in no total. */
    @Test
    void unfinishedRecursion_countsAsFarAsItIsKnown() throws IOException {
        assertThat(totals("""
                b 0x1 0 solve
                b 0x1 10 solve
                b 0x1 20 solve
                e 0x1 30 solve
                e 0x1 60 solve
                b 0x1 70 solve
                b 0x1 80 other
                e 0x1 90 other
                """)).containsEntry("solve", 90L);
        assertThat(totals("""
                b 0x1 0 solve "args":{"cont":true}
                b 0x1 10 solve
                e 0x1 30 solve
                e 0x1 60 solve
                """)).containsEntry("solve", 60L);
        assertThat(totals("""
                b 0x1 0 main
                b 0x2 10 main
                e 0x2 30 main
                """)).containsEntry("main", 20L);
    }

    @Test
    void callWithoutEnd_leavesTheOuterOneItsTime() throws IOException {
        assertThat(totals("""
                b 0x1 0 outer
                b 0x1 10 walk
                b 0x1 20 lost
                b 0x1 30 walk
                e 0x1 90 outer
                b 0x1 90 walk
                e 0x1 95 walk
                """)).isEqualTo(Map.of("outer", 90L, "walk", 5L, "lost", 0L));
    }

    @Test
    void asyncSpansThatOverlap_areNotNested() throws IOException {
        assertThat(totals("""
                b 0x1 0 load
                b 0x2 10 load
                e 0x1 20 load
                e 0x2 40 load
                S 5 0 fetch "id":"a"
                S 6 10 fetch "id":"b"
                F 5 20 fetch "id":"a"
                F 6 40 fetch "id":"b"
                b 0x3 0 first
                b 0x3 10 second
                e 0x3 20 first
                b 0x3 30 second
                e 0x3 35 second
                """)).isEqualTo(Map.of("load", 50L, "fetch", 50L, "first", 20L, "second", 5L));
    }

    @Test
    void spansOfThreads_nestByTheirTimes() throws IOException {
        assertThat(totals("""
                X 1 20 walk "dur":10
                X 1 10 walk "dur":30
                X 1 50 walk "dur":5
                X 1 0 walk "dur":100
                X 2 0 walk "dur":7
                B 3 0 step
                B 3 10 step
                E 3 20
                E 3 100
                B 4 0 open
                B 4 10 open
                E 4 30
                """)).isEqualTo(Map.of("walk", 107L, "step", 100L, "open", 30L));
    }

    @Test
    void runsOfCallbacks_neitherCountNorHide() throws IOException {
        assertThat(totals("""
                b 0x1 0 each
                b 0x1 10 each[0] "args":{"pass":true},"bind_id":"0x7"
                e 0x1 10 each[0]
                b 0x1 20 each[0] "args":{"callback":true},"bind_id":"0x7"
                b 0x1 30 each
                e 0x1 40 each
                e 0x1 50 each[0]
                e 0x1 60 each
                """)).containsEntry("each", 60L);
    }
}
