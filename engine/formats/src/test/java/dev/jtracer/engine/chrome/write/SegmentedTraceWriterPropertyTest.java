// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentedTraceWriterPropertyTest {
    private static final long END = 10_000_000;
    private static final int THREADS = 5;

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final List<ByteArrayOutputStream> segments = new ArrayList<>();
    private final int[] threads = new int[THREADS];

    SegmentedTraceWriterPropertyTest() {
        for (int i = 0; i < 12; i++) {
            names.add("p.C" + i + ".m\"" + i);
        }
        for (int i = 0; i < THREADS; i++) {
            Track.Kind kind = i < 3 ? Track.Kind.THREAD : Track.Kind.VIRTUAL_THREAD;
            threads[i] = tracks.addThread(kind, 4711, 100 + i, "thread " + i);
        }
    }

    private SegmentedTraceWriter writer(TraceLimits limits) throws IOException {
        return new SegmentedTraceWriter(
                part -> {
                    segments.add(new ByteArrayOutputStream());
                    return segments.get(part - 1);
                },
                names,
                tracks,
                new RecordingInfo(4711, "app", List.of("a", "b"), Map.of(), 0),
                limits);
    }

    @ParameterizedTest
    @CsvSource({
        "1000000, 500, 0",
        "3000, 500, 0",
        "1, 500, 0",
        "2000, 4, 0",
        "1000000, 500, 700",
        "2500, 6, 400",
        "1, 2, 100"
    })
    void anyCalls_giveFilesThatStandAlone(long maxBytes, int maxDepth, long minNanos) throws IOException {
        long seed = System.nanoTime();
        TraceLimits limits = new TraceLimits(maxBytes, maxDepth, minNanos);
        RandomCalls calls = new RandomCalls(new Random(seed), THREADS, names.size()).withCallbacks(maxDepth - 1);
        SegmentedTraceWriter writer = writer(limits);
        calls.feed(writer, threads, 3_000);
        calls.addOpen(END);
        writer.finish(END, Map.of());

        List<RandomCalls.Call> expected = calls.calls;
        List<RandomCalls.Call> within =
                expected.stream().filter(call -> call.depth() < maxDepth - 1).toList();
        List<RandomCalls.Call> written = within.stream()
                .filter(call -> call.end() - call.start() >= minNanos || calls.holdingCallbacks.contains(call))
                .toList();
        List<RandomCalls.Call> runs =
                calls.runs.stream().filter(run -> run.depth() < maxDepth - 1).toList();
        SegmentCounts counts = writer.counts();
        String context = "seed " + seed + ", " + counts;
        assertThat(counts.calls()).as(context).isEqualTo(written.size());
        assertThat(counts.tooShort()).as(context).isEqualTo(within.size() - written.size());
        assertThat(counts.depthCut())
                .as(context)
                .isEqualTo(expected.size() - within.size() + calls.runs.size() - runs.size() + calls.passesTooDeep);
        assertThat(counts.passes()).as(context).isEqualTo(calls.passes - calls.passesTooDeep);
        assertThat(counts.runs()).as(context).isEqualTo(runs.size());
        assertThat(counts.unmatchedExits() + counts.unmatchedEnters() + counts.movedForward())
                .as(context)
                .isZero();
        assertThat(counts.segments()).as(context).isEqualTo(segments.size());
        assertThat(segments.size() > 1).as(context).isEqualTo(maxBytes < 1_000_000);

        long begins = 0;
        long throwing = 0;
        long passesRead = 0;
        long runsRead = 0;
        for (ByteArrayOutputStream segment : segments) {
            StrictTraceCheck check = StrictTraceCheck.of(segment.toByteArray());
            assertThat(check.maxDepth).as(context).isLessThanOrEqualTo(maxDepth);
            passesRead += check.passes;
            runsRead += check.runs;
            begins += check.events.stream()
                    .filter(SegmentedTraceWriterPropertyTest::beginsCall)
                    .count();
            throwing += check.events.stream()
                    .filter(event -> StrictTraceCheck.args(event).containsKey("threw"))
                    .count();
        }
        assertThat(begins).as(context).isEqualTo(written.size());
        assertThat(passesRead).as(context).isEqualTo(counts.passes());
        assertThat(runsRead).as(context).isEqualTo(runs.size());
        assertThat(throwing)
                .as(context)
                .isEqualTo(Stream.concat(written.stream(), runs.stream())
                        .filter(RandomCalls.Call::threw)
                        .count());
    }

    private static boolean beginsCall(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> args = StrictTraceCheck.args(event);
        return "b".equals(event.get("ph"))
                && !args.containsKey("thread")
                && !args.containsKey("cont")
                && !args.containsKey("pass")
                && !args.containsKey("callback");
    }

    @Test
    void calls_comeBackAsTheyWere() throws IOException {
        long seed = System.nanoTime();
        RandomCalls calls = new RandomCalls(new Random(seed), THREADS, names.size());
        SegmentedTraceWriter writer = writer(TraceLimits.DEFAULT);
        calls.feed(writer, threads, 5_000);
        calls.addOpen(END);
        writer.finish(END, Map.of());

        CallTrees trees = TraceText.parse(segments.get(0).toByteArray()).data(ThreadsHandler.class);

        List<RandomCalls.Call> read = new ArrayList<>();
        for (CallTrees.ThreadCalls thread : trees.threads()) {
            assertThat(thread.name()).isEqualTo("thread " + (thread.tid() - 100));
            collect(trees, thread, thread.firstRoot(), read);
            assertThat(thread.calls()).isEqualTo((int) read.stream()
                    .filter(call -> call.thread() == thread.tid() - 100)
                    .count());
        }
        assertThat(read).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(calls.calls);
    }

    private void collect(CallTrees trees, CallTrees.ThreadCalls thread, int first, List<RandomCalls.Call> into) {
        long childNanos = 0;
        for (int call = first; call != CallTrees.NONE; call = trees.nextSibling(call)) {
            into.add(new RandomCalls.Call(
                    (int) thread.tid() - 100,
                    nameIndex(trees.name(call)),
                    trees.depth(call),
                    trees.startNanos(call),
                    trees.endNanos(call),
                    trees.threw(call)));
            collect(trees, thread, trees.firstChild(call), into);
            childNanos = 0;
            for (int child = trees.firstChild(call); child != CallTrees.NONE; child = trees.nextSibling(child)) {
                childNanos += trees.endNanos(child) - trees.startNanos(child);
            }
            assertThat(trees.selfNanos(call)).isEqualTo(trees.endNanos(call) - trees.startNanos(call) - childNanos);
        }
    }

    private int nameIndex(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                return i;
            }
        }
        throw new AssertionError("unknown name " + name);
    }

    @Test
    void segmentsReadInARow_giveWhatOneFileGives() throws IOException {
        long seed = System.nanoTime();
        String whole = trees(TraceLimits.DEFAULT, seed);
        int files = segments.size();
        segments.clear();
        String cut = trees(new TraceLimits(4_000, 500, 0), seed);

        assertThat(files).isEqualTo(1);
        assertThat(segments).as("seed %d", seed).hasSizeGreaterThan(10);
        assertThat(cut).as("seed %d", seed).isEqualTo(whole);
    }

    private String trees(TraceLimits limits, long seed) throws IOException {
        RandomCalls calls = new RandomCalls(new Random(seed), THREADS, names.size()).withCallbacks(499);
        SegmentedTraceWriter writer = writer(limits);
        calls.feed(writer, threads, 4_000);
        writer.finish(END, Map.of());
        // One list of the events of all segments, as somebody who reads one file after the other sees them.
        String events = segments.stream()
                .map(segment -> segment.toString(StandardCharsets.UTF_8))
                .map(json -> json.substring(1, json.lastIndexOf(']')))
                .collect(Collectors.joining(","));
        ParsedTrace trace = new TraceProcessor(List.<EventHandler<?>>of(new MetaHandler(), new ThreadsHandler()))
                .parse(new ChromeTraceReader(
                        "t", new ByteArrayInputStream(("[" + events + "]").getBytes(StandardCharsets.UTF_8))));
        assertThat(trace.failures()).isEmpty();
        return TraceText.tree(trace.data(ThreadsHandler.class));
    }

    @Test
    void garbage_givesFilesThatStandAlone() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SegmentedTraceWriter writer = writer(new TraceLimits(2_000, 5, 200));
        long now = 0;
        for (int i = 0; i < 4_000; i++) {
            int track = threads[random.nextInt(THREADS)];
            long ts = now + random.nextInt(2_000) - 1_000L;
            int kind = random.nextInt(20);
            if (kind == 0) {
                writer.log(track, ts, "line\n" + i);
            } else if (kind == 1) {
                writer.pass(track, random.nextInt(3), ts, i, random.nextInt(2));
            } else if (kind == 2) {
                writer.enterRun(track, random.nextInt(3), ts, random.nextInt(i + 1), random.nextBoolean());
            } else if (kind < 11) {
                writer.enter(track, random.nextInt(3), ts);
            } else {
                writer.exit(track, random.nextInt(3), ts, random.nextBoolean());
            }
            now += random.nextInt(300);
        }
        writer.finish(now, Map.of("seed", seed));

        SegmentCounts counts = writer.counts();
        assertThat(counts.unmatchedExits()).isPositive();
        assertThat(counts.unmatchedEnters()).isPositive();
        assertThat(counts.movedForward()).isPositive();
        assertThat(counts.depthCut()).isPositive();
        for (ByteArrayOutputStream segment : segments) {
            StrictTraceCheck.of(segment.toByteArray());
        }
    }
}
