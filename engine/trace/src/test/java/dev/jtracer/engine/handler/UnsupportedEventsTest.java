// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.counter.CountersHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.handler.web.LayoutShiftsHandler;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a handler does not care about must cost it next to nothing: nearly all events of a trace are of that kind. */
class UnsupportedEventsTest {
    private static final int EVENTS = 200_000;
    /** Bytes that the JVM itself may allocate in between, far below one an event. */
    private static final long SLACK_BYTES = 20_000;

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final TraceEvent event = new TraceEvent(names, tracks);

    private void handleEvents(TraceProcessor processor, int track) {
        for (int i = 0; i < EVENTS; i++) {
            Phase phase =
                    switch (i & 3) {
                        case 0 -> Phase.ASYNC_BEGIN;
                        case 1 -> Phase.INSTANT;
                        case 2 -> Phase.INSTANT_OLD;
                        default -> Phase.COMPLETE;
                    };
            processor.handle(event.set(phase, i * 1_000L, i % names.size(), track, SpanFlags.NONE));
        }
    }

    @Test
    void handlers_allocateNothingForEventsOfOtherNames() {
        for (int i = 0; i < 5_000; i++) {
            names.add("com.acme.Type" + i + ".method");
        }
        int track = tracks.addThread(Track.Kind.THREAD, 1, 10, "worker");
        TraceProcessor processor = new TraceProcessor(List.of(
                new MetaHandler(),
                new CountersHandler(),
                new ObjectSnapshotsHandler(),
                new SamplesHandler(),
                new NetworkRequestsHandler(),
                new LayoutShiftsHandler()));
        processor.start(names, tracks);
        handleEvents(processor, track);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        handleEvents(processor, track);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

        assertThat(allocated).isLessThan(SLACK_BYTES);
        assertThat(processor.finish().data(MetaHandler.class).endNanos()).isPositive();
    }
}
