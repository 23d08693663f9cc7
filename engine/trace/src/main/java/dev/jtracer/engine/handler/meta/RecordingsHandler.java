// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CollectingHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A handler that collects jtracer's facts about each recording: settings at the start, counters at the end. */
public final class RecordingsHandler extends CollectingHandler<Recordings> {
    private final Map<Long, Args> starts = new LinkedHashMap<>();
    /** By process, the facts of the end of each file by where the file begins. */
    private final Map<Long, SortedMap<Long, Args>> ends = new LinkedHashMap<>();

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
                ends.computeIfAbsent(event.pid(), pid -> new TreeMap<>())
                        .put(event.args().longOrZero(TraceWords.FROM_NANOS), event.args());
            default -> {}
        }
    }

    @Override
    protected Recordings result() {
        List<Recordings.Recording> recordings = new ArrayList<>();
        starts.forEach((pid, start) -> {
            SortedMap<Long, Args> files = ends.getOrDefault(pid, Collections.emptySortedMap());
            recordings.add(new Recordings.Recording(pid, start, end(files.values())));
        });
        return new Recordings(recordings);
    }

    /** Returns the facts of the end of a recording in several files, those of the last one where they differ. */
    private static Args end(Collection<Args> files) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        for (Args file : files) {
            file.asMap().forEach((key, value) -> {
                boolean isSum = TraceWords.COUNTERS_OF_FILE.contains(key) && facts.containsKey(key);
                facts.put(key, isSum ? sum(facts.get(key), value) : value);
            });
        }
        return Args.of(facts);
    }

    private static @Nullable Object sum(@Nullable Object one, @Nullable Object other) {
        return one instanceof Number before && other instanceof Number more
                ? (Object) Saturated.sum(before.longValue(), more.longValue())
                : other;
    }
}
