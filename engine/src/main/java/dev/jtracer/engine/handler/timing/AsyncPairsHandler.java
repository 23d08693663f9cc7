// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KeptEvents;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.EventMatcher;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A handler that matches async begins, instants and ends one by one by category, id and name, see {@link EventMatcher}.
 *
 * <p>Keeps a copy of every async event that it takes. Calls of Java programs without details are left out where they arrive in
 * columns; a filter tells the others.
 */
public final class AsyncPairsHandler implements CallRecordHandler<MatchedEvents> {
    private static final Set<Phase> PHASES = Collections.unmodifiableSet(EnumSet.of(
            Phase.ASYNC_BEGIN,
            Phase.ASYNC_INSTANT,
            Phase.ASYNC_END,
            Phase.LEGACY_ASYNC_START,
            Phase.LEGACY_ASYNC_STEP_INTO,
            Phase.LEGACY_ASYNC_STEP_PAST,
            Phase.LEGACY_ASYNC_FINISH));
    private static final MatchedEvents NOTHING = new MatchedEvents(List.of(), List.of(), List.of(), List.of(), 0, 0);

    private final HandlerState state = new HandlerState(AsyncPairsHandler.class);
    private final Predicate<? super TraceEvent> filter;
    private EventMatcher matcher = new EventMatcher();
    private KeptEvents kept = HandlerContext.NONE.kept();
    private MatchedEvents result = NOTHING;

    /** Creates a handler for all async events. */
    public AsyncPairsHandler() {
        this(event -> true);
    }

    /**
     * Creates a handler for the async events that pass a filter.
     *
     * @param filter whether to take an event; the view is valid during the call
     */
    public AsyncPairsHandler(Predicate<? super TraceEvent> filter) {
        this.filter = filter;
    }

    @Override
    public void reset() {
        state.reset();
        matcher = new EventMatcher();
        result = NOTHING;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        kept = context.kept();
    }

    @Override
    public Set<Phase> phases() {
        return PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (filter.test(event) && kept.event()) {
            matcher.add(event);
        }
    }

    @Override
    public void handleCalls(CallRecords records) {
        // They are spans, see SpanHandler.
    }

    @Override
    public void finish() {
        state.finish();
        result = matcher.match();
        matcher = new EventMatcher();
    }

    @Override
    public MatchedEvents data() {
        state.requireFinished();
        return result;
    }
}
