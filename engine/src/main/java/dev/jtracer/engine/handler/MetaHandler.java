// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the bounds of a trace, the names of its processes and threads, and what the tracer noted about the recording. */
public final class MetaHandler implements EventHandler<Meta> {
    /** The category in which the tracer notes facts. */
    private static final String FACTS = "jtracer";

    private final HandlerState state = new HandlerState(MetaHandler.class);
    private final Map<Long, NamedProcess> processes = new TreeMap<>();
    private final Map<String, Args> facts = new LinkedHashMap<>();
    private TrackTable tracks = new TrackTable();
    private long events;
    private long startNanos = Long.MAX_VALUE;
    private long endNanos = Long.MIN_VALUE;

    /** A handler that has seen nothing. */
    public MetaHandler() {}

    @Override
    public void reset() {
        state.reset();
        processes.clear();
        facts.clear();
        tracks = new TrackTable();
        events = 0;
        startNanos = Long.MAX_VALUE;
        endNanos = Long.MIN_VALUE;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        tracks = context.tracks();
    }

    @Override
    public void handleEvent(TraceEvent event) {
        Phase phase = event.phase();
        if (phase == Phase.METADATA) {
            takeMetadata(event);
            return;
        }
        // Every phase that lies in time counts, also b, e and n: a trace may have nothing else.
        long ts = event.tsNanos();
        events++;
        startNanos = Math.min(startNanos, ts);
        endNanos = Math.max(endNanos, ts + event.durNanos());
        if (phase == Phase.INSTANT && event.category().equals(FACTS)) {
            facts.put(event.name(), event.args());
        }
    }

    private void takeMetadata(TraceEvent event) {
        switch (event.name()) {
            case "process_name" -> process(event.pid()).name = text(event, "name");
            case "process_labels" -> process(event.pid()).labels = text(event, "labels");
            case "thread_name" -> process(event.pid()).threads.put(event.tid(), text(event, "name"));
            default -> {}
        }
    }

    private static String text(TraceEvent event, String argument) {
        String text = event.args().text(argument);
        return text == null ? "" : text;
    }

    private NamedProcess process(long pid) {
        return processes.computeIfAbsent(pid, number -> new NamedProcess());
    }

    @Override
    public void finish() {
        state.finish();
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            process(track.pid()).threads.putIfAbsent(track.tid(), track.name());
        }
    }

    @Override
    public Meta data() {
        state.requireFinished();
        SortedMap<Long, Meta.ProcessInfo> infos = new TreeMap<>();
        processes.forEach((pid, process) -> infos.put(pid, process.info()));
        return new Meta(events, events == 0 ? 0 : startNanos, events == 0 ? 0 : endNanos, infos, facts);
    }

    private static final class NamedProcess {
        String name = "";
        String labels = "";
        final SortedMap<Long, String> threads = new TreeMap<>();

        Meta.ProcessInfo info() {
            return new Meta.ProcessInfo(name, labels, threads);
        }
    }
}
