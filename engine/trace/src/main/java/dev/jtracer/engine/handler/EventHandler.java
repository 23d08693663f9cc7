// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Set;

/**
 * A collector of one kind of data from the events of a trace. The same handler runs live, on the tracer's thread, and
 * over a file.
 *
 * <p>Life cycle: {@link #initialize}, {@link #handleEvent} for each event, {@link #finish}, {@link #data}. A handler
 * serves one trace, and is not safe for use by several threads. Its result is immutable.
 *
 * @param <D> type of its result
 */
public interface EventHandler<D> {
    /**
     * Prepares for the events of a trace.
     *
     * @throws IllegalStateException unless the handler is new
     */
    void initialize(HandlerContext context);

    /** Takes an event, valid during the call. Must not allocate in the steady state of a live recording. */
    void handleEvent(TraceEvent event);

    /** Returns whether the handler needs no further event. A file is read until no handler needs one. */
    default boolean isDone() {
        return false;
    }

    /**
     * Returns whether the handler needs the calls that begin and end between two times, as
     * {@link EventConsumer#needs} says.
     */
    default boolean needs(long fromNanos, long toNanos) {
        return true;
    }

    /**
     * Completes the result. The handlers that this one depends on have finished before.
     *
     * @throws IllegalStateException unless the handler is initialized
     */
    void finish();

    /**
     * Returns the result.
     *
     * @throws IllegalStateException before {@link #finish}
     */
    D data();

    /**
     * Returns the phases whose events are passed to {@link #handleEvent}. Called once, at the start of a trace;
     * events of other phases cost the handler nothing.
     */
    default Set<Phase> phases() {
        return Phase.ALL;
    }

    /** Returns the handlers whose data this one uses in {@link #finish}. */
    default Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of();
    }
}
