// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A handler that collects the timelines of some windows of a trace. Memory is bounded by the limits and does not depend on the
 * trace's length.
 */
public final class TimelinesHandler implements SpanHandler<Timelines> {
    private final HandlerState state = new HandlerState(TimelinesHandler.class);
    private final List<TimelineWindow> windows;
    private final TimelineLimits limits;
    private final Predicate<String> threads;
    private final List<WindowBoxes> boxes = new ArrayList<>();
    private final List<WindowArrows> arrows = new ArrayList<>();
    private HandlerContext context = HandlerContext.NONE;
    private Timelines result = new Timelines(List.of());

    /**
     * Creates a handler.
     *
     * @param threads accepts the names of the threads that get a row
     */
    public TimelinesHandler(List<TimelineWindow> windows, TimelineLimits limits, Predicate<String> threads) {
        this.windows = List.copyOf(windows);
        this.limits = limits;
        this.threads = threads;
    }

    @Override
    public void reset() {
        state.reset();
        boxes.clear();
        arrows.clear();
        context = HandlerContext.NONE;
        result = new Timelines(List.of());
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
        for (TimelineWindow window : windows) {
            boxes.add(new WindowBoxes(window, limits));
            arrows.add(new WindowArrows(window));
        }
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public Set<Phase> phases() {
        return EnumSet.of(Phase.FLOW_START, Phase.FLOW_STEP, Phase.FLOW_FINISH);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        arrows.forEach(ofWindow -> ofWindow.add(event));
    }

    @Override
    public void handleSpan(Span span) {
        boolean call = WindowBoxes.isCall(span);
        boolean end = WindowArrows.isEnd(span);
        for (int i = 0; i < windows.size(); i++) {
            if (call && windows.get(i).overlaps(span.startNanos(), span.endNanos())) {
                boxes.get(i).add(span, context.names().get(span.nameIndex()));
            }
            if (end) {
                arrows.get(i)
                        .add(
                                span,
                                context.tracks().get(span.track()).pid(),
                                context.names().get(span.nameIndex()));
            }
        }
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    @Override
    public void finish() {
        state.finish();
        List<Timeline> timelines = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            timelines.add(new TimelineBuild(
                            windows.get(i),
                            limits,
                            boxes.get(i),
                            arrows.get(i),
                            context.tracks(),
                            context.dataOf(MetaHandler.class),
                            threads)
                    .timeline());
        }
        boxes.clear();
        arrows.clear();
        result = new Timelines(timelines);
    }

    @Override
    public Timelines data() {
        state.requireFinished();
        return result;
    }
}
