// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/** A consumer of a trace's events, which ends the reading of the trace when it needs no more. */
@FunctionalInterface
public interface EventConsumer {
    /** Takes the next event, which is valid during the call. */
    void accept(TraceEvent event);

    /**
     * Returns whether no further event is needed. A source asks from time to time, not after each event, on the
     * thread that calls {@link #accept}; it then ends as if the trace ended there.
     */
    default boolean isDone() {
        return false;
    }
}
