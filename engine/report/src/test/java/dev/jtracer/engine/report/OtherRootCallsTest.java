// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.text.Styles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OtherRootCallsTest {
    private final StringBuilder lines = new StringBuilder();
    private int now;

    private OtherRootCallsTest order(int findMicros, int tableMicros) {
        lines.append("b 1 ").append(now).append(" a.A.order\n");
        call("a.A.find", findMicros);
        if (tableMicros > 0) {
            lines.append("b 1 ").append(now).append(" a.A.table\n");
            call("a.A.row", tableMicros);
            lines.append("e 1 ").append(now).append(" a.A.table\n");
        }
        lines.append("e 1 ").append(now).append(" a.A.order\n");
        return this;
    }

    private void call(String name, int micros) {
        lines.append("b 1 ").append(now).append(' ').append(name).append('\n');
        now += micros;
        lines.append("e 1 ").append(now).append(' ').append(name).append('\n');
    }

    private ReportText report() throws IOException {
        byte[] json = TraceText.json(lines.toString()).getBytes(StandardCharsets.UTF_8);
        TraceReport report = TraceReport.read(
                new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)), new ReportLimits(5, 1_000));
        return new ReportText(report, MethodOrder.SELF, 5, UnaryOperator.identity(), Styles.PLAIN);
    }

    /** Returns the lines of the slowest root call. */
    private List<String> slowest() throws IOException {
        return report().request(1)
                .lines()
                .skip(1)
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    @Test
    void callThatNoOtherMade_isNamedWithTheirNumber() throws IOException {
        for (int i = 0; i < 9; i++) {
            order(100 + i, 0);
        }

        assertThat(order(100, 2_000).slowest())
                .containsExactly(
                        "2.10 ms 1 x a.A.order (the other 9 took 104 us on average)",
                        "2.00 ms 1 x a.A.table (in none of the other 9)",
                        "2.00 ms 1 x a.A.row",
                        "100 us 1 x a.A.find");
    }

    @Test
    void callThatTookLonger_hasTheTimeOfTheOthers() throws IOException {
        for (int i = 0; i < 3; i++) {
            order(100, 50);
        }

        assertThat(order(800, 50).slowest())
                .containsExactly(
                        "850 us 1 x a.A.order (the other 3 took 150 us on average)",
                        "800 us 1 x a.A.find (the other 3 took 100 us on average)",
                        "50.0 us 1 x a.A.table",
                        "50.0 us 1 x a.A.row");
    }

    @Test
    void callsThatAreEquallySlow_haveNoRemark() throws IOException {
        for (int i = 0; i < 5; i++) {
            order(600, 0);
        }

        assertThat(order(700, 0).slowest()).containsExactly("700 us 1 x a.A.order", "700 us 1 x a.A.find");
    }

    @Test
    void onlyCallOfItsName_isComparedWithNone() throws IOException {
        assertThat(order(700, 0).slowest()).containsExactly("700 us 1 x a.A.order", "700 us 1 x a.A.find");
    }

    @Test
    void callsBesideSkippedOnes_keepTheirDepth() throws IOException {
        StringBuilder ends = new StringBuilder();
        lines.append("b 1 0 root\n");
        for (int i = 1; i <= 8; i++) {
            lines.append("b 1 0 a").append(i).append('\n');
            ends.insert(0, "e 1 60 a" + i + "\n");
        }
        lines.append(ends).append("b 1 60 b\nb 1 60 c\ne 1 100 c\ne 1 100 b\ne 1 100 root\n");

        assertThat(report().text()).contains("""
                       100 us        1 x  root
                      60.0 us        1 x    (4 calls further in) a5
                      60.0 us        1 x      a6
                      60.0 us        1 x        a7
                      60.0 us        1 x          a8
                      40.0 us        1 x    b
                      40.0 us        1 x      c
                """);
    }
}
