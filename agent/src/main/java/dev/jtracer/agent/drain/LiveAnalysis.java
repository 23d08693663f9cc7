// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.recording.RecordSink;
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

/** The engine's handlers over a recording while it runs. Belongs to the tracer's thread. */
public final class LiveAnalysis {
    private final FunctionsHandler functions = new FunctionsHandler();
    private final CallbacksHandler callbacks = new CallbacksHandler();
    private final TraceProcessor processor;
    private final LiveFeed feed;

    /**
     * @param names names of methods by id, which others may add to meanwhile
     * @param startNanos when the recording starts
     * @param more handlers beside the totals
     */
    public LiveAnalysis(StringTable names, long processId, long startNanos, List<EventHandler<?>> more) {
        List<EventHandler<?>> handlers = new ArrayList<>(more);
        handlers.add(functions);
        handlers.add(callbacks);
        TrackTable tracks = new TrackTable();
        processor = new TraceProcessor(handlers);
        processor.start(names, tracks);
        feed = new LiveFeed(names, processId, startNanos, processor, tracks);
    }

    /** Takes the records. */
    public RecordSink sink() {
        return feed;
    }

    /** The totals so far. */
    public Functions functions() {
        return functions.snapshot();
    }

    /** What became of the callbacks so far. */
    public Callbacks callbacks() {
        return callbacks.snapshot();
    }
}
