// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tracer shares the application's heap: what runs per event must leave no garbage. */
class LiveAllocationTest {
    private static final int CALLS = 200_000;
    /** Bytes that the JVM itself may allocate meanwhile: far less than one an event. */
    private static final long SLACK_BYTES = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();

    LiveAllocationTest() {
        for (int i = 0; i < 500; i++) {
            names.add("com.acme.Type" + i + ".method");
        }
        for (int i = 0; i < 4; i++) {
            tracks.addThread(Track.Kind.THREAD, 1, 10 + i, "worker " + i);
        }
    }

    private long allocatedBytes() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void handlers_allocateNothingPerEvent() {
        TraceEvent event = new TraceEvent(names, tracks);
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler(), new MetaHandler()));
        processor.start(names, tracks);
        handleCalls(processor, event, 0);

        long before = allocatedBytes();
        handleCalls(processor, event, CALLS * 1_000L);
        long allocated = allocatedBytes() - before;

        assertThat(allocated).isLessThan(SLACK_BYTES);
        assertThat(processor.finish().data(FunctionsHandler.class).rows()).hasSize(500);
    }

    @Test
    void handlers_allocateNothingPerRecord() {
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler(), new MetaHandler()));
        processor.start(names, tracks);
        CallRecords records = new CallRecords();
        handleRecords(processor, records, 0);

        long before = allocatedBytes();
        handleRecords(processor, records, CALLS * 1_000L);
        long allocated = allocatedBytes() - before;

        assertThat(allocated).isLessThan(SLACK_BYTES);
        assertThat(processor.finish().data(FunctionsHandler.class).rows()).hasSize(500);
    }

    private static void handleRecords(TraceProcessor processor, CallRecords records, long startNanos) {
        for (int i = 0; i < CALLS; i++) {
            int name = i % 500;
            long ts = startNanos + i * 1_000L;
            records.track(i & 3);
            records.add(CallRecords.BEGIN, name, ts);
            records.add(CallRecords.BEGIN, (name + 7) % 500, ts + 100);
            records.add(CallRecords.END_BY_EXCEPTION, (name + 7) % 500, ts + 300);
            records.add(CallRecords.END, name, ts + 900);
            if ((i + 1) % 100 == 0) {
                processor.handle(records);
                records.clear();
            }
        }
    }

    private static void handleCalls(TraceProcessor processor, TraceEvent event, long startNanos) {
        for (int i = 0; i < CALLS; i++) {
            int track = i & 3;
            int name = i % 500;
            long ts = startNanos + i * 1_000L;
            processor.handle(event.set(Phase.ASYNC_BEGIN, ts, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_BEGIN, ts + 100, (name + 7) % 500, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_END, ts + 300, (name + 7) % 500, track, SpanFlags.THREW));
            processor.handle(event.set(Phase.ASYNC_END, ts + 900, name, track, SpanFlags.NONE));
        }
    }

    @Test
    void callbacks_allocateNothingPerEvent() {
        TraceEvent event = new TraceEvent(names, tracks);
        TraceProcessor processor = new TraceProcessor(List.of(new FunctionsHandler(), new CallbacksHandler()));
        processor.start(names, tracks);
        handleCallbacks(processor, event, 0);

        long before = allocatedBytes();
        handleCallbacks(processor, event, CALLS);
        long allocated = allocatedBytes() - before;

        assertThat(allocated).isLessThan(SLACK_BYTES);
        assertThat(processor.finish().data(FunctionsHandler.class).rows()).hasSize(500);
    }

    /** Two of three callbacks run, a thousand calls later and on another thread; every other pass is a forward. */
    private static void handleCallbacks(TraceProcessor processor, TraceEvent event, int start) {
        for (int i = start + 1; i <= start + CALLS; i++) {
            int track = i & 3;
            int name = i % 500;
            long ts = i * 1_000L;
            processor.handle(event.set(Phase.ASYNC_BEGIN, ts, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_BEGIN, ts, name, track, SpanFlags.PASS)
                    .setBindId(i)
                    .setForward(i % 2 == 0 ? 0 : i - 1));
            processor.handle(event.set(Phase.ASYNC_END, ts, name, track, SpanFlags.NONE));
            processor.handle(event.set(Phase.ASYNC_END, ts + 900, name, track, SpanFlags.NONE));
            if (i % 3 > 0 && i > 1_000) {
                processor.handle(event.set(Phase.ASYNC_BEGIN, ts, name, track ^ 1, SpanFlags.CALLBACK)
                        .setBindId(i - 1_000));
                processor.handle(event.set(Phase.ASYNC_END, ts + 500, name, track ^ 1, SpanFlags.NONE));
            }
        }
    }

    @Test
    void writer_allocatesNothingPerEvent() throws IOException {
        SegmentedTraceWriter writer = new SegmentedTraceWriter(
                part -> OutputStream.nullOutputStream(),
                names,
                tracks,
                new RecordingInfo(1, "app", List.of(), Map.of(), 0),
                new TraceLimits(Long.MAX_VALUE, 500, 0));
        writeCalls(writer, 0);

        long before = allocatedBytes();
        writeCalls(writer, CALLS * 1_000L);
        long allocated = allocatedBytes() - before;

        assertThat(allocated).isLessThan(SLACK_BYTES);
        assertThat(writer.counts().calls()).isEqualTo(CALLS * 4L);
        writer.close();
    }

    private static void writeCalls(SegmentedTraceWriter writer, long startNanos) throws IOException {
        for (int i = 0; i < CALLS; i++) {
            int track = i & 3;
            int name = i % 500;
            long ts = startNanos + i * 1_000L;
            writer.enter(track, name, ts);
            writer.enter(track, (name + 7) % 500, ts + 100);
            writer.pass(track, (name + 9) % 500, ts + 100, i + 1, i);
            writer.exit(track, (name + 7) % 500, ts + 300, true);
            writer.enterRun(track, (name + 9) % 500, ts + 400, i + 1, (i & 1) == 0);
            writer.exit(track, (name + 9) % 500, ts + 500, false);
            writer.exit(track, name, ts + 900, false);
        }
    }
}
