// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.TraceLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Collapsed stacks of a source that is read as a stream, against those of call trees. */
class CollapsedStreamTest {
    private static void assertSame(String json, TraceLimits limits) throws IOException {
        Exported trees = Exported.of("collapsed", json, limits);
        Exported stream = Exported.streamed("collapsed", json, limits);

        // A stream does not know which thread comes first.
        assertThat(stream.text().lines().sorted())
                .containsExactlyElementsOf(trees.text().lines().sorted().toList());
        assertThat(stream.report().calls()).isEqualTo(trees.report().calls());
        assertThat(stream.report().losses()).isEqualTo(trees.report().losses());
    }

    static List<Long> seeds() {
        return RoundTripTest.seeds().boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void beginsAndEnds_giveTheSame(long seed) throws IOException {
        assertSame(new RandomTrace(seed, true).json(), TraceLimits.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "3, 0", "500, 400", "500, 2000", "4, 1500", "2, 600"})
    void limits_leaveOutTheSame(int maxDepth, long minNanos) throws IOException {
        for (long seed = 1; seed <= 30; seed++) {
            assertSame(new RandomTrace(seed, seed % 2 == 0).json(), new TraceLimits(1 << 20, maxDepth, minNanos));
        }
    }

    /** Complete events may overlap; a call that ends after its caller is cut at the caller's end. */
    @ParameterizedTest
    @MethodSource("seeds")
    void overlappingCalls_areCutAtTheSameTimes(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            lines.add("X " + (1 + random.nextInt(3)) + " " + random.nextInt(300) + " "
                    + (char) ('a' + random.nextInt(5)) + " \"dur\":" + random.nextInt(60));
        }

        assertSame(TraceText.json(String.join("\n", lines)), TraceLimits.DEFAULT);
    }

    @Test
    void whatIsNoCall_isCounted() throws IOException {
        assertSame(TraceText.json("""
                X 1 0 a "dur":100
                X 1 10 passed "dur":0,"bind_id":"0x7","flow_out":true,"args":{"passing":true}
                X 2 30 run "dur":5,"bind_id":"0x7","flow_in":true,"args":{"callback":true}
                i 1 5 mark
                C 1 6 heap "args":{"used":7}
                P 1 7 sample
                S 3 10 request "id":"1","cat":"c"
                T 3 12 request "id":"1","cat":"c","args":{"step":"sent"}
                F 3 15 request "id":"1","cat":"c\""""), new TraceLimits(1 << 20, 500, 6000));
    }
}
