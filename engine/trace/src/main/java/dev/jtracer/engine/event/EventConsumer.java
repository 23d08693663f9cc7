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

    /**
     * Returns whether calls that begin and end between two times, both included, are needed. A source may skip those
     * that are not; what is open at either time is needed, but nothing that begins in a time without an end, which is
     * {@link Long#MAX_VALUE}. It asks on any thread.
     */
    default boolean needs(long fromNanos, long toNanos) {
        return true;
    }

    /** Returns whether passes and runs are needed where {@link #needs} says no; asked only if there are any. */
    default boolean needsPasses() {
        return true;
    }
}
