// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * One event as handlers see it: a view that its source reuses, valid until {@code handleEvent} returns. Whoever wants to
 * keep an event keeps {@link #copy()}.
 *
 * <p>Names and tracks are dense small numbers, so a handler's tables are arrays and no event costs a hash or a string.
 * Not safe for use by several threads.
 */
public interface TraceEvent {
    Phase phase();

    /** Time in nanoseconds; from a file its microseconds times 1000, exact to three decimals. May be negative. */
    long tsNanos();

    /** Duration in nanoseconds, never negative; 0 unless the phase is {@link Phase#COMPLETE}. */
    long durNanos();

    /** Process; 0 when the event has none. */
    long pid();

    /** Thread; 0 when the event has none. */
    long tid();

    /** Index of the name in the {@link StringTable} that the source shares with its handlers. */
    int nameIndex();

    /** The name; empty when the event has none. */
    String name();

    /** The categories, separated by commas as in the file; empty when there are none. */
    String category();

    /** The id as text, whichever of {@code id}, {@code id2.global} and {@code id2.local} is set; empty when none is. */
    String id();

    /**
     * Index of the event's {@link Track} in the {@link TrackTable}: the one stack that its begins and ends nest on. Async
     * events have one per id (see {@link TrackTable#async}), all others one per process and thread.
     */
    int track();

    /** The {@link SpanFlags} of the event. */
    int flags();

    /** Whether the call that ends here was left by an exception. */
    default boolean threw() {
        return (flags() & SpanFlags.THREW) != 0;
    }

    /** Whether this end was not recorded but made up by the writer. */
    default boolean unfinished() {
        return (flags() & SpanFlags.UNFINISHED) != 0;
    }

    /** The arguments; empty when there are none. Built when asked for: do not call it for every event. */
    Args args();

    /** The members of the event that have no accessor of their own, such as {@code s}, {@code bp}, {@code bind_id}. */
    Args otherFields();

    /** An immutable copy that stays valid. */
    default TraceEvent copy() {
        return new KeptEvent(
                phase(),
                tsNanos(),
                durNanos(),
                pid(),
                tid(),
                nameIndex(),
                name(),
                category(),
                id(),
                track(),
                flags(),
                args(),
                otherFields());
    }
}
