// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FlowChains;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The calls of a thread at which the arrows of flow events begin and end: one chain of arrows for each call. */
final class RowArrows {
    private final Map<Integer, Ends> endsOfCalls = new HashMap<>();
    private final Set<TraceEvent> bound = Collections.newSetFromMap(new IdentityHashMap<>());
    private final FlowChains chains;

    /** The chain of a call, and {@code FLOW_OUT} and {@code FLOW_IN} for what its arrows do there. */
    record Ends(long chain, int flags) {}

    private RowArrows(FlowChains chains) {
        this.chains = chains;
    }

    /** Finds the calls of a thread for its flow events, which are among others in the order of time. */
    static RowArrows of(ExportedTrace trace, ThreadRow row, Collection<TraceEvent> points, FlowChains chains) {
        RowArrows arrows = new RowArrows(chains);
        Deque<TraceEvent> flows =
                points.stream().filter(FlowChains::isFlow).collect(Collectors.toCollection(ArrayDeque::new));
        if (!flows.isEmpty()) {
            arrows.bind(trace.uncounted(row, CallCursor.Times.NESTED), flows);
        }
        return arrows;
    }

    private void bind(CallCursor calls, Deque<TraceEvent> flows) {
        Deque<Integer> open = new ArrayDeque<>();
        List<TraceEvent> waiting = new ArrayList<>();
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            if (step == CallCursor.Step.BEGIN) {
                bindBefore(calls.startNanos(), flows, open, waiting);
                open.push(calls.call());
                while (!flows.isEmpty()
                        && flows.element().tsNanos() == calls.startNanos()
                        && FlowChains.bindsToNext(flows.element())) {
                    waiting.add(flows.remove());
                }
                waiting.forEach(flow -> bind(flow, calls.call()));
                waiting.clear();
            } else {
                bindBefore(calls.endNanos() + 1, flows, open, waiting); // an arrow at a call's end belongs to the call
                open.pop();
            }
        }
    }

    private void bindBefore(long nanos, Deque<TraceEvent> flows, Deque<Integer> open, List<TraceEvent> waiting) {
        for (TraceEvent next = flows.peek(); next != null && next.tsNanos() < nanos; next = flows.peek()) {
            flows.remove();
            if (FlowChains.bindsToNext(next)) {
                waiting.add(next);
            } else if (!open.isEmpty()) {
                bind(next, open.element());
            }
        }
    }

    private void bind(TraceEvent flow, int call) {
        long chain = chains.number(flow);
        int in = flow.phase() == Phase.FLOW_START ? 0 : SpanFlags.FLOW_IN;
        int out = flow.phase() == Phase.FLOW_FINISH ? 0 : SpanFlags.FLOW_OUT;
        Ends before = endsOfCalls.get(call);
        if (before == null || before.chain == chain) {
            endsOfCalls.put(call, new Ends(chain, in | out | (before == null ? 0 : before.flags)));
            bound.add(flow);
        }
    }

    /** Returns the ends of arrows at a call; null if there are none. */
    @Nullable
    Ends ends(int call) {
        return endsOfCalls.get(call);
    }

    /** Returns the flow events that the ends of the calls stand for. */
    Set<TraceEvent> bound() {
        return bound;
    }
}
