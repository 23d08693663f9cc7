// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TrackTable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/** The binding of flows to spans by catapult's rules, see {@link Flows}. */
final class FlowArrows {
    private static final int BOUND = SpanFlags.FLOW_OUT | SpanFlags.FLOW_IN;
    private static final int OF_CALLBACK = SpanFlags.PASSING | SpanFlags.CALLBACK;

    /** The start of the next arrow of a flow. */
    private record Start(int span, long nanos) {}

    private final FlowSpans spans;
    private final StringTable names;
    private final Map<Flows.Problem, Long> problems = new EnumMap<>(Flows.Problem.class);
    private final Arrows arrows = new Arrows();

    FlowArrows(FlowSpans spans, StringTable names) {
        this.spans = spans;
        this.names = names;
    }

    /** Adds the arrows of {@code s}, {@code t} and {@code f}. */
    void bindEvents(List<FlowEvent> events, StringTable symbols) {
        Map<Integer, SpansByTime> spansByTrack = spansByTrack(events);
        Map<FlowEvent.Key, Start> started = new HashMap<>();
        SpansByTime none = new SpansByTime(spans, List.of());
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
        Map<Integer, List<Integer>> rows = new HashMap<>();
        events.forEach(event -> rows.computeIfAbsent(event.track(), track -> new ArrayList<>()));
        for (int row = 0; row < spans.size(); row++) {
            List<Integer> ofTrack = rows.get(spans.track(row));
            if (ofTrack != null) {
                ofTrack.add(row);
            }
        }
        Map<Integer, SpansByTime> result = new HashMap<>();
        rows.forEach((track, ofTrack) -> result.put(track, new SpansByTime(spans, ofTrack)));
        return result;
    }

    private void startArrow(FlowEvent event, SpansByTime onTrack, Map<FlowEvent.Key, Start> started) {
        int span = onTrack.around(event.tsNanos());
        if (span == SpansByTime.NONE) {
            count(Flows.Problem.START_OUTSIDE_OF_SPANS);
        } else {
            started.put(event.key(), new Start(span, event.tsNanos()));
        }
    }

    private void endArrow(
            FlowEvent event, SpansByTime onTrack, Map<FlowEvent.Key, Start> started, StringTable symbols) {
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
        int span = around ? onTrack.around(event.tsNanos()) : onTrack.next(event.tsNanos(), event.index());
        if (span == SpansByTime.NONE) {
            count(Flows.Problem.END_OUTSIDE_OF_SPANS);
            return;
        }
        arrows.add(start.span, span, event.nameIndex(), start.nanos, event.tsNanos());
        if (event.phase() == Phase.FLOW_STEP) {
            started.put(event.key(), new Start(span, event.tsNanos()));
        }
    }

    private static boolean bindsAround(String category) {
        return category.contains("input") || category.contains("ipc.flow");
    }

    /** Adds the arrows between spans with the same {@code bind_id}. */
    void bindSpans(TrackTable tracks) {
        List<Integer> bound = new ArrayList<>();
        for (int row = 0; row < spans.size(); row++) {
            if (spans.bindId(row) != 0 && (spans.flags(row) & BOUND) != 0) {
                bound.add(row);
            }
        }
        bound.sort(Comparator.<Integer>comparingLong(spans::startNanos).thenComparingLong(spans::beginIndex));
        Map<BindId, Integer> producers = new HashMap<>();
        for (int row : bound) {
            // Each JVM numbers passings by itself; other bind_ids are unique in the whole trace.
            boolean ofCallback = (spans.flags(row) & OF_CALLBACK) != 0;
            long pid = ofCallback ? tracks.get(spans.track(row)).pid() : 0;
            bindSpan(row, new BindId(spans.bindId(row), pid), producers);
        }
    }

    private void bindSpan(int row, BindId binding, Map<BindId, Integer> producers) {
        boolean in = (spans.flags(row) & SpanFlags.FLOW_IN) != 0;
        boolean out = (spans.flags(row) & SpanFlags.FLOW_OUT) != 0;
        Integer producer = producers.get(binding);
        if (in && producer != null) {
            long begin = spans.startNanos(row);
            long end = spans.endNanos(producer);
            long start = end <= begin ? end : spans.startNanos(producer);
            arrows.add(producer, row, spans.nameIndex(row), start, begin);
        } else if (in) {
            count(Flows.Problem.NO_PRODUCER);
        }
        if (out && !in && producer != null) {
            count(Flows.Problem.REPEATED_PRODUCER);
        } else if (out) {
            producers.put(binding, row);
        }
    }

    private void count(Flows.Problem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    Map<Flows.Problem, Long> problems() {
        return problems;
    }

    List<Flows.Arrow> arrows() {
        return arrows;
    }

    /** Arrows in columns, because a trace may have as many as it has callbacks. */
    private final class Arrows extends AbstractList<Flows.Arrow> implements RandomAccess {
        private int[] from = new int[16];
        private int[] to = new int[16];
        private int[] nameIndexes = new int[16];
        private long[] startNanos = new long[16];
        private long[] endNanos = new long[16];
        private int count;

        void add(int fromSpan, int toSpan, int nameIndex, long start, long end) {
            if (count == from.length) {
                from = Arrays.copyOf(from, count * 2);
                to = Arrays.copyOf(to, count * 2);
                nameIndexes = Arrays.copyOf(nameIndexes, count * 2);
                startNanos = Arrays.copyOf(startNanos, count * 2);
                endNanos = Arrays.copyOf(endNanos, count * 2);
            }
            from[count] = fromSpan;
            to[count] = toSpan;
            nameIndexes[count] = nameIndex;
            startNanos[count] = start;
            endNanos[count] = end;
            count++;
        }

        @Override
        public Flows.Arrow get(int i) {
            if (i >= count) {
                throw new IndexOutOfBoundsException(i);
            }
            return new Flows.Arrow(
                    names.get(nameIndexes[i]),
                    spans.ref(from[i], names),
                    spans.ref(to[i], names),
                    startNanos[i],
                    endNanos[i]);
        }

        @Override
        public int size() {
            return count;
        }
    }
}
