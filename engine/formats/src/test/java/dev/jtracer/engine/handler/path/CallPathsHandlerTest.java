// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.jtracer.engine.Schedule;
import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.request.RequestsHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths, slow calls and loads of threads, against what a list of all calls gives. */
class CallPathsHandlerTest {
    private static void flatten(String prefix, List<CallPath> paths, Map<String, String> lines) {
        for (CallPath path : paths) {
            String name = prefix + "/" + path.name();
            lines.put(name, path.calls() + " " + path.totalNanos() + " " + path.selfNanos());
            flatten(name, path.children(), lines);
        }
    }

    private static Map<String, String> flat(List<CallPath> paths) {
        Map<String, String> lines = new TreeMap<>();
        flatten("", paths, lines);
        return lines;
    }

    private static Map<String, String> expected(List<RandomCalls.Call> calls) {
        Map<String, long[]> sums = new TreeMap<>();
        for (RandomCalls.Call call : calls) {
            long[] sum = sums.computeIfAbsent("/" + String.join("/", call.path()), path -> new long[3]);
            sum[0]++;
            sum[1] += call.nanos();
            sum[2] += call.selfNanos();
        }
        Map<String, String> lines = new TreeMap<>();
        sums.forEach((path, sum) -> lines.put(path, sum[0] + " " + sum[1] + " " + sum[2]));
        return lines;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void paths_areTheSumsOfTheirCalls(long seed) {
        RandomCalls random = new RandomCalls(seed, 20_000, seed % 2 == 0 ? 3 : 40, 3);

        CallPaths paths = random.through(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler())
                .data(CallPathsHandler.class);

        assertThat(flat(paths.roots())).isEqualTo(expected(random.calls));
        assertThat(paths.dropped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rootCalls_areTheLongestWithAllCallsWithinThem(long seed) {
        RandomCalls random = new RandomCalls(seed, 20_000, 5, 4);

        CallPaths paths = random.through(
                        new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(100_000, 7))
                .data(CallPathsHandler.class);

        List<RandomCalls.Call> roots = random.calls.stream()
                .filter(call -> call.path().size() == 1)
                .sorted(Comparator.comparingLong(RandomCalls.Call::nanos)
                        .reversed()
                        .thenComparing(RandomCalls.Call::startNanos))
                .limit(2 * 20)
                .toList();
        assertThat(paths.slowest()).hasSize(2 * 20);
        for (int i = 0; i < roots.size(); i++) {
            RandomCalls.Call call = roots.get(i);
            RootCall found = paths.slowest().get(i);
            assertThat(List.of(found.track(), found.startNanos(), found.durationNanos(), found.name()))
                    .isEqualTo(List.of(call.track(), call.startNanos(), call.nanos(), call.name()));
            List<RandomCalls.Call> within = random.calls.stream()
                    .filter(inner -> inner.track() == call.track()
                            && inner.startNanos() >= call.startNanos()
                            && inner.endNanos() <= call.endNanos()
                            && (inner.path().size() > 1 || inner.equals(call)))
                    .toList();
            assertThat(flat(List.of(found.path()))).isEqualTo(expected(within));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void slowCalls_haveTheirWholePaths(long seed) {
        RandomCalls random = new RandomCalls(seed, 20_000, 5, 4);

        SlowCalls slow = random.through(new SlowCallsHandler(9, name -> true)).data(SlowCallsHandler.class);

        assertThat(slow.byDuration()).isEqualTo(longest(random, Comparator.comparingLong(RandomCalls.Call::nanos)));
        assertThat(slow.bySelf()).isEqualTo(longest(random, Comparator.comparingLong(RandomCalls.Call::selfNanos)));
    }

    @Test
    void slowCalls_includeThoseThatHadNotEndedButNoneWhoseEndWasLost() throws IOException {
        SlowCalls slow = HandlerRun.ofLines(new SlowCallsHandler(9, name -> true), """
                b 1 10 main
                b 1 15 lost
                e 1 50 main
                b 2 20 run
                b 2 30 hung
                i 3 900 mark
                """);

        assertThat(slow.bySelf())
                .extracting(SlowCall::path, SlowCall::selfNanos, SlowCall::unfinished)
                .containsExactly(
                        tuple(List.of("run", "hung"), 870_000L, true),
                        tuple(List.of("run"), 10_000L, true),
                        tuple(List.of("main"), 5_000L, false));
    }

    private static List<SlowCall> longest(RandomCalls random, Comparator<RandomCalls.Call> shortestFirst) {
        // The one that began earlier comes first; if both began at once, the one that ended first.
        return random.calls.stream()
                .sorted(shortestFirst.reversed().thenComparing(RandomCalls.Call::startNanos))
                .limit(9)
                .map(call -> new SlowCall(
                        call.track(), call.startNanos(), call.nanos(), call.selfNanos(), false, call.path()))
                .toList();
    }

    @Test
    void threads_areBusyForTheirRootCalls() {
        RandomCalls random = new RandomCalls(7, 5_000, 5, 3);

        ThreadLoads loads = random.through(new ThreadLoadsHandler()).data(ThreadLoadsHandler.class);

        List<ThreadLoads.ThreadLoad> expected = new ArrayList<>();
        for (int track = 0; track < 3; track++) {
            int number = track;
            List<RandomCalls.Call> calls =
                    random.calls.stream().filter(call -> call.track() == number).toList();
            List<RandomCalls.Call> roots =
                    calls.stream().filter(call -> call.path().size() == 1).toList();
            expected.add(new ThreadLoads.ThreadLoad(
                    track,
                    calls.size(),
                    roots.size(),
                    roots.stream().mapToLong(RandomCalls.Call::nanos).sum(),
                    calls.stream().mapToLong(RandomCalls.Call::startNanos).min().orElseThrow(),
                    calls.stream().mapToLong(RandomCalls.Call::endNanos).max().orElseThrow()));
        }
        assertThat(loads.threads())
                .containsExactlyInAnyOrderElementsOf(expected)
                .isSortedAccordingTo(Comparator.comparingLong(ThreadLoads.ThreadLoad::busyNanos)
                        .reversed());
    }

    @Test
    void pathsBeyondTheLimit_areAddedUpBelowTheirCallers() {
        RandomCalls random = new RandomCalls(3, 20_000, 40, 2);

        CallPaths paths = random.through(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(500, 3))
                .data(CallPathsHandler.class);

        assertThat(paths.dropped()).isPositive();
        long self = random.calls.stream().mapToLong(RandomCalls.Call::selfNanos).sum();
        assertThat(selfOf(paths.roots())).as("no time is lost").isEqualTo(self);
        assertThat(callsOf(paths.roots())).isEqualTo(random.calls.size());
        assertThat(flat(paths.roots()).keySet()).anyMatch(path -> path.endsWith("/" + CallPath.OTHER));
    }

    /** At the limit, known paths keep counting their calls, also those of other threads. */
    @Test
    void knownPathsBeyondTheLimit_goOnCounting() {
        StringBuilder lines = new StringBuilder();
        int nanos = 0;
        for (int request = 0; request < 50; request++) {
            String inner = request % 2 == 0 ? "query" : "new" + request;
            for (String step : List.of("FNI main request", "FNI main load", "FNI main " + inner, "FNR main " + inner)) {
                lines.append(step.replaceFirst("(main )", "$1" + nanos++ + " ")).append('\n');
            }
            lines.append("FNR main ").append(nanos++).append(" load\n");
            lines.append("FNR main ").append(nanos++).append(" request\n");
        }

        CallPaths paths = new Schedule(lines.toString())
                .live(List.of(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(3, 1)))
                .data(CallPathsHandler.class);

        assertThat(flat(paths.roots()))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "/request", "50 250000 100000",
                        "/request/load", "50 150000 100000",
                        "/request/load/query", "25 25000 25000",
                        "/request/load/(other)", "25 25000 25000"));
        assertThat(paths.dropped()).isEqualTo(25);
    }

    /** At the limit, the known paths of a call that spans several batches are those of a reading call by call. */
    @ParameterizedTest
    @CsvSource({"1, 3000", "1, 3300", "1, 3583", "90, 3000", "90, 3300", "90, 3583"})
    void knownPathsOfALongCall_goOnCountingInBatches(int mostRoots, int inner) {
        List<String> steps = new ArrayList<>(List.of("request", "load"));
        for (int i = 0; i < 1_000; i++) {
            steps.addAll(List.of("query" + i % 20, ""));
        }
        steps.addAll(List.of("", ""));
        for (int i = 0; i < 60; i++) {
            steps.addAll(List.of("other" + i, ""));
        }
        steps.addAll(List.of("request", "load"));
        for (int i = 0; i < inner; i++) {
            // All names before the last batch, few in it.
            steps.addAll(List.of("query" + (i < 2_000 ? i % 20 : 0), ""));
        }
        steps.add("");
        for (int i = 0; i < 2_000; i++) {
            steps.addAll(List.of("load", ""));
        }
        steps.add("");
        RandomCalls calls = new RandomCalls(steps);

        CallPaths oneByOne = calls.through(
                        new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(50, mostRoots))
                .data(CallPathsHandler.class);
        CallPaths batches = calls.throughColumns(
                        new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(50, mostRoots))
                .data(CallPathsHandler.class);

        assertThat(known(oneByOne)).containsKey("/request/load/query19").doesNotContainKey("/request/load/(other)");
        assertThat(known(batches)).isEqualTo(known(oneByOne));
        assertThat(batches.dropped()).as("the other calls").isBetween(1L, 60L);
    }

    private static Map<String, String> known(CallPaths paths) {
        return flat(paths.roots().stream()
                .filter(path -> path.name().equals("request"))
                .toList());
    }

    private static long selfOf(List<CallPath> paths) {
        return paths.stream()
                .mapToLong(path -> path.selfNanos() + selfOf(path.children()))
                .sum();
    }

    private static long callsOf(List<CallPath> paths) {
        return paths.stream()
                .mapToLong(path -> path.calls() + callsOf(path.children()))
                .sum();
    }

    @Test
    void veryDeepStack_needsNoStackOfItsOwn() {
        StringBuilder lines = new StringBuilder();
        int depth = 30_000;
        for (int i = 0; i < depth; i++) {
            lines.append("FNI main ").append(i).append(" m").append(i % 3).append('\n');
        }
        for (int i = depth - 1; i >= 0; i--) {
            lines.append("FNR main ")
                    .append(2 * depth - i)
                    .append(" m")
                    .append(i % 3)
                    .append('\n');
        }
        String twice = lines + lines.toString().replace("main ", "main 1");

        ParsedTrace trace = new Schedule(twice)
                .live(List.of(
                        new RequestsHandler(),
                        new CallPathsHandler(),
                        new SlowCallsHandler(),
                        new ThreadLoadsHandler()));

        CallPath path = trace.data(CallPathsHandler.class).roots().get(0);
        int levels = 1;
        while (!path.children().isEmpty()) {
            assertThat(path.children()).hasSize(1);
            path = path.children().get(0);
            levels++;
        }
        assertThat(levels).isEqualTo(depth);
        assertThat(trace.data(SlowCallsHandler.class).bySelf().get(0).path()).hasSizeGreaterThan(1);
    }

    @Test
    void unfinishedCalls_haveTheirTimeUntilTheEndOfTheTrace() throws Exception {
        CallPaths paths = new Schedule("""
                FNI main 0 main
                FNI main 10 load
                FNR main 30 load
                FNI main 40 wait
                """)
                .live(List.of(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler()))
                .data(CallPathsHandler.class);

        CallPath main = paths.roots().get(0);
        assertThat(List.of(main.name(), main.calls(), main.unfinished(), main.totalNanos(), main.selfNanos()))
                .isEqualTo(List.of("main", 0L, 1L, 40_000L, 20_000L));
        assertThat(main.children().get(0).name()).isEqualTo("load");
        assertThat(paths.slowest().get(0).path().unfinished()).isEqualTo(1);
    }

    @Test
    void passes_areNoPathsAndRunsAre() {
        CallPaths paths = new Schedule("""
                FNI main 0 Cache.find
                PASS main 0 Cache.find[1] #1
                CBI main 2 Cache.find[1] #1
                FNI main 3 load
                FNR main 5 load
                CBR main 6 Cache.find[1]
                FNR main 9 Cache.find
                """)
                .live(List.of(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler()))
                .data(CallPathsHandler.class);

        assertThat(flat(paths.roots()).keySet())
                .containsExactly("/Cache.find", "/Cache.find/Cache.find[1]", "/Cache.find/Cache.find[1]/load");
    }

    /** {@code main} is open from the first call to the last, as is a worker's loop; three requests are not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void callThroughout_ranksBehindTheOthers(int mostRoots) throws IOException {
        ParsedTrace trace = new Schedule("""
                FNI main 0 main
                FNI loop 1 loop
                FNI http 10 handle
                FNR http 30 handle
                FNI http 40 handle
                FNR http 90 handle
                FNI http 91 other
                FNR http 93 other
                FNR loop 99 loop
                FNR main 100 main
                """)
                .live(List.of(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(100, mostRoots)));

        assertThat(ranked(trace))
                .extracting(call -> call.name() + " " + call.durationNanos() / 1000 + " " + call.throughout())
                .containsExactlyElementsOf(
                        List.of("handle 50 false", "handle 20 false", "other 2 false", "main 100 true")
                                .subList(0, mostRoots));
    }

    @Test
    void onlyRootCall_isNotThroughout() throws IOException {
        ParsedTrace trace = new Schedule("""
                FNI main 0 main
                FNI main 10 inner
                FNR main 30 inner
                FNR main 100 main
                """)
                .live(List.of(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler()));

        assertThat(ranked(trace)).extracting(RootCall::throughout).containsExactly(false);
    }

    /** In the trace of one test, that is what its reader looks for. */
    @Test
    void measureThroughout_ranksFirst() throws IOException {
        ParsedTrace trace = new Schedule("""
                FNI main 0 test~lists
                FNI http 10 handle
                FNR http 30 handle
                FNR main 100 test~lists
                """)
                .live(List.of(new RequestsHandler(), new ThreadLoadsHandler(), new CallPathsHandler(100, 4)));

        assertThat(ranked(trace)).extracting(RootCall::name).containsExactly("test lists", "handle");
    }

    private static List<RootCall> ranked(ParsedTrace trace) {
        return trace.data(CallPathsHandler.class)
                .ranked(trace.data(ThreadLoadsHandler.class), track -> 1)
                .slowest();
    }
}
