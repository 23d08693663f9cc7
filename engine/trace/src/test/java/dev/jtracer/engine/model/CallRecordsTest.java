// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.CallPaths;
import dev.jtracer.engine.handler.path.CallPathsHandler;
import dev.jtracer.engine.handler.path.SlowCallsHandler;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.handler.path.ThreadLoadsHandler;
import dev.jtracer.engine.handler.request.RequestsHandler;
import dev.jtracer.engine.handler.timing.AsyncPairsHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.handler.totals.SlowPassesHandler;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls in columns give what their events give, one by one, and what plain addition in this test gives. */
class CallRecordsTest {
    private static final int CASES = 60;
    private static final int TRACKS = 3;
    private static final int NAMES = 12;
    private static final int MOST_PATHS = 1_000_000;
    private static final int FEW_PATHS = 200;

    /** A begin or an end; {@code flags} of a begin are those of a callback, 0 for a call. */
    private record Step(int track, boolean begins, int name, long nanos, int flags, long pass) {
        boolean isCall() {
            return flags == SpanFlags.NONE || !begins;
        }
    }

    @Test
    void records_giveWhatTheirEventsGive() {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            List<Step> steps = steps(random, 4_000, true);

            assertThat(results(steps, random, true))
                    .as("seed %d, case %d", seed, i)
                    .isEqualTo(results(steps, random, false));
        }
    }

    @Test
    void records_giveWhatPlainAdditionGives() {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            List<Step> steps = steps(random, 4_000, false);
            PlainAddition expected = new PlainAddition(steps);
            ParsedTrace trace = parse(steps, MOST_PATHS, random, true);

            assertThat(functions(trace)).as("seed %d, case %d", seed, i).isEqualTo(expected.functions);
            assertThat(paths(trace)).as("seed %d, case %d", seed, i).isEqualTo(expected.paths);
            assertThat(loads(trace)).as("seed %d, case %d", seed, i).isEqualTo(expected.loads);
            assertThat(trace.pairing().count(PairingProblem.UNMATCHED_END)).isEqualTo(expected.unmatchedEnds);
            assertThat(trace.pairing().count(PairingProblem.OUT_OF_ORDER)).isEqualTo(expected.outOfOrder);
        }
    }

    /** Which paths are dropped depends on the order in which calls are added; what they add up to does not. */
    @Test
    void recordsBeyondTheLimitOfPaths_areAddedUpBelowTheirCallers() {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            List<Step> steps = steps(random, 4_000, true);
            ParsedTrace all = parse(steps, MOST_PATHS, random, true);
            ParsedTrace limited = parse(steps, FEW_PATHS, random, true);

            CallPaths paths = limited.data(CallPathsHandler.class);
            List<CallPath> roots = all.data(CallPathsHandler.class).roots();
            assertThat(sums(paths.roots())).as("seed %d, case %d", seed, i).isEqualTo(sums(roots));
            assertThat(totals(paths.roots())).as("seed %d, case %d", seed, i).isEqualTo(totals(roots));
            assertThat(others(paths.roots())).as("seed %d, case %d", seed, i).isEqualTo(paths.dropped());
        }
    }

    /** Returns calls, unfinished calls and self time of paths and all paths below them. */
    private static List<Long> sums(List<CallPath> paths) {
        List<Long> sums = List.of(0L, 0L, 0L);
        for (CallPath path : paths) {
            sums = plus(sums, List.of(path.calls(), path.unfinished(), path.selfNanos()));
            sums = plus(sums, sums(path.children()));
        }
        return sums;
    }

    private static List<Long> plus(List<Long> one, List<Long> other) {
        return List.of(one.get(0) + other.get(0), one.get(1) + other.get(1), one.get(2) + other.get(2));
    }

    private static long totals(List<CallPath> paths) {
        return paths.stream().mapToLong(CallPath::totalNanos).sum();
    }

    private static long others(List<CallPath> paths) {
        long others = 0;
        for (CallPath path : paths) {
            others += path.name().equals(CallPath.OTHER) ? path.calls() + path.unfinished() : 0;
            others += others(path.children());
        }
        return others;
    }

    @Test
    void records_areTakenUnlessAHandlerNeedsTheirEvents() {
        TraceProcessor counting = new TraceProcessor(handlers(MOST_PATHS));
        counting.start(names(), tracks());
        TraceProcessor keeping = new TraceProcessor(List.of(new ThreadsHandler(), new MetaHandler()));
        keeping.start(names(), tracks());
        TraceProcessor matching = new TraceProcessor(List.of(new AsyncPairsHandler(event -> true)));
        matching.start(names(), tracks());

        assertThat(counting.takesCalls()).isTrue();
        assertThat(keeping.takesCalls()).isTrue();
        assertThat(matching.takesCalls()).isTrue(); // calls are none of the events that it matches
    }

    @Test
    void failedHandler_leavesTheOthersTheirBatches() {
        TraceProcessor processor = new TraceProcessor(List.of(new FailingHandler(), new FunctionsHandler()));
        processor.start(names(), tracks());
        CallRecords records = new CallRecords();
        records.add(CallRecords.BEGIN, 0, 10);
        records.add(CallRecords.END, 0, 30);
        processor.handle(records);
        processor.handle(records);
        ParsedTrace trace = processor.finish();

        assertThat(trace.failures()).containsOnlyKeys(FailingHandler.class);
        assertThat(functions(trace)).containsEntry("name 0", "2 40 40 40 0 0 20 20");
    }

    /** Deep levels are kept apart, and without the columns that nobody reads. */
    @Test
    void deepRecursion_isCountedWithAndWithoutOrigins() {
        for (List<EventHandler<?>> handlers :
                List.<List<EventHandler<?>>>of(List.of(new FunctionsHandler()), handlers(MOST_PATHS))) {
            TraceProcessor processor = new TraceProcessor(handlers);
            processor.start(names(), tracks());
            int levels = 5_000;
            for (int round = 0; round < 3; round++) {
                for (int at = 0; at < 2 * levels; at++) {
                    CallRecords records = new CallRecords();
                    records.add(at < levels ? CallRecords.BEGIN : CallRecords.END, 0, 10L * levels * round + at);
                    processor.handle(records);
                }
            }

            long roots = 2L * levels - 1;
            assertThat(processor.finish().data(FunctionsHandler.class).rows())
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.finished().count()).isEqualTo(3L * levels);
                        assertThat(row.outermostNanos()).isEqualTo(3 * roots);
                        assertThat(row.selfNanos()).isEqualTo(3 * roots);
                    });
        }
    }

    @Test
    void moreEndsThanABatchHolds_areAllCounted() {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler()));
        processor.start(names(), tracks());
        CallRecords records = new CallRecords();
        for (int kind : new int[] {CallRecords.BEGIN, CallRecords.END}) {
            while (!records.isFull()) {
                records.add(kind, 0, 10L * kind);
            }
            processor.handle(records);
            records.clear();
        }

        assertThat(functions(processor.finish()))
                .containsOnly(Map.entry("name 0", "%1$d %1$d0 10 10 0 0 10 10".formatted(CallRecords.CAPACITY)));
    }

    /**
     * Random calls of some threads, with lost begins and ends, equal times, a clock that goes back, deep stacks and
     * callbacks.
     */
    private static List<Step> steps(Random random, int count, boolean callbacks) {
        List<Step> steps = new ArrayList<>();
        List<Deque<Integer>> open = new ArrayList<>();
        for (int i = 0; i < TRACKS; i++) {
            open.add(new ArrayDeque<>());
        }
        long nanos = 1_000;
        int track = 0;
        long passes = 0;
        boolean deep = random.nextInt(4) == 0;
        while (steps.size() < count) {
            track = random.nextInt(50) == 0 ? random.nextInt(TRACKS) : track;
            nanos += random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(16));
            long at = random.nextInt(200) == 0 ? nanos - random.nextInt(1_000) : nanos;
            int name = random.nextInt(NAMES);
            int kind = random.nextInt(100);
            if (kind == 0) {
                steps.add(new Step(track, false, name, at, random.nextInt(2), 0)); // its begin was lost, perhaps
                open.get(track).removeFirstOccurrence(name);
            } else if (kind == 1) {
                open.get(track).poll(); // its end is lost
            } else if (callbacks && kind < 8) {
                steps.add(new Step(track, true, name, at, SpanFlags.PASS, ++passes));
                steps.add(new Step(track, false, name, at, SpanFlags.NONE, 0));
            } else if (callbacks && kind < 12) {
                long pass = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt((int) passes + 2);
                steps.add(new Step(track, true, name, at, SpanFlags.CALLBACK, pass));
                open.get(track).push(name);
            } else if (kind < (deep ? 60 : 54)) {
                steps.add(new Step(track, true, name, at, SpanFlags.NONE, 0));
                open.get(track).push(name);
            } else if (!open.get(track).isEmpty()) {
                steps.add(new Step(track, false, open.get(track).pop(), at, random.nextInt(9) == 0 ? 1 : 0, 0));
            }
        }
        return steps;
    }

    private static List<EventHandler<?>> handlers(int mostPaths) {
        return List.of(
                new MetaHandler(),
                new FunctionsHandler(),
                new CallbacksHandler(),
                new SlowPassesHandler(),
                new RequestsHandler(),
                new CallPathsHandler(mostPaths, 5),
                new SlowCallsHandler(7, name -> true),
                new ThreadLoadsHandler());
    }

    private static StringTable names() {
        StringTable names = new StringTable();
        for (int i = 0; i < NAMES; i++) {
            names.add("name " + i);
        }
        return names;
    }

    private static TrackTable tracks() {
        TrackTable tracks = new TrackTable();
        for (int i = 0; i < TRACKS; i++) {
            tracks.thread(1, 10 + i);
        }
        return tracks;
    }

    /** Passes steps to handlers: those of calls in columns, in blocks of random size, or each as an event. */
    private static ParsedTrace parse(List<Step> steps, int mostPaths, Random random, boolean inColumns) {
        StringTable names = names();
        TrackTable tracks = tracks();
        TraceProcessor processor = new TraceProcessor(handlers(mostPaths));
        processor.start(names, tracks);
        TraceEvent event = new TraceEvent(names, tracks);
        CallRecords records = new CallRecords();
        for (Step step : steps) {
            if (!records.isEmpty()
                    && (!step.isCall()
                            || step.track() != records.track()
                            || records.isFull()
                            || random.nextInt(300) == 0)) {
                processor.handle(records);
                records.clear();
            }
            if (inColumns && step.isCall()) {
                records.track(step.track());
                int end = step.flags() == 0 ? CallRecords.END : CallRecords.END_BY_EXCEPTION;
                records.add(step.begins() ? CallRecords.BEGIN : end, step.name(), step.nanos());
            } else {
                Phase phase = step.begins() ? Phase.ASYNC_BEGIN : Phase.ASYNC_END;
                processor.handle(event.set(phase, step.nanos(), step.name(), step.track(), step.flags())
                        .setBindId(step.pass()));
            }
        }
        if (!records.isEmpty()) {
            processor.handle(records);
        }
        return processor.finish();
    }

    private static List<Object> results(List<Step> steps, Random random, boolean inColumns) {
        ParsedTrace trace = parse(steps, MOST_PATHS, random, inColumns);
        Meta meta = trace.data(MetaHandler.class);
        CallPaths paths = trace.data(CallPathsHandler.class);
        List<String> roots = new ArrayList<>();
        // Any may come first where several of one track begin and end at the same time.
        paths.slowest().stream()
                .filter(call -> call.durationNanos() > 0)
                .forEach(call -> roots.add(call.startNanos() + " " + texts(List.of(call.path()))));
        return List.of(
                meta.startNanos(),
                meta.endNanos(),
                trace.data(FunctionsHandler.class),
                trace.data(CallbacksHandler.class),
                trace.data(SlowPassesHandler.class),
                trace.data(SlowCallsHandler.class),
                trace.data(ThreadLoadsHandler.class),
                texts(paths.roots()),
                paths.dropped(),
                roots,
                trace.pairing());
    }

    private static Map<String, String> functions(ParsedTrace trace) {
        Map<String, String> functions = new TreeMap<>();
        for (Functions.Row row : trace.data(FunctionsHandler.class).rows()) {
            functions.put(
                    row.name(),
                    row.finished().count() + " " + row.finished().totalNanos() + " " + row.outermostNanos() + " "
                            + row.selfNanos() + " " + row.threw() + " " + row.unfinished() + " "
                            + row.finished().minNanos() + " " + row.finished().maxNanos());
        }
        return functions;
    }

    private static Map<String, String> paths(ParsedTrace trace) {
        Map<String, String> texts = new TreeMap<>();
        trace.data(CallPathsHandler.class).roots().forEach(root -> addPaths("", root, texts));
        return texts;
    }

    private static List<String> texts(List<CallPath> roots) {
        Map<String, String> texts = new TreeMap<>();
        roots.forEach(root -> addPaths("", root, texts));
        return texts.entrySet().stream().map(Object::toString).toList();
    }

    private static void addPaths(String outer, CallPath path, Map<String, String> texts) {
        String name = outer + "/" + path.name();
        texts.put(name, path.calls() + " " + path.unfinished() + " " + path.totalNanos() + " " + path.selfNanos());
        path.children().forEach(child -> addPaths(name, child, texts));
    }

    private static List<ThreadLoads.ThreadLoad> loads(ParsedTrace trace) {
        return trace.data(ThreadLoadsHandler.class).threads().stream()
                .sorted(Comparator.comparingInt(ThreadLoads.ThreadLoad::track))
                .toList();
    }

    /** A handler that fails at the first call. */
    private static final class FailingHandler implements SpanHandler<String> {
        @Override
        public void handleSpan(Span span) {
            throw new IllegalStateException("for the test");
        }

        @Override
        public void initialize(HandlerContext context) {
            // has no state
        }

        @Override
        public void finish() {
            // has no state
        }

        @Override
        public String data() {
            return "";
        }
    }

    /** The same figures by the simplest means: a list of objects for each stack, and texts as keys. */
    private static final class PlainAddition {
        final Map<String, String> functions = new TreeMap<>();
        final Map<String, String> paths = new TreeMap<>();
        final List<ThreadLoads.ThreadLoad> loads = new ArrayList<>();
        long unmatchedEnds;
        long outOfOrder;
        private final Map<String, long[]> byName = new TreeMap<>();
        private final Map<String, long[]> byPath = new TreeMap<>();
        private final Map<Integer, long[]> byTrack = new TreeMap<>();

        private static final class Open {
            final int name;
            final String path;
            final long start;
            final @Nullable Open outer;
            long inner;

            Open(int name, String path, long start, @Nullable Open outer) {
                this.name = name;
                this.path = path;
                this.start = start;
                this.outer = outer;
            }

            boolean isNested() {
                Open around = outer;
                while (around != null && around.name != name) {
                    around = around.outer;
                }
                return around != null;
            }
        }

        PlainAddition(List<Step> steps) {
            List<List<Open>> openAtEnd = new ArrayList<>();
            long end = Long.MIN_VALUE;
            for (int track = 0; track < TRACKS; track++) {
                List<Open> open = new ArrayList<>();
                openAtEnd.add(open);
                long last = Long.MIN_VALUE;
                for (Step step : steps) {
                    if (step.track() != track) {
                        continue;
                    }
                    last = open.isEmpty() ? Long.MIN_VALUE : last;
                    int level = open.size() - 1;
                    while (level >= 0 && open.get(level).name != step.name()) {
                        level--;
                    }
                    if (!step.begins() && level < 0) {
                        unmatchedEnds++;
                        continue;
                    }
                    outOfOrder += step.nanos() < last ? 1 : 0;
                    last = Math.max(last, step.nanos());
                    end = Math.max(end, last);
                    if (step.begins()) {
                        Open outer = open.isEmpty() ? null : open.get(open.size() - 1);
                        String path = (outer == null ? "" : outer.path) + "/name " + step.name();
                        open.add(new Open(step.name(), path, last, outer));
                        continue;
                    }
                    while (open.size() > level + 1) {
                        close(track, open, last, 0, true);
                    }
                    close(track, open, last, step.flags(), false);
                }
            }
            for (int track = 0; track < TRACKS; track++) {
                while (!openAtEnd.get(track).isEmpty()) {
                    close(track, openAtEnd.get(track), end, 0, true);
                }
            }
            byName.forEach((name, row) -> functions.put(
                    name,
                    row[0] + " " + row[1] + " " + (row[7] + (row[8] == 0 ? 0 : row[9])) + " " + row[2] + " " + row[3]
                            + " " + row[4] + " " + (row[0] == 0 ? 0 : row[5]) + " " + row[6]));
            byPath.forEach((path, row) -> paths.put(path, row[0] + " " + row[1] + " " + row[2] + " " + row[3]));
            byTrack.forEach((track, row) ->
                    loads.add(new ThreadLoads.ThreadLoad(track, row[0], row[1], row[2], row[3], row[4])));
        }

        private void close(int track, List<Open> open, long end, int threw, boolean unfinished) {
            Open call = open.remove(open.size() - 1);
            long nanos = end - call.start;
            long self = nanos - call.inner;
            if (!open.isEmpty()) {
                open.get(open.size() - 1).inner += nanos;
            }
            long[] name = byName.computeIfAbsent(
                    "name " + call.name, key -> new long[] {0, 0, 0, 0, 0, Long.MAX_VALUE, 0, 0, 0, 0});
            if (unfinished) {
                name[4]++;
                name[9] += call.isNested() ? 0 : nanos;
            } else {
                name[0]++;
                name[call.isNested() ? 8 : 7] += nanos;
                name[1] += nanos;
                name[2] += self;
                name[3] += threw;
                name[5] = Math.min(name[5], nanos);
                name[6] = Math.max(name[6], nanos);
            }
            long[] path = byPath.computeIfAbsent(call.path, key -> new long[4]);
            path[unfinished ? 1 : 0]++;
            path[2] += nanos;
            path[3] += self;
            long[] load = byTrack.computeIfAbsent(track, key -> new long[] {0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE});
            load[0]++;
            load[1] += open.isEmpty() ? 1 : 0;
            load[2] += open.isEmpty() ? nanos : 0;
            load[3] = Math.min(load[3], call.start);
            load[4] = Math.max(load[4], end);
        }
    }
}
