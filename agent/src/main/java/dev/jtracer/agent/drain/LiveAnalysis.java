// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.OpenSpans;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine's handlers, fed with a recording while it runs. Confined to the tracer's thread. */
public final class LiveAnalysis {
    private final FunctionsHandler functions = new FunctionsHandler();
    private final CallbacksHandler callbacks = new CallbacksHandler();
    private final TraceProcessor processor;
    private final LiveFeed feed;

    /**
     * @param names names of methods by id; other threads may add some meanwhile
     * @param startNanos start of the recording, which times count from
     * @param more handlers in addition to the totals
     * @param order receives the threads and the horizon of the events; null if no handler needs them
     */
    public LiveAnalysis(
            StringTable names, long processId, long startNanos, List<EventHandler<?>> more, @Nullable LiveOrder order) {
        List<EventHandler<?>> handlers = new ArrayList<>(more);
        handlers.add(functions);
        handlers.add(callbacks);
        TrackTable tracks = new TrackTable();
        processor = new TraceProcessor(handlers);
        processor.start(names, tracks);
        feed = new LiveFeed(names, processId, startNanos, processor, tracks, order);
    }

    public RecordSink sink() {
        return feed;
    }

    /** Returns the threads with open calls, the one with the oldest call first. */
    public List<OpenThread> openThreads() {
        return feed.openThreads();
    }

    /** Returns how many tracks there are. */
    int tracks() {
        return feed.tracks();
    }

    /** Returns the calls that are open on a track of a platform thread, to be read at once; null if there is none. */
    @Nullable
    OpenSpans openOnPlatformThread(int track) {
        return feed.openOnPlatformThread(track);
    }

    /** Returns the thread of a track with an open call. */
    long thread(int track) {
        return feed.thread(track);
    }

    /** Returns the totals so far. */
    public Functions functions() {
        return functions.snapshot();
    }

    /** Returns the statistics of callbacks so far. */
    public Callbacks callbacks() {
        return callbacks.snapshot();
    }
}
