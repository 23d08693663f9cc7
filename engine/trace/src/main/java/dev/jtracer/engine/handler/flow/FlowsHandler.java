// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A handler that finds the arrows of a trace, see {@link Flows}. For files: it keeps the spans that arrows bind to,
 * and from the first {@code s}, {@code t} or {@code f} on all other spans of threads. Complete events are found
 * anywhere in the file, other events not if they are more than 131,072 events before the first flow event.
 *
 * <p>{@link #arrowsAlone} finds catapult's arrows alone, and not those of jtracer's callbacks: one for each run,
 * which {@code CallbacksHandler} counts without keeping them.
 */
public final class FlowsHandler extends CollectingHandler<Flows>
        implements SpanHandler<Flows>, CallRecordHandler<Flows> {
    private static final Set<Phase> FLOWS = Set.of(Phase.FLOW_START, Phase.FLOW_STEP, Phase.FLOW_FINISH);
    private static final Set<Phase> ALL_BUT_METADATA =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Phase.METADATA)));

    private final boolean arrowsAlone;
    private final List<FlowEvent> events = new ArrayList<>();
    private FlowCandidates candidates = new FlowCandidates();
    private final List<FlowSpan> spans = new ArrayList<>();

    /** Creates a handler of all arrows and flows. */
    public FlowsHandler() {
        this(false);
    }

    private FlowsHandler(boolean arrowsAlone) {
        this.arrowsAlone = arrowsAlone;
    }

    /** Returns a handler that omits {@link Flows#sameTimeFlows} and the arrows of jtracer's callbacks. */
    public static FlowsHandler arrowsAlone() {
        return new FlowsHandler(true);
    }

    @Override
    public Set<Phase> phases() {
        return arrowsAlone ? FLOWS : ALL_BUT_METADATA;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        switch (event.phase()) {
            case FLOW_START, FLOW_STEP, FLOW_FINISH -> {
                if (context().retained().event()) {
                    events.add(FlowEvent.of(event));
                    candidates.keepAll();
                }
            }
            case COMPLETE -> {} // arrives as a span when it is known whether there are flows
            default -> candidates.add(event);
        }
    }

    @Override
    public boolean needsOrigins() {
        return true;
    }

    @Override
    public void handleCalls(CallRecords records) {
        candidates.addAll(records, context().tracks().get(records.track()).pid());
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        // Calls have no binding of their own, and only those of a thread's track are slices.
        if (!events.isEmpty() && isSlice(batch.track())) {
            SpanHandler.super.handleSpans(batch);
        }
    }

    @Override
    public void handleSpan(Span span) {
        boolean bound = span.bindId() != 0 && (span.flags() & SpanFlags.FLOW) != 0;
        boolean slice = !events.isEmpty() && isSlice(span.track());
        boolean omitted = arrowsAlone && (span.flags() & SpanFlags.OF_CALLBACK) != 0;
        if ((bound || slice) && !omitted && context().retained().row()) {
            spans.add(FlowSpan.of(span));
        }
    }

    private boolean isSlice(int track) {
        return context().tracks().get(track).kind() != Track.Kind.ASYNC;
    }

    @Override
    protected Flows result() {
        FlowArrows arrows = new FlowArrows(spans, context().names());
        arrows.bindEvents(events, context().symbols());
        arrows.bindSpans(context().tracks());
        List<List<Flows.BoundEvent>> sameTime = arrowsAlone
                ? List.of()
                : SameTimeFlows.of(
                        events, candidates, spans, context().tracks(), context().names());
        candidates = new FlowCandidates();
        return new Flows(arrows.arrows(), sameTime, arrows.problems());
    }
}
