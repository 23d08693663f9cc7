// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;

/** Begins and ends of one function on one thread, as many as wanted. */
class FakeSource implements TraceSource {
    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final int events;
    private final boolean knowsSize;
    private int delivered;

    FakeSource(int events, boolean knowsSize) {
        this.events = events;
        this.knowsSize = knowsSize;
        names.add("f");
        tracks.addThread(Track.Kind.THREAD, 1, 1, "main");
    }

    /** To be overridden: something happens while events are read. */
    void deliver(int event) throws IOException {}

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        TraceEvent event = new TraceEvent(names, tracks);
        for (int i = 0; i < events; i++) {
            Phase phase = i % 2 == 0 ? Phase.ASYNC_BEGIN : Phase.ASYNC_END;
            deliver(i);
            delivered++;
            consumer.accept(event.set(phase, i * 1_000L, 0, 0, SpanFlags.NONE));
        }
        return ImportReport.NONE;
    }

    int delivered() {
        return delivered;
    }

    @Override
    public double progress() {
        return knowsSize ? (double) delivered / events : Double.NaN;
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public StringTable symbols() {
        return TraceEvent.LIVE_SYMBOLS;
    }

    @Override
    public TrackTable tracks() {
        return tracks;
    }
}
