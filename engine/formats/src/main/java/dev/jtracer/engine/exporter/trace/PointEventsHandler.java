// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that collects all exported data besides calls, unchanged. For files only, because a live recording would
 * fill the heap.
 */
final class PointEventsHandler extends CollectingHandler<PointEvents> implements SpanHandler<PointEvents> {
    /** Those of events that are no calls, and of begins of calls, which may be later passes. */
    private static final Set<Phase> PHASES = phasesTaken();

    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<Long, List<PointEvents.ArrowEnd>> starts = new HashMap<>();
    private final Map<Long, List<PointEvents.ArrowEnd>> finishes = new HashMap<>();
    private final Map<Long, Long> passes = new HashMap<>();
    private final Map<Long, Long> firstPasses = new HashMap<>();
    private long samples;
    private long otherKinds;
    private long startNanos = Long.MAX_VALUE;
    private long endNanos = Long.MIN_VALUE;

    private static Set<Phase> phasesTaken() {
        Set<Phase> phases = EnumSet.of(Phase.ASYNC_BEGIN, Phase.DURATION_BEGIN, Phase.COMPLETE);
        phases.addAll(PointEvents.PHASES);
        return Collections.unmodifiableSet(phases);
    }

    @Override
    public Set<Phase> phases() {
        return PHASES;
    }

    @Override
    public PairingOptions options() {
        return PairingOptions.ORIGINS;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        switch (event.phase()) {
            case ASYNC_BEGIN, DURATION_BEGIN, COMPLETE -> {
                long first = event.forward();
                if (first != 0) {
                    firstPasses.put(event.index(), first);
                }
            }
            case SAMPLE -> samples++;
            default -> {
                if (PointEvents.OMITTED.contains(event.phase())) {
                    otherKinds++;
                } else {
                    events.add(event.copy());
                    if (!PointEvents.isFact(event)) {
                        extend(event.tsNanos(), event.tsNanos());
                    }
                }
            }
        }
    }

    private void extend(long firstNanos, long lastNanos) {
        startNanos = Math.min(startNanos, firstNanos);
        endNanos = Math.max(endNanos, lastNanos);
    }

    @Override
    public void handleSpan(Span span) {
        extend(span.startNanos(), span.endNanos());
        int flags = span.flags();
        if ((flags & SpanFlags.FLOW) == 0) {
            if ((flags & SpanFlags.CALLBACK) != 0 && span.bindId() != 0) {
                passes.put(span.beginIndex(), span.bindId()); // an ambiguous run has no arrow
            }
            return;
        }
        PointEvents.ArrowEnd end =
                new PointEvents.ArrowEnd(span.track(), span.startNanos(), span.categoryIndex(), span.beginIndex());
        passes.put(span.beginIndex(), span.bindId());
        long pid = context().tracks().get(span.track()).pid();
        long key = PassNumber.key(span.bindId(), flags, pid);
        if ((flags & SpanFlags.FLOW_OUT) != 0) {
            starts.computeIfAbsent(key, id -> new ArrayList<>()).add(end);
        }
        if ((flags & SpanFlags.FLOW_IN) != 0) {
            finishes.computeIfAbsent(key, id -> new ArrayList<>()).add(end);
        }
    }

    @Override
    protected PointEvents result() {
        events.sort(Comparator.comparingLong(TraceEvent::tsNanos));
        List<PointEvents.Arrow> arrows = new ArrayList<>();
        long halfArrows = 0;
        for (Map.Entry<Long, List<PointEvents.ArrowEnd>> from : starts.entrySet()) {
            List<PointEvents.ArrowEnd> to = finishes.getOrDefault(from.getKey(), List.of());
            halfArrows +=
                    to.isEmpty() ? from.getValue().size() : from.getValue().size() - 1;
            /* A pass may have several runs; two calls do not pass the same callback under one number. Where they seem
             * to, the first one did, as in catapult: of many producers each consumer has one arrow. */
            PointEvents.ArrowEnd first =
                    Collections.min(from.getValue(), Comparator.comparingLong(PointEvents.ArrowEnd::tsNanos));
            to.forEach(end -> arrows.add(new PointEvents.Arrow(from.getKey(), first, end)));
        }
        for (Map.Entry<Long, List<PointEvents.ArrowEnd>> to : finishes.entrySet()) {
            halfArrows += starts.containsKey(to.getKey()) ? 0 : to.getValue().size();
        }
        arrows.sort(Comparator.<PointEvents.Arrow>comparingLong(
                        arrow -> arrow.from().tsNanos())
                .thenComparingLong(PointEvents.Arrow::number));
        return new PointEvents(
                events, arrows, halfArrows, samples, otherKinds, passes, firstPasses, startNanos, endNanos);
    }
}
