// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.text.PlainText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Collapsed stacks against the calls that speedscope's format has of the same trace. */
class CollapsedStreamTest {
    private static final List<ExportLoss> OF_CALLS = List.of(ExportLoss.TOO_DEEP, ExportLoss.TOO_SHORT, ExportLoss.CUT);

    private static Exported assertSame(String json, TraceLimits limits) throws IOException {
        Exported calls = Exported.of("speedscope", json, limits);
        Exported stacks = Exported.of("collapsed", json, limits);

        assertThat(stacks.text().lines().map(line -> line.replaceFirst(" tid=\\d+]", "]")))
                .containsExactlyInAnyOrderElementsOf(stacks(new SpeedscopeFile(calls.file()).rows));
        ExportReport report = calls.report();
        assertThat(stacks.report().callsText()).isEqualTo(report.callsText());
        for (ExportLoss loss : OF_CALLS) {
            assertThat(stacks.report().count(loss)).as("%s", loss).isEqualTo(report.count(loss));
        }
        return stacks;
    }

    /** Returns the lines of calls that follow their callers. */
    private static List<String> stacks(List<CallRow> calls) {
        Map<String, Long> selfNanos = new TreeMap<>();
        List<String> open = new ArrayList<>();
        for (CallRow call : calls) {
            open.subList(call.depth(), open.size()).clear();
            String name = call.name().isEmpty() ? "(unnamed)" : PlainText.of(call.name(), ';');
            String caller = open.isEmpty() ? PlainText.of("[" + call.thread() + "]", ';') : open.get(open.size() - 1);
            long nanos = call.end() - call.start();
            selfNanos.merge(caller + ";" + name, nanos, Long::sum);
            if (!open.isEmpty()) {
                selfNanos.merge(caller, -nanos, Long::sum);
            }
            open.add(caller + ";" + name);
        }
        List<String> lines = new ArrayList<>();
        selfNanos.forEach((stack, nanos) -> {
            if (nanos >= 500) {
                lines.add(stack + " " + (nanos + 500) / 1000);
            }
        });
        return lines;
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
    void limits_dropTheSame(int maxDepth, long minNanos) throws IOException {
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
        Exported exported = assertSame(TraceText.json("""
                X 1 0 a "dur":100
                X 1 10 passed "dur":0,"bind_id":"0x7","flow_out":true,"args":{"pass":true}
                X 2 30 run "dur":5,"bind_id":"0x7","flow_in":true,"args":{"callback":true}
                i 1 5 mark
                C 1 6 heap "args":{"used":7}
                P 1 7 sample
                S 3 10 request "id":"1","cat":"c"
                T 3 12 request "id":"1","cat":"c","args":{"step":"sent"}
                F 3 15 request "id":"1","cat":"c\""""), new TraceLimits(1 << 20, 500, 6000));

        assertThat(exported.report().losses())
                .containsEntry(ExportLoss.NO_PLACE, 3L)
                .containsEntry(ExportLoss.SAMPLES, 1L);
    }
}
