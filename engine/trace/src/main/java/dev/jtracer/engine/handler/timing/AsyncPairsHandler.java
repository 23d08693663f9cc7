// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A handler that matches async begins and ends one by one by category, id and name, see {@link MatchedEvents}.
 *
 * <p>Keeps a copy of every async event that it takes. Calls of Java programs without details are dropped where they
 * arrive in columns; a filter tells the others.
 */
public final class AsyncPairsHandler extends CollectingHandler<MatchedEvents>
        implements CallRecordHandler<MatchedEvents> {
    private final Predicate<? super TraceEvent> filter;
    private final List<TraceEvent> events = new ArrayList<>();

    /**
     * Creates a handler for the async events that pass a filter.
     *
     * @param filter whether to take an event; the view is valid during the call
     */
    public AsyncPairsHandler(Predicate<? super TraceEvent> filter) {
        this.filter = filter;
    }

    @Override
    public Set<Phase> phases() {
        return MatchedEvents.PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (filter.test(event) && context().retained().event()) {
            events.add(event.copy());
        }
    }

    @Override
    protected MatchedEvents result() {
        MatchedEvents matched = MatchedEvents.of(events);
        events.clear();
        return matched;
    }
}
