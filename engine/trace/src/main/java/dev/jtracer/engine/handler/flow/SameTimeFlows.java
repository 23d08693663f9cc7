// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The binding of flows to events as in DevTools' trace engine: by exactly equal time, process, thread and category.
 */
final class SameTimeFlows {
    /** For each flow the event bound at each of its times; null until there is one. */
    private final List<Map<Long, Flows.@Nullable BoundEvent>> flows = new ArrayList<>();
    /** The flows that need the first event of a place. */
    private final Map<FlowEvent.Place, List<Integer>> needed = new HashMap<>();

    /** The first event of the trace at each of these places. */
    private final Map<FlowEvent.Place, Flows.BoundEvent> first = new HashMap<>();

    private SameTimeFlows() {}

    static List<List<Flows.BoundEvent>> of(
            List<FlowEvent> events,
            FlowCandidates candidates,
            List<FlowSpan> spans,
            TrackTable tracks,
            StringTable names) {
        SameTimeFlows result = new SameTimeFlows();
        result.open(events);
        result.bind(candidates, spans, tracks, names);
        List<List<Flows.BoundEvent>> complete = new ArrayList<>();
        for (Map<Long, Flows.@Nullable BoundEvent> flow : result.flows) {
            List<Flows.BoundEvent> bound =
                    flow.values().stream().filter(Objects::nonNull).toList();
            if (bound.size() > 1) {
                complete.add(bound);
            }
        }
        return complete;
    }

    private void open(List<FlowEvent> events) {
        Map<FlowKey, Integer> open = new HashMap<>();
        for (FlowEvent event : events) {
            Integer flow = open.get(event.key());
            switch (event.phase()) {
                case FLOW_START -> {
                    flow = flows.size();
                    flows.add(new LinkedHashMap<>());
                    open.put(event.key(), flow);
                }
                case FLOW_FINISH -> open.remove(event.key());
                default -> {}
            }
            if (flow != null) {
                flows.get(flow).putIfAbsent(event.tsNanos(), null);
                needed.computeIfAbsent(event.place(), place -> new ArrayList<>(1))
                        .add(flow);
            }
        }
    }

    private void bind(FlowCandidates candidates, List<FlowSpan> spans, TrackTable tracks, StringTable names) {
        for (FlowCandidates.Candidate candidate : candidates.all()) {
            if (needed.containsKey(candidate.place())) {
                offer(candidate.place(), candidate.bound(names));
            }
        }
        for (FlowSpan span : spans) {
            Track track = tracks.get(span.track());
            FlowEvent.Place place =
                    new FlowEvent.Place(span.startNanos(), track.pid(), track.tid(), span.categoryIndex());
            if (track.kind() != Track.Kind.ASYNC && needed.containsKey(place)) {
                offer(
                        place,
                        new Flows.BoundEvent(
                                span.beginIndex(),
                                track.pid(),
                                track.tid(),
                                names.get(span.nameIndex()),
                                span.startNanos()));
            }
        }
        List<Map.Entry<FlowEvent.Place, Flows.BoundEvent>> inOrder = new ArrayList<>(first.entrySet());
        inOrder.sort(Comparator.comparingLong(entry -> entry.getValue().index()));
        for (Map.Entry<FlowEvent.Place, Flows.BoundEvent> entry : inOrder) {
            for (int flow : needed.getOrDefault(entry.getKey(), List.of())) {
                flows.get(flow).put(entry.getValue().tsNanos(), entry.getValue());
            }
        }
    }

    private void offer(FlowEvent.Place place, Flows.BoundEvent event) {
        first.merge(place, event, (one, other) -> one.index() <= other.index() ? one : other);
    }
}
