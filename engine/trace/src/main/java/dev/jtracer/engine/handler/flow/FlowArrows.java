// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/** The binding of flows to spans by catapult's rules, see {@link Flows}. */
final class FlowArrows {

    /** The start of the next arrow of a flow. */
    private record Start(FlowSpan span, long nanos) {}

    /** An arrow, whose names are looked up on request. */
    private record Bound(FlowSpan from, FlowSpan to, int nameIndex, long startNanos, long endNanos) {}

    private final List<FlowSpan> spans;
    private final StringTable names;
    private final Map<Flows.Problem, Long> problems = new EnumMap<>(Flows.Problem.class);
    private final List<Bound> arrows = new ArrayList<>();

    FlowArrows(List<FlowSpan> spans, StringTable names) {
        this.spans = spans;
        this.names = names;
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
        Map<Integer, List<FlowSpan>> spansOfTrack = new HashMap<>();
        events.forEach(event -> spansOfTrack.computeIfAbsent(event.track(), track -> new ArrayList<>()));
        for (FlowSpan span : spans) {
            List<FlowSpan> ofTrack = spansOfTrack.get(span.track());
            if (ofTrack != null) {
                ofTrack.add(span);
            }
        }
        Map<Integer, SpansByTime> result = new HashMap<>();
        spansOfTrack.forEach((track, ofTrack) -> result.put(track, new SpansByTime(ofTrack)));
        return result;
    }

    private void startArrow(FlowEvent event, SpansByTime onTrack, Map<FlowKey, Start> started) {
        FlowSpan span = onTrack.around(event.tsNanos());
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
        FlowSpan span = around ? onTrack.around(event.tsNanos()) : onTrack.next(event.tsNanos(), event.index());
        if (span == null) {
            count(Flows.Problem.END_OUTSIDE_OF_SPANS);
            return;
        }
        arrows.add(new Bound(start.span, span, event.nameIndex(), start.nanos, event.tsNanos()));
        if (event.phase() == Phase.FLOW_STEP) {
            started.put(event.key(), new Start(span, event.tsNanos()));
        }
    }

    private static boolean bindsAround(String category) {
        return category.contains("input") || category.contains("ipc.flow");
    }

    /** Adds the arrows between spans with the same {@code bind_id}. */
    void bindSpans(TrackTable tracks) {
        Map<BindId, FlowSpan> producers = new HashMap<>();
        spans.stream()
                .filter(span -> span.bindId() != 0 && (span.flags() & SpanFlags.FLOW) != 0)
                .sorted(Comparator.comparingLong(FlowSpan::startNanos).thenComparingLong(FlowSpan::beginIndex))
                .forEach(span -> bindSpan(span, tracks.get(span.track()).pid(), producers));
    }

    private void bindSpan(FlowSpan span, long pid, Map<BindId, FlowSpan> producers) {
        BindId binding = BindId.of(span.bindId(), span.flags(), pid);
        boolean in = (span.flags() & SpanFlags.FLOW_IN) != 0;
        boolean out = (span.flags() & SpanFlags.FLOW_OUT) != 0;
        FlowSpan producer = producers.get(binding);
        if (in && producer != null) {
            long begin = span.startNanos();
            long start = producer.endNanos() <= begin ? producer.endNanos() : producer.startNanos();
            arrows.add(new Bound(producer, span, span.nameIndex(), start, begin));
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

    Map<Flows.Problem, Long> problems() {
        return problems;
    }

    List<Flows.Arrow> arrows() {
        return new Arrows(arrows, names);
    }

    /**
     * Arrows, each made on request: a trace may have as many as it has callbacks. Retains only spans with an arrow.
     */
    private static final class Arrows extends AbstractList<Flows.Arrow> implements RandomAccess {
        private final List<Bound> bound;
        private final StringTable names;

        Arrows(List<Bound> bound, StringTable names) {
            this.bound = bound;
            this.names = names;
        }

        @Override
        public Flows.Arrow get(int i) {
            Bound arrow = bound.get(i);
            return new Flows.Arrow(
                    names.get(arrow.nameIndex),
                    arrow.from.ref(names),
                    arrow.to.ref(names),
                    arrow.startNanos,
                    arrow.endNanos);
        }

        @Override
        public int size() {
            return bound.size();
        }
    }
}
