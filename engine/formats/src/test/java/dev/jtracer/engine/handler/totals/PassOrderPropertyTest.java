// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Threads' events come in blocks, one thread's after another's; what is made of them must not depend on the blocks.
 */
class PassOrderPropertyTest {
    private static final int CASES = 400;
    private static final int THREADS = 4;

    @Test
    void totals_areTheSameWhateverTheOrderOfTheBlocks() {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            Program program = new Program(random);
            program.run(60);
            List<String> shuffled = shuffled(program, random);

            assertThat(totals(shuffled))
                    .as(() -> "seed %d%n%s%nas%n%s"
                            .formatted(seed, String.join("\n", program.lines), String.join("\n", shuffled)))
                    .isEqualTo(totals(program.lines));
        }
    }

    @Test
    void calls_areAllCountedHoweverFewPassesAreRemembered() {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            Program program = new Program(random);
            program.run(60);
            List<String> shuffled = shuffled(program, random);

            assertThat(calls(shuffled, new FunctionsHandler(1 + random.nextInt(4), 1 + random.nextInt(4))))
                    .as(() -> "seed %d%n%s".formatted(seed, String.join("\n", shuffled)))
                    .isEqualTo(calls(shuffled, new FunctionsHandler()));
        }
    }

    /** By function how many calls have ended, and by callback how many passes and runs there were. */
    private static Map<String, Long> calls(List<String> lines, FunctionsHandler functions) {
        ParsedTrace trace = new Schedule(String.join("\n", lines)).live(List.of(functions, new CallbacksHandler()));
        Map<String, Long> calls = new TreeMap<>();
        for (Functions.Row row : trace.data(FunctionsHandler.class).rows()) {
            calls.put(row.name(), row.finished().count() + row.pending());
        }
        for (Callbacks.Row row : trace.data(CallbacksHandler.class).rows()) {
            calls.put(row.name() + " passes", row.passes());
            calls.put(row.name() + " runs", row.run().count());
            calls.put(
                    row.name() + " known",
                    row.pending() + row.unclear() + row.runDelay().count() + row.repeated());
        }
        return calls;
    }

    /** Rows of functions and of callbacks. */
    private static List<?> totals(List<String> lines) {
        ParsedTrace trace = new Schedule(String.join("\n", lines))
                .live(List.of(new MetaHandler(), new FunctionsHandler(), new CallbacksHandler()));
        List<Object> totals = new ArrayList<>();
        trace.data(FunctionsHandler.class).rows().stream()
                .sorted(Comparator.comparing(Functions.Row::name))
                .forEach(totals::add);
        Callbacks callbacks = trace.data(CallbacksHandler.class);
        callbacks.rows().stream()
                .sorted(Comparator.comparing(Callbacks.Row::name))
                .forEach(totals::add);
        totals.add(callbacks.runsWithoutPass());
        return totals;
    }

    private static List<String> shuffled(Program program, Random random) {
        int[] taken = new int[THREADS];
        List<String> result = new ArrayList<>();
        while (result.size() < program.lines.size()) {
            int thread = random.nextInt(THREADS);
            List<String> lines = program.byThread.get(thread);
            int most = random.nextBoolean() ? lines.size() : 1 + random.nextInt(8);
            int end = Math.min(lines.size(), taken[thread] + most);
            result.addAll(lines.subList(taken[thread], end));
            taken[thread] = end;
        }
        return result;
    }

    /**
     * Actions of threads: they pass callbacks to calls, for the first time or again, keep them, and run them later.
     */
    private static final class Program {
        final List<String> lines = new ArrayList<>();
        final List<List<String>> byThread = new ArrayList<>();
        private final Random random;
        private final List<Deque<String>> open = new ArrayList<>();
        /** Numbers of the passes of each callback. */
        private final List<List<Integer>> chains = new ArrayList<>();

        private int passes;
        private int micros;

        Program(Random random) {
            this.random = random;
            for (int i = 0; i < THREADS; i++) {
                byThread.add(new ArrayList<>());
                open.add(new ArrayDeque<>());
            }
        }

        void run(int steps) {
            for (int i = 0; i < steps; i++) {
                micros += random.nextInt(3);
                int thread = random.nextInt(THREADS);
                switch (random.nextInt(5)) {
                    case 0, 1 -> call(thread);
                    case 2 -> runCallback(thread);
                    default -> end(thread);
                }
            }
            for (int thread = 0; thread < THREADS; thread++) {
                while (!open.get(thread).isEmpty()) {
                    end(thread);
                }
            }
        }

        private void call(int thread) {
            String name = "f" + random.nextInt(6);
            begin(thread, "FNI", name, "");
            for (int argument = random.nextInt(3); argument > 0; argument--) {
                pass(thread, name + "[" + argument + "]");
            }
        }

        private void pass(int thread, String name) {
            int number = ++passes;
            boolean forwarded = !chains.isEmpty() && random.nextInt(4) > 0;
            if (!forwarded) {
                chains.add(new ArrayList<>());
            }
            List<Integer> chain = chains.get(forwarded ? random.nextInt(chains.size()) : chains.size() - 1);
            chain.add(number);
            add(thread, "PASS", name, "#" + number + (forwarded ? " forward=" + chain.get(0) : ""));
        }

        private void runCallback(int thread) {
            if (chains.isEmpty()) {
                return;
            }
            List<Integer> chain = chains.get(random.nextInt(chains.size()));
            begin(thread, "CBI", "run", "#" + chain.get(random.nextInt(chain.size())));
        }

        private void begin(int thread, String what, String name, String more) {
            add(thread, what, name, more);
            open.get(thread).push((what.equals("FNI") ? "FNR " : "CBR ") + name);
        }

        private void end(int thread) {
            String end = open.get(thread).poll();
            if (end != null) {
                add(thread, end.substring(0, 3), end.substring(4), "");
            }
        }

        private void add(int thread, String what, String name, String more) {
            String line = what + " t" + thread + " " + micros + " " + name + " " + more;
            lines.add(line);
            byThread.get(thread).add(line);
        }
    }
}
