// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

/**
 * An event for handlers: a view that its source reuses, valid until {@code handleEvent} returns. To keep an event, keep its
 * {@link #copy()}.
 *
 * <p>Names and tracks are dense small numbers, so a handler's tables are arrays and no event costs a hash or a string.
 * Not safe for use by several threads.
 */
public interface TraceEvent {
    /** Value of {@link #threadNanos} and {@link #threadDurNanos} for an event without them. */
    long NO_TIME = Long.MIN_VALUE;

    Phase phase();

    /** Returns the index among the events of its source, from 0; always 0 on the live path. */
    long index();

    /**
     * Returns the time in nanoseconds; from a file its microseconds times 1000, exact to three decimals. May be negative.
     */
    long tsNanos();

    /** Returns the duration in nanoseconds, never negative; 0 unless the phase is {@link Phase#COMPLETE}. */
    default long durNanos() {
        return 0;
    }

    /** Returns {@code tts}, the time of the thread's own clock in nanoseconds; {@link #NO_TIME} if the event has none. */
    default long threadNanos() {
        return NO_TIME;
    }

    /**
     * Returns {@code tdur}, the duration on the thread's own clock in nanoseconds; {@link #NO_TIME} if the event has none.
     */
    default long threadDurNanos() {
        return NO_TIME;
    }

    /** Returns the process; 0 if the event has none. */
    long pid();

    /** Returns the thread; 0 if the event has none. */
    long tid();

    /** Returns the index of the name in the {@link StringTable} that the source shares with its handlers. */
    int nameIndex();

    /** Returns the name; empty if the event has none. */
    String name();

    /**
     * Returns the passing site of the callback that is passed or runs: the line of the source that handed it over, as {@code
     * Class.method:line}; empty if it is not known, and for every other event. The {@link #nameIndex} determines it.
     */
    String site();

    /** Returns the categories, separated by commas as in the file; empty if there are none. */
    String category();

    /** Returns the index of {@link #category} in the source's {@link TraceSource#symbols}. */
    int categoryIndex();

    /** Returns the id as text, that of {@code id}, {@code id2.global} or {@code id2.local}; empty if none is set. */
    String id();

    /** Returns the form of the id. */
    IdKind idKind();

    /** Returns the scope of the id; empty if there is none. */
    default String scope() {
        return "";
    }

    /**
     * Returns the {@code bind_id} of this event's flow flags; 0 if there is none. A text that is no number of at most 64
     * bits is represented by a unique number below 0.
     */
    long bindId();

    /**
     * Returns the index of the event's {@link Track} in the {@link TrackTable}: the stack on which its begins and ends nest.
     * Async events have one track per id (see {@link TrackTable#async}), all others one per process and thread.
     */
    int track();

    /** Returns the {@link SpanFlags} of the event. */
    int flags();

    /**
     * Returns the number of the callback's first passing, for a passing that hands a callback on; 0 for a first passing and
     * for every other event. No default, because a view without it would lose hand-offs.
     */
    long hop();

    /** Returns whether the call that ends here ended by an exception. */
    default boolean threw() {
        return (flags() & SpanFlags.THREW) != 0;
    }

    /** Returns whether this end was not recorded but added by the writer. */
    default boolean unfinished() {
        return (flags() & SpanFlags.UNFINISHED) != 0;
    }

    /** Returns whether {@link #args} or {@link #otherFields} has a member. */
    default boolean hasDetails() {
        return false;
    }

    /** Returns the arguments; empty if there are none. Built on each call, so do not call it for every event. */
    default Args args() {
        return Args.EMPTY;
    }

    /** Returns the members of the event that have no accessor, for example {@code s}, {@code bp}, {@code bind_id}. */
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
                site(),
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
