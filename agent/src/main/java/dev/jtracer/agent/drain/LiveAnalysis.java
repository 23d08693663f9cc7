// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.model.TraceProcessor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine's handlers, fed with a recording while it runs. Confined to the tracer's thread. */
public final class LiveAnalysis {
    private final FunctionsHandler functions = new FunctionsHandler();
    private final CallbacksHandler callbacks = new CallbacksHandler();
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
        TraceProcessor processor = new TraceProcessor(handlers);
        processor.start(names, tracks);
        feed = new LiveFeed(names, processId, startNanos, processor, tracks, order);
    }

    /** Returns what receives the records, and tells which calls are open. */
    public LiveFeed feed() {
        return feed;
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
