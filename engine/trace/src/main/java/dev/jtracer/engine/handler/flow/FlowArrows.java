// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.flow.Flows.SpanRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The binding of flows to spans by catapult's rules, see {@link Flows}. */
final class FlowArrows {

    /** The start of the next arrow of a flow. */
    private record Start(SpanRef span, long nanos) {}

    private final List<SpanRef> spans;
    final Map<Flows.Problem, Long> problems = new EnumMap<>(Flows.Problem.class);
    final List<Flows.Arrow> arrows = new ArrayList<>();

    FlowArrows(List<SpanRef> spans) {
        this.spans = spans;
    }

    /** Adds the arrows of {@code s}, {@code t} and {@code f}. */
    void bindEvents(List<FlowEvent> events, StringTable symbols) {
        Map<Integer, SpansByTime> spansByTrack = spansByTrack(events);
        Map<FlowKey, Start> started = new HashMap<>();
        SpansByTime none = new SpansByTime(List.of());
        List<FlowEvent> inOrder = new ArrayList<>(events);
        inOrder.sort(Comparator.comparingLong(FlowEvent::tsNanos));
        for (FlowEvent event : inOrder) {
            SpansByTime onTrack = spansByTrack.getOrDefault(event.track(), none);
            if (event.phase() != Phase.FLOW_START) {
                endArrow(event, onTrack, started, symbols);
            } else if (started.containsKey(event.key())) {
                count(Flows.Problem.REPEATED_START);
            } else {
                startArrow(event, onTrack, started);
            }
        }
    }

    private Map<Integer, SpansByTime> spansByTrack(List<FlowEvent> events) {
        Map<Integer, List<SpanRef>> spansOfTrack = new HashMap<>();
        events.forEach(event -> spansOfTrack.computeIfAbsent(event.track(), track -> new ArrayList<>()));
        for (SpanRef span : spans) {
            List<SpanRef> ofTrack = spansOfTrack.get(span.track());
            if (ofTrack != null) {
                ofTrack.add(span);
            }
        }
        Map<Integer, SpansByTime> result = new HashMap<>();
        spansOfTrack.forEach((track, ofTrack) -> result.put(track, new SpansByTime(ofTrack)));
        return result;
    }

    private void startArrow(FlowEvent event, SpansByTime onTrack, Map<FlowKey, Start> started) {
        SpanRef span = onTrack.around(event.tsNanos());
        if (span == null) {
            count(Flows.Problem.START_OUTSIDE_OF_SPANS);
        } else {
            started.put(event.key(), new Start(span, event.tsNanos()));
        }
    }

    private void endArrow(FlowEvent event, SpansByTime onTrack, Map<FlowKey, Start> started, StringTable symbols) {
        Start start = started.get(event.key());
        if (start == null) {
            count(Flows.Problem.NO_START);
            return;
        }
        String bp = event.bp();
        if (bp != null && !bp.equals("e")) {
            count(Flows.Problem.BAD_BINDING_POINT);
            return;
        }
        started.remove(event.key());
        boolean around = event.phase() == Phase.FLOW_STEP
                || bp != null
                || bindsAround(symbols.get(event.key().categoryIndex()));
        SpanRef span = around ? onTrack.around(event.tsNanos()) : onTrack.next(event.tsNanos(), event.index());
        if (span == null) {
            count(Flows.Problem.END_OUTSIDE_OF_SPANS);
            return;
        }
        arrows.add(new Flows.Arrow(event.name(), start.span, span, start.nanos, event.tsNanos()));
        if (event.phase() == Phase.FLOW_STEP) {
            started.put(event.key(), new Start(span, event.tsNanos()));
        }
    }

    private static boolean bindsAround(String category) {
        return category.contains("input") || category.contains("ipc.flow");
    }

    /** Adds the arrows between spans with the same {@code bind_id}. */
    void bindSpans(TrackTable tracks) {
        Map<BindId, SpanRef> producers = new HashMap<>();
        spans.stream()
                .filter(span -> span.bindId() != 0 && (span.flags() & SpanFlags.FLOW) != 0)
                .sorted(Comparator.comparingLong(SpanRef::startNanos).thenComparingLong(SpanRef::beginIndex))
                .forEach(span -> bindSpan(span, tracks.get(span.track()).pid(), producers));
    }

    private void bindSpan(SpanRef span, long pid, Map<BindId, SpanRef> producers) {
        BindId binding = BindId.of(span.bindId(), span.flags(), pid);
        boolean in = (span.flags() & SpanFlags.FLOW_IN) != 0;
        boolean out = (span.flags() & SpanFlags.FLOW_OUT) != 0;
        SpanRef producer = producers.get(binding);
        if (in && producer != null) {
            long begin = span.startNanos();
            long start = producer.endNanos() <= begin ? producer.endNanos() : producer.startNanos();
            arrows.add(new Flows.Arrow(span.name(), producer, span, start, begin));
        } else if (in) {
            count(Flows.Problem.NO_PRODUCER);
        }
        if (out && !in && producer != null) {
            count(Flows.Problem.REPEATED_PRODUCER);
        } else if (out) {
            producers.put(binding, span);
        }
    }

    private void count(Flows.Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }
}
