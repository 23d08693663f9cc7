// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.LiveEvent;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Totals of the files that the tracer writes, against its live totals of the same calls. */
class RecordedSegmentsTest {
    private static final int THREADS = 4;

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final LiveEvent event = new LiveEvent(names, tracks);
    private final List<Deque<Integer>> open = new ArrayList<>();
    private long now;

    private void prepare(int functions) {
        for (int i = 0; i < functions; i++) {
            names.add("com.acme.shop.orders.Type" + i + ".someMethod");
        }
        for (int i = 0; i < THREADS; i++) {
            tracks.addThread(Track.Kind.THREAD, 4711, 100 + i, "worker " + i);
            open.add(new ArrayDeque<>());
        }
    }

    private SegmentedTraceWriter writer(List<? extends OutputStream> files, long maxBytes) throws IOException {
        return new SegmentedTraceWriter(
                part -> files.get(part - 1),
                names,
                tracks,
                new RecordingInfo(4711, "app", List.of(), Map.of()),
                new TraceLimits(maxBytes, 500, 0));
    }

    /** Leads random calls both ways: to the writer and to the processor. */
    private void call(int events, Random random, SegmentedTraceWriter writer, TraceProcessor live) throws IOException {
        for (int i = 0; i < events; i++) {
            int track = (i >> 6) % THREADS;
            Deque<Integer> stack = open.get(track);
            now += 20 + (long) Math.exp(random.nextGaussian() + 5);
            if (stack.isEmpty() || (stack.size() < 12 && random.nextBoolean())) {
                int name = random.nextInt(names.size());
                stack.push(name);
                writer.enter(track, name, now);
                live.handle(event.set(Phase.ASYNC_BEGIN, now, name, track, SpanFlags.NONE));
            } else {
                boolean threw = random.nextInt(50) == 0;
                int name = stack.pop();
                writer.exit(track, name, now, threw);
                live.handle(event.set(Phase.ASYNC_END, now, name, track, threw ? SpanFlags.THREW : SpanFlags.NONE));
            }
        }
    }

    private static FunctionTotals totals(long segment, byte[] file) throws IOException {
        return new TraceProcessor(List.of(new FunctionTotalsHandler(segment)))
                .parse(new ChromeTraceReader("segment", new ByteArrayInputStream(file)))
                .data(FunctionTotalsHandler.class);
    }

    @Test
    void filesOfARecordingInAnyOrder_giveItsLiveTotals() throws IOException {
        prepare(20);
        List<ByteArrayOutputStream> files = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            files.add(new ByteArrayOutputStream());
        }
        TraceProcessor live = new TraceProcessor(List.of(new FunctionsHandler()));
        live.start(names, tracks);
        SegmentedTraceWriter writer = writer(files, 30_000);
        call(20_000, new Random(5), writer, live);
        writer.finish(now, Map.of());
        Functions expected = live.finish().data(FunctionsHandler.class);

        List<FunctionTotals> partials = new ArrayList<>();
        for (int i = 0; i < writer.counts().segments(); i++) {
            partials.add(totals(i, files.get(i).toByteArray()));
        }
        assertThat(partials).hasSizeGreaterThan(50);
        Collections.shuffle(partials, new Random(6));
        FunctionTotals merged = new FunctionTotals();
        partials.forEach(merged::merge);

        assertThat(table(merged.finish())).isEqualTo(table(expected));
        assertThat(merged.finish().timesBack() + merged.finish().missingSegments())
                .isZero();
    }

    private static List<String> table(FunctionStatistics statistics) {
        return statistics.rows().stream()
                .map(row -> row.name() + " " + row.count() + " " + row.minNanos() + " " + row.maxNanos() + " "
                        + row.totalNanos() + " " + row.selfNanos() + " " + row.threw() + " " + row.unfinished())
                .sorted()
                .toList();
    }

    private static List<String> table(Functions functions) {
        return functions.rows().stream()
                .map(row -> row.name() + " " + row.count() + " " + row.minNanos() + " " + row.maxNanos() + " "
                        + row.totalNanos() + " " + row.selfNanos() + " " + row.threw() + " " + row.unfinished())
                .sorted()
                .toList();
    }

    @Test
    void bytes_areAtMostAPercentOfTheSegmentAndTwoKilobytesAFunction() throws IOException {
        prepare(300);
        CountedBytes file = new CountedBytes();
        FunctionTotalsHandler handler = new FunctionTotalsHandler(1);
        TraceProcessor live = new TraceProcessor(List.of(handler));
        live.start(names, tracks);
        SegmentedTraceWriter writer = writer(List.of(file), 256 << 20);
        call(200_000, new Random(7), writer, live);
        writer.finish(now, Map.of());

        byte[] bytes = live.finish().data(FunctionTotalsHandler.class).encode();

        assertThat((long) bytes.length).isLessThan(file.count / 100).isLessThan(names.size() * 2048L);
    }

    @Test
    void handler_allocatesNothingPerEvent() throws IOException {
        prepare(300);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        TraceProcessor live = new TraceProcessor(List.of(new FunctionTotalsHandler(0)));
        live.start(names, tracks);
        callSteadily(live);

        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        callSteadily(live);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

        assertThat(allocated).isLessThan(20_000);
    }

    private void callSteadily(TraceProcessor live) {
        for (int i = 0; i < 200_000; i++) {
            now += 500;
            live.handle(event.set(Phase.ASYNC_BEGIN, now, i % 300, i % THREADS, SpanFlags.NONE));
            live.handle(event.set(Phase.ASYNC_END, now + 100 + (i % 7) * 50L, i % 300, i % THREADS, SpanFlags.NONE));
        }
    }

    private static final class CountedBytes extends OutputStream {
        long count;

        @Override
        public void write(int b) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            count += length;
        }
    }
}
