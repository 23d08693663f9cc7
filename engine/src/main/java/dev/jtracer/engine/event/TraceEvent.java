// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * One event as handlers see it: a view that its source reuses, valid until {@code handleEvent} returns. To
 * keep an event, keep {@link #copy()}.
 *
 * <p>Names and tracks are dense small numbers, so a handler's tables are arrays and no event costs a hash or a string.
 * Not safe for use by several threads.
 */
public interface TraceEvent {
    /** Value of {@link #threadNanos} and {@link #threadDurNanos} for an event without one. */
    long NO_TIME = Long.MIN_VALUE;

    Phase phase();

    /** Returns the index among the events of its source, from 0; always 0 on the live path. */
    long index();

    /** Time in nanoseconds; from a file its microseconds times 1000, exact to three decimals. May be negative. */
    long tsNanos();

    /** Duration in nanoseconds, never negative; 0 unless the phase is {@link Phase#COMPLETE}. */
    default long durNanos() {
        return 0;
    }

    /** {@code tts}, the time of the thread's own clock in nanoseconds; {@link #NO_TIME} when the event has none. */
    default long threadNanos() {
        return NO_TIME;
    }

    /** {@code tdur}, how long the thread was running, in nanoseconds; {@link #NO_TIME} when the event has none. */
    default long threadDurNanos() {
        return NO_TIME;
    }

    /** Process; 0 when the event has none. */
    long pid();

    /** Thread; 0 when the event has none. */
    long tid();

    /** Index of the name in the {@link StringTable} that the source shares with its handlers. */
    int nameIndex();

    /** Returns the name; empty when the event has none. */
    String name();

    /** Returns the categories, separated by commas as in the file; empty when there are none. */
    String category();

    /** Index of {@link #category} in the source's {@link TraceSource#symbols}. */
    int categoryIndex();

    /** Returns the id as text, whichever of {@code id}, {@code id2.global} and {@code id2.local} is set; empty when none is. */
    String id();

    /** Returns the form of the id that is set. */
    IdKind idKind();

    /** Returns the scope of the id; empty when there is none. */
    default String scope() {
        return "";
    }

    /**
     * Returns the {@code bind_id} that this event's flow flags belong to, 0 when there is none. A text that is no number of at most 64
     * bits has a number of its own below 0.
     */
    long bindId();

    /**
     * Index of the event's {@link Track} in the {@link TrackTable}: the one stack that its begins and ends nest on. Async
     * events have one per id (see {@link TrackTable#async}), all others one per process and thread.
     */
    int track();

    /** Returns the {@link SpanFlags} of the event. */
    int flags();

    /**
     * Returns the number of the callback's first passing, for a passing that hands a callback on; 0 for a first passing and for every
     * other event. No default: a view that forgets it loses hand-offs.
     */
    long hop();

    /** Whether the call that ends here was left by an exception. */
    default boolean threw() {
        return (flags() & SpanFlags.THREW) != 0;
    }

    /** Whether this end was not recorded but made up by the writer. */
    default boolean unfinished() {
        return (flags() & SpanFlags.UNFINISHED) != 0;
    }

    /** Whether {@link #args} or {@link #otherFields} has a member. */
    default boolean hasDetails() {
        return false;
    }

    /** Returns the arguments; empty when there are none. Built on each call: do not call it for every event. */
    default Args args() {
        return Args.EMPTY;
    }

    /** Returns the members of the event that have no accessor of their own, such as {@code s}, {@code bp}, {@code bind_id}. */
    default Args otherFields() {
        return Args.EMPTY;
    }

    /** Returns an immutable copy that stays valid. */
    default TraceEvent copy() {
        return new EventCopy(
                phase(),
                index(),
                tsNanos(),
                durNanos(),
                threadNanos(),
                threadDurNanos(),
                pid(),
                tid(),
                nameIndex(),
                name(),
                categoryIndex(),
                category(),
                idKind(),
                id(),
                scope(),
                bindId(),
                hop(),
                track(),
                flags(),
                args(),
                otherFields());
    }
}
