// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.text.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written as collapsed stacks has the same self times when it is read again. */
class CollapsedRoundTripTest {
    private final Path file;

    CollapsedRoundTripTest(@TempDir Path directory) {
        this.file = directory.resolve("stacks.collapsed.txt");
    }

    @Test
    void selfTimes_areThoseOfTheirThreads() throws IOException {
        String json = TraceText.json("""
                M 5 0 thread_name "args":{"name":"pool tid=9] x"}
                X 5 0 outer "dur":100
                X 5 10 inner "dur":20
                X 5 40 inner "dur":5
                X 6 0 outer "dur":7
                X 2:6 0 outer "dur":8""");

        assertThat(importedSelfTimes(json))
                .containsExactly(
                        Map.entry("5 pool tid=9] x: inner", 25_000L),
                        Map.entry("5 pool tid=9] x: outer", 75_000L),
                        Map.entry("6 thread-6: outer", 7_000L),
                        Map.entry("7 thread-6: outer", 8_000L));
    }

    static List<Long> seeds() {
        return RoundTripTest.seeds().boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void selfTimesOfRandomTraces_areKept(long seed) throws IOException {
        RandomTrace random = new RandomTrace(seed, true);

        assertThat(importedSelfTimes(random.json())).isEqualTo(selfMicros(random.rows()));
    }

    private Map<String, Long> importedSelfTimes(String json) throws IOException {
        Files.write(file, Exported.of("collapsed", json).file());
        ParsedTrace trace =
                new TraceProcessor(HandlerSet.of(ThreadsHandler::new).create()).parse(TraceImport.open(file));
        assertThat(trace.report().problems()).isEmpty();
        CallTrees trees = trace.data(ThreadsHandler.class);
        Map<String, Long> totals = new TreeMap<>();
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            add(thread.tid() + " " + thread.name(), trees, thread.firstRoot(), totals);
        }
        return totals;
    }

    private static void add(String thread, CallTrees trees, int first, Map<String, Long> totals) {
        for (int call = first; call != CallTrees.NONE; call = trees.nextSibling(call)) {
            if (trees.selfNanos(call) > 0) {
                totals.merge(thread + ": " + trees.name(call), trees.selfNanos(call), Long::sum);
            }
            add(thread, trees, trees.firstChild(call), totals);
        }
    }

    /** Each stack's self time in whole microseconds, added up by thread and function. */
    private static Map<String, Long> selfMicros(List<CallRow> rows) {
        Map<List<String>, Long> byStack = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        List<String> stack = new ArrayList<>();
        List<String> threads = new ArrayList<>();
        for (CallRow row : rows) {
            if (!threads.contains(row.thread())) {
                threads.add(row.thread());
            }
            stack = new ArrayList<>(row.depth() == 0 ? List.of() : stack.subList(0, row.depth() + 1));
            if (stack.isEmpty()) {
                // The made-up threads have the numbers 1, 2 and so on.
                stack.add(threads.size() + " " + PlainText.of(row.thread(), ';'));
            }
            long nanos = row.end() - row.start();
            if (row.depth() > 0) {
                byStack.merge(List.copyOf(stack), -nanos, Long::sum);
            }
            stack.add(PlainText.of(row.name(), ';'));
            byStack.merge(List.copyOf(stack), nanos, Long::sum);
        }
        Map<String, Long> totals = new TreeMap<>();
        byStack.forEach((frames, nanos) -> {
            long micros = (nanos + 500) / 1000;
            if (micros > 0) {
                totals.merge(frames.get(0) + ": " + frames.get(frames.size() - 1), micros * 1000, Long::sum);
            }
        });
        return totals;
    }
}
