// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(err, false, StandardCharsets.UTF_8));

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Returns a row without distributions and site. */
    private static Callbacks.Row row(
            String name,
            long passes,
            long forwards,
            long pending,
            Durations runDelay,
            Durations total,
            Durations run,
            long selfNanos,
            long threw,
            long unfinished,
            long ambiguous,
            long onAnotherThread) {
        return new Callbacks.Row(
                name,
                passes,
                forwards,
                pending,
                runDelay,
                total,
                run,
                selfNanos,
                threw,
                unfinished,
                ambiguous,
                onAnotherThread,
                new Histogram(),
                new Histogram(),
                "",
                0,
                0,
                0);
    }

    /** Returns the totals of a function that never receives callbacks and does not call itself. */
    private static Functions.Row row(
            String name, long count, long min, long max, long total, long selfNanos, long threw, long unfinished) {
        Durations calls = new Durations(count, min, max, total);
        return new Functions.Row(name, calls, 0, 0, selfNanos, threw, unfinished, 0, 0, calls, new Histogram());
    }

    @Test
    void tables_haveTheTracersNameOnEveryLine() {
        report.tables("Methods, by self:\n  calls  method\n      1  Cache.find\n\n", 50_000, "start 1 ms");

        assertThat(said()).isEqualTo("""
                        TRACER TOTAL OVERHEAD 0.05ms of timings; start 1 ms
                        TRACER Methods, by self:
                        TRACER   calls  method
                        TRACER       1  Cache.find
                        """);
    }

    @Test
    void lines_areThoseOfHxTracer() {
        report.overhead(38.4);
        report.stall(58_600_000, false, 0, 0);
        report.text(4_402_000_000L, "Cache Callback");
        report.totals(
                new Functions(List.of(
                        row("com.acme.Cache.findObject", 100, 31_300_000, 183_260_000, 10_657_000_000L, 0, 0, 0),
                        row("com.acme.Cache.put", 2, 4_999, 5_000, 9_999, 0, 1, 3),
                        row("com.acme.Cache.wait", 0, 0, 0, 0, 0, 0, 1))),
                Callbacks.EMPTY,
                7_270_008,
                "start 86.0 ms");

        assertThat(said()).isEqualTo("""
                TRACER OVERHEAD 0.000038ms per timing
                TRACER EV LAG 59ms
                TRACER TXT 4402.00ms   Cache Callback
                TRACER TOTAL OVERHEAD 7.27ms of timings; start 86.0 ms
                TRACER TOTAL 31.30ms 106.57ms 183.26ms 100 com.acme.Cache.findObject
                TRACER TOTAL 0.00ms 0.01ms 0.01ms 2 com.acme.Cache.put threw=1 pending=3
                TRACER TOTAL 0.00ms 0.00ms 0.00ms 0 com.acme.Cache.wait pending=1
                """);
    }

    @Test
    void callWithCallbacks_hasALineForThemToo() {
        Durations none = new Durations(0, 0, 0, 0);
        Durations runs = new Durations(3, 1_000_000, 5_000_000, 9_000_000);
        Durations total = new Durations(2, 7_000_000, 9_000_000, 16_000_000);
        report.totals(
                new Functions(List.of(new Functions.Row(
                        "com.acme.Cache.load", total, 0, 0, 1_000, 0, 0, 1, 3, total, new Histogram()))),
                new Callbacks(
                        List.of(
                                row("com.acme.Cache.load[1]", 3, 0, 1, total, total, runs, 0, 1, 0, 0, 0),
                                row("com.acme.Cache.clear[0]", 4, 0, 4, none, none, none, 0, 0, 0, 0, 0)),
                        0,
                        0,
                        0),
                0,
                "start 1 ms");

        assertThat(said()).isEqualTo("""
                TRACER TOTAL OVERHEAD 0.00ms of timings; start 1 ms
                TRACER TOTAL 7.00ms 8.00ms 9.00ms 2 com.acme.Cache.load pending=1
                TRACER TOTAL 1.00ms 3.00ms 5.00ms 3 com.acme.Cache.load[1] threw=1 pending=1
                TRACER TOTAL 0.00ms 0.00ms 0.00ms 0 com.acme.Cache.clear[0] pending=4
                """);
    }

    @Test
    void textOfTheApplication_cannotEndTheLineOrSteerTheTerminal() {
        report.say("a\r\nTRACER b\t\u001b[31m\u0085\u2028\u202eü€😀\\");

        assertThat(said()).isEqualTo("TRACER a\\u000d\\u000aTRACER b\\u0009\\u001b[31m\\u0085\\u2028\\u202eü€😀\\\n");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.00",
        "4999, 0.00",
        "5000, 0.01",
        "14999, 0.01",
        "994999, 0.99",
        "995000, 1.00",
        "1000000, 1.00",
        "-15000, -0.02",
        "9223372036854, 9223372.04"
    })
    void millis_areRoundedHalfUp(long nanos, String text) {
        assertThat(Millis.append(new StringBuilder(), nanos)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.000000", "1, 0.000001", "999999, 0.999999", "1000000, 1.000000", "12345678, 12.345678"})
    void millis_canBeExact(long nanos, String text) {
        assertThat(Millis.appendExactly(new StringBuilder(), nanos)).hasToString(text);
    }
}
