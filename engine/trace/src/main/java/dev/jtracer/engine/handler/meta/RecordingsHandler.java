// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CollectingHandler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A handler that collects jtracer's facts about each recording: settings at the start, counters at the end. */
public final class RecordingsHandler extends CollectingHandler<Recordings> {
    private final Map<Long, Args> starts = new LinkedHashMap<>();
    private final Map<Long, EndFacts> ends = new LinkedHashMap<>();

    public RecordingsHandler() {}

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
            case TraceWords.RECORDING_END ->
                ends.computeIfAbsent(event.pid(), pid -> new EndFacts()).add(event.args());
            default -> {}
        }
    }

    @Override
    protected Recordings result() {
        return Recordings.of(starts, ends);
    }
}
