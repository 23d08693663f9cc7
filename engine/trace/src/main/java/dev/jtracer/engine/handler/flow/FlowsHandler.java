// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A handler that finds the arrows of a trace, see {@link Flows}. For files: it keeps the spans that arrows bind to,
 * and from the first {@code s}, {@code t} or {@code f} on all other spans of threads.
 */
public final class FlowsHandler extends CollectingHandler<Flows> implements SpanHandler<Flows> {
    private final boolean withCallbacks;
    private final List<FlowEvent> events = new ArrayList<>();
    private final List<Flows.SpanRef> spans = new ArrayList<>();

    /** Creates a handler of all arrows. */
    public FlowsHandler() {
        this(true);
    }

    private FlowsHandler(boolean withCallbacks) {
        this.withCallbacks = withCallbacks;
    }

    /**
     * Returns a handler that omits the arrows of jtracer's callbacks: one for each run, which
     * {@code CallbacksHandler} counts without keeping them.
     */
    public static FlowsHandler withoutCallbacks() {
        return new FlowsHandler(false);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.FLOW_START, Phase.FLOW_STEP, Phase.FLOW_FINISH);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (context().retained().event()) {
            events.add(FlowEvent.of(event));
        }
    }

    @Override
    public PairingOptions options() {
        return PairingOptions.ORIGINS;
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
        boolean omitted = !withCallbacks && (span.flags() & SpanFlags.OF_CALLBACK) != 0;
        if ((bound || slice) && !omitted && context().retained().row()) {
            spans.add(Flows.SpanRef.of(span, context().names()));
        }
    }

    private boolean isSlice(int track) {
        return context().tracks().get(track).kind() != Track.Kind.ASYNC;
    }

    @Override
    protected Flows result() {
        FlowArrows arrows = new FlowArrows(spans);
        arrows.bindEvents(events, context().symbols());
        arrows.bindSpans(context().tracks());
        return new Flows(arrows.arrows, arrows.problems);
    }
}
