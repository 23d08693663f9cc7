// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Set;

/**
 * Collects one thing from the events of a trace. The same handler runs live, on the tracer's thread, and over a file.
 *
 * <p>Its life: {@link #reset}, {@link #initialize}, {@link #handleEvent} for each event, {@link #finish}, and then
 * {@link #data}; after another {@code reset} the next trace. A handler belongs to one processor and is not safe for use by
 * several threads. Its result is immutable.
 *
 * @param <D> what it collects
 */
public interface EventHandler<D> {
    /** Forgets everything. */
    void reset();

    /**
     * Prepares for the events of a trace.
     *
     * @throws IllegalStateException unless the handler is new or was reset
     */
    void initialize(HandlerContext context);

    /** Takes an event. The view is valid during the call; must not allocate in the steady state of a live recording. */
    void handleEvent(TraceEvent event);

    /**
     * Completes the result. The handlers that this one depends on have finished before.
     *
     * @throws IllegalStateException unless the handler is initialized
     */
    void finish();

    /**
     * Returns what was collected.
     *
     * @throws IllegalStateException before {@link #finish}
     */
    D data();

    /**
     * Returns the phases of which {@link #handleEvent} gets the events. Asked once, at the start of a trace: who takes few of them
     * costs a trace of millions of other events nothing.
     */
    default Set<Phase> phases() {
        return Phase.ALL;
    }

    /** Returns the handlers whose data this one uses in {@link #finish}. */
    default Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of();
    }
}
