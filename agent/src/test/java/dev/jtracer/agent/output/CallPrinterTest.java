// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CallPrinterTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CallPrinter printer =
            new CallPrinter(new Report(new PrintStream(err, false, StandardCharsets.UTF_8)));
    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final TraceEvent event = new TraceEvent(names, tracks);

    CallPrinterTest() {
        printer.thread("main");
        names.put(1, "a.A.outer");
        names.put(2, "a.A.in\nner");
    }

    private void begin(int track, long nanos, int name) {
        event.set(Phase.ASYNC_BEGIN, nanos, name, track, SpanFlags.NONE);
        printer.handleEvent(event);
    }

    private void begin(int track, long nanos, int name, int flags) {
        printer.handleEvent(
                event.set(Phase.ASYNC_BEGIN, nanos, name, track, flags).setBindId(7));
    }

    private void end(int track, long nanos, int name) {
        event.set(Phase.ASYNC_END, nanos, name, track, SpanFlags.NONE);
        printer.handleEvent(event);
    }

    /** Returns the printed lines, with H for the heap in use, which varies. */
    private String printed() {
        printer.finish();
        return err.toString(StandardCharsets.UTF_8).replaceAll("ms \\d+ ", "ms H ");
    }

    @Test
    void calls_areIndentedOnTheirThread() {
        begin(0, 4_398_080_000L, 1);
        begin(0, 4_398_140_000L, 2);
        begin(40, 4_398_150_000L, 1);
        end(0, 4_398_190_000L, 2);
        end(40, 4_398_200_000L, 1);
        end(0, 4_401_020_000L, 1);

        assertThat(printed()).isEqualTo("""
                TRACER FNI 4398.08ms H  a.A.outer [main]
                TRACER FNI 4398.14ms H    a.A.in\\u000aner [main]
                TRACER FNI 4398.15ms H  a.A.outer [main]
                TRACER FNR 4398.19ms H    a.A.in\\u000aner [main]
                TRACER FNR 4398.20ms H  a.A.outer [main]
                TRACER FNR 4401.02ms H  a.A.outer [main]
                """);
        assertThat(printer.data()).isEqualTo(6);
    }

    @Test
    void callbacks_areToldFromCallsWhereTheyRunAndSilentWhereTheyArePassed() {
        names.put(3, "a.A.outer[0]");
        begin(0, 1_000_000L, 1);
        begin(0, 1_000_000L, 3, SpanFlags.PASS | SpanFlags.FLOW_OUT);
        end(0, 1_000_000L, 3);
        begin(40, 2_000_000L, 3, SpanFlags.CALLBACK | SpanFlags.FLOW_IN);
        begin(40, 3_000_000L, 2);
        end(40, 4_000_000L, 2);
        end(40, 5_000_000L, 3);
        end(0, 6_000_000L, 1);

        assertThat(printed()).isEqualTo("""
                TRACER FNI 1.00ms H  a.A.outer [main]
                TRACER CBI 2.00ms H  a.A.outer[0] [main]
                TRACER FNI 3.00ms H    a.A.in\\u000aner [main]
                TRACER FNR 4.00ms H    a.A.in\\u000aner [main]
                TRACER CBR 5.00ms H  a.A.outer[0] [main]
                TRACER FNR 6.00ms H  a.A.outer [main]
                """);
        assertThat(printer.data()).isEqualTo(6);
    }

    @Test
    void callThatBeganBefore_leavesTheIndentationAlone() {
        end(0, 0, 1);
        begin(0, 0, 1);

        assertThat(printed()).isEqualTo("""
                TRACER FNR 0.00ms H  a.A.outer [main]
                TRACER FNI 0.00ms H  a.A.outer [main]
                """);
    }

    @Test
    void indentation_endsAtTheTerminalsEdge() {
        for (int i = 0; i < 1_000; i++) {
            begin(0, 0, 1);
        }

        String last = printed().lines().reduce("", (first, second) -> second);
        assertThat(last).isEqualTo("TRACER FNI 0.00ms H " + "  ".repeat(57) + " a.A.outer [main]");
    }

    @Test
    void linesOfSeveralThreads_areInTheOrderOfTime() {
        begin(0, 1_000_000L, 1);
        end(0, 3_000_000L, 1);
        begin(0, 3_000_000L, 1);
        printer.thread("pool\n1");
        begin(40, 2_000_000L, 2);
        end(40, 4_000_000L, 2);
        printer.text(2_500_000L, "hello");
        assertThat(err.size()).isZero();
        printer.printUntil(23_500_000L);

        String untilNow = """
                TRACER FNI 1.00ms H  a.A.outer [main]
                TRACER FNI 2.00ms H  a.A.in\\u000aner [pool\\u000a1]
                TRACER TXT 2.50ms   hello
                TRACER FNR 3.00ms H  a.A.outer [main]
                TRACER FNI 3.00ms H  a.A.outer [main]
                """;
        assertThat(err.toString(StandardCharsets.UTF_8).replaceAll("ms \\d+ ", "ms H "))
                .isEqualTo(untilNow);
        assertThat(printed()).isEqualTo(untilNow + "TRACER FNR 4.00ms H  a.A.in\\u000aner [pool\\u000a1]\n");
    }

    @Test
    void linesThatComeTooLate_areCounted() {
        for (int i = 0; i < 1 << 17; i++) {
            begin(0, 1_000L * i, 1);
        }
        assertThat(err.size()).as("not everything is held for ever").isPositive();
        begin(40, 0, 2);

        assertThat(printed())
                .endsWith(
                        "TRACER printed 1 line of print=calls after later ones, because calls came faster than they can be"
                                + " printed; include fewer classes, or read the trace\n");
    }
}
