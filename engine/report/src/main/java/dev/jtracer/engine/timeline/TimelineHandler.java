// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.timeline;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A handler that collects the timeline of a window of a trace. Memory is bounded by the limits and does not depend on
 * the trace's length.
 */
public final class TimelineHandler extends CollectingHandler<Timeline> implements SpanHandler<Timeline> {
    private final TimelineWindow window;
    private final TimelineLimits limits;
    private final Predicate<String> threads;
    private WindowBoxes boxes;
    private WindowArrows arrows;

    /** @param threads accepts the names of the threads that get a row */
    public TimelineHandler(TimelineWindow window, TimelineLimits limits, Predicate<String> threads) {
        this.window = window;
        this.limits = limits;
        this.threads = threads;
        this.boxes = new WindowBoxes(window, limits);
        this.arrows = new WindowArrows(window);
    }

    @Override
    public Set<Phase> phases() {
        return EnumSet.of(Phase.FLOW_START, Phase.FLOW_STEP, Phase.FLOW_FINISH);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        arrows.add(event);
    }

    @Override
    public void handleSpan(Span span) {
        boolean isCall = (span.flags() & SpanFlags.PASS) == 0;
        if (isCall && window.overlaps(span.startNanos(), span.endNanos())) {
            boxes.add(span, context().names().get(span.nameIndex()));
        }
        if (WindowArrows.isEnd(span)) {
            arrows.add(
                    span,
                    context().tracks().get(span.track()).pid(),
                    context().names().get(span.nameIndex()));
        }
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    @Override
    protected Timeline result() {
        Timeline timeline = new TimelineBuild(
                        window,
                        limits,
                        boxes,
                        arrows,
                        context().tracks(),
                        context().dataOf(MetaHandler.class),
                        threads)
                .timeline();
        boxes = new WindowBoxes(window, limits);
        arrows = new WindowArrows(window);
        return timeline;
    }
}
