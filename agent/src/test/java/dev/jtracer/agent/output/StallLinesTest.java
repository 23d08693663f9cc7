// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StallLinesTest {
    private static final long MILLIS = 1_000_000;

    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private long now = Long.MAX_VALUE - 5_000 * MILLIS; // nanoTime overflows

    private final StallLines lines = new StallLines(new Report(new PrintStream(stderr, false, StandardCharsets.UTF_8)));

    @Test
    void stallsWithinTenSeconds_areCountedInTheNextLine() {
        lines.add(59 * MILLIS, false, now);
        now += 4_000 * MILLIS;
        lines.add(80 * MILLIS, false, now);
        now += 4_000 * MILLIS;
        lines.add(300 * MILLIS, false, now);
        lines.add(70 * MILLIS, false, now);
        now += 2_000 * MILLIS;
        lines.add(60 * MILLIS, false, now);
        now += 10_000 * MILLIS;
        lines.add(61 * MILLIS, true, now);

        assertThat(stderr.toString(StandardCharsets.UTF_8)).isEqualTo("""
                TRACER EV LAG 59ms
                TRACER EV LAG 60ms (since the last line: 3, longest 300ms)
                TRACER EV LAG 61ms, too few cores
                """);
    }
}
