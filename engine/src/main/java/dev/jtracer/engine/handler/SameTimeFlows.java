// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Binds flows to events as DevTools' trace engine does: by exactly equal time, process, thread and category. */
final class SameTimeFlows {
    /** Of each flow the event bound at each of its times; null at a time while there is none. */
    private final List<Map<Long, Flows.@Nullable BoundEvent>> flows = new ArrayList<>();
    /** The flows that want the first event of a place. */
    private final Map<FlowEvent.Place, List<Integer>> wanted = new HashMap<>();

    private SameTimeFlows() {}

    static List<List<Flows.BoundEvent>> of(List<FlowEvent> events, FlowCandidates candidates, StringTable names) {
        SameTimeFlows result = new SameTimeFlows();
        result.open(events);
        result.bind(candidates, names);
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
        Map<FlowEvent.Key, Integer> open = new HashMap<>();
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
                wanted.computeIfAbsent(event.place(), place -> new ArrayList<>(1))
                        .add(flow);
            }
        }
    }

    private void bind(FlowCandidates candidates, StringTable names) {
        for (int i = 0; i < candidates.size() && !wanted.isEmpty(); i++) {
            List<Integer> takers = wanted.remove(candidates.place(i));
            if (takers != null) {
                Flows.BoundEvent bound = candidates.bound(i, names);
                takers.forEach(flow -> flows.get(flow).put(bound.tsNanos(), bound));
            }
        }
    }
}
