// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.PassNumber;
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
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

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
        Map<Long, SpanRef> producers = new HashMap<>();
        spans.stream()
                .filter(span -> span.bindId() != 0 && (span.flags() & SpanFlags.FLOW) != 0)
                .sorted(Comparator.comparingLong(SpanRef::startNanos).thenComparingLong(SpanRef::beginIndex))
                .forEach(span -> bindSpan(span, tracks.get(span.track()).pid(), producers));
    }

    private void bindSpan(SpanRef span, long pid, Map<Long, SpanRef> producers) {
        long binding = PassNumber.key(span.bindId(), span.flags(), pid);
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

    /** The spans of one track in the order of their begins, an outer span before its inner spans. */
    private static final class SpansByTime {
        private static final int NONE = -1;

        private final SpanRef[] spans;
        /** For each index in {@link #spans} that of the span around it. */
        private final int[] parents;
        /** For each index that of a span further out. The steps to the outermost span double in length. */
        private final int[] jumps;

        private final int[] depths;
        /** For each index the latest begin among the spans up to it that begin at the same time. */
        private final long[] latestBegins;

        SpansByTime(List<SpanRef> ofTrack) {
            this.spans = ofTrack.stream()
                    .sorted(Comparator.comparingLong(SpanRef::startNanos)
                            .thenComparing(
                                    Comparator.comparingLong(SpanRef::endNanos).reversed())
                            .thenComparingLong(SpanRef::beginIndex))
                    .toArray(SpanRef[]::new);
            this.parents = new int[spans.length];
            this.jumps = new int[spans.length];
            this.depths = new int[spans.length];
            this.latestBegins = new long[spans.length];
            for (int place = 0; place < spans.length; place++) {
                int parent = place - 1;
                while (parent != NONE && spans[place].endNanos() > spans[parent].endNanos()) {
                    parent = parents[parent];
                }
                parents[place] = parent;
                link(place, parent);
                boolean together = place > 0 && spans[place - 1].startNanos() == spans[place].startNanos();
                long begin = spans[place].beginIndex();
                latestBegins[place] = together ? Math.max(latestBegins[place - 1], begin) : begin;
            }
        }

        private void link(int place, int parent) {
            if (parent == NONE) {
                jumps[place] = NONE;
                return;
            }
            depths[place] = depths[parent] + 1;
            int jump = jumps[parent];
            int beyond = jump == NONE ? NONE : jumps[jump];
            boolean equalSteps = beyond != NONE && depths[parent] - depths[jump] == depths[jump] - depths[beyond];
            jumps[place] = equalSteps ? beyond : parent;
        }

        /**
         * Returns the innermost span that contains a time, its ends included; of two spans that meet there the later.
         */
        @Nullable
        SpanRef around(long nanos) {
            int place = firstNotBefore(nanos + 1) - 1;
            // An outer span never ends earlier.
            while (place != NONE && spans[place].endNanos() < nanos) {
                int jump = jumps[place];
                place = jump != NONE && spans[jump].endNanos() < nanos ? jump : parents[place];
            }
            return place == NONE ? null : spans[place];
        }

        /**
         * Returns the first span that begins after a time, or at that time with an event after {@code eventIndex}.
         */
        @Nullable
        SpanRef next(long nanos, long eventIndex) {
            int next = first(firstNotBefore(nanos), firstNotBefore(nanos + 1), i -> latestBegins[i] > eventIndex);
            return next == spans.length ? null : spans[next];
        }

        private int firstNotBefore(long nanos) {
            return first(0, spans.length, i -> spans[i].startNanos() >= nanos);
        }

        /**
         * Returns the first place in a range for which a condition holds, as it does for all behind; the end if none.
         */
        static int first(int from, int to, IntPredicate condition) {
            int low = from;
            int high = to;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (condition.test(middle)) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }
    }
}
