// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that collects jtracer's facts about each recording in a trace: its settings at the start, its counters at the
 * end.
 */
public final class RecordingsHandler implements EventHandler<Recordings> {
    private final HandlerState state = new HandlerState(RecordingsHandler.class);
    private final Map<Long, Args> starts = new LinkedHashMap<>();
    private final Map<Long, Args> ends = new LinkedHashMap<>();
    private Recordings result = Recordings.NONE;

    /** Creates a handler. */
    public RecordingsHandler() {}

    @Override
    public void reset() {
        state.reset();
        starts.clear();
        ends.clear();
        result = Recordings.NONE;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (!event.category().equals(TraceWords.JTRACER)) {
            return;
        }
        switch (event.name()) {
            case TraceWords.RECORDING -> starts.putIfAbsent(event.pid(), event.args());
            case TraceWords.RECORDING_END -> ends.put(event.pid(), event.args());
            default -> {}
        }
    }

    @Override
    public void finish() {
        state.finish();
        List<Recordings.Recording> recordings = new ArrayList<>();
        starts.forEach((pid, start) ->
                recordings.add(new Recordings.Recording(pid, start, ends.getOrDefault(pid, Args.EMPTY))));
        result = new Recordings(recordings);
    }

    @Override
    public Recordings data() {
        state.requireFinished();
        return result;
    }
}
