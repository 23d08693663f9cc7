// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import org.jspecify.annotations.Nullable;

/** One callback handed to one call. All but {@link #runs} never changes, so the thread that runs the callback sees it whole. */
final class Passing {
    /** Number in the process, from 1; at most 2^40 - 1. 0 if it stands for no call, see {@link #none}. */
    final long number;

    /** Number of the first passing, where the callback was handed on from there; its own otherwise. */
    final long firstNumber;

    /** Id of the name under which the callback's runs are recorded. */
    final int nameId;

    /** Whether a run may belong to an earlier passing instead, which had not led to a run when this one came. */
    final boolean ambiguous;

    /** The first passing of the same callback: stands for the callback where that itself must not be kept alive. */
    final Passing root;

    private final long threadId;

    /** Whether one object may be given to several calls at once that have nothing to do with each other. */
    private final boolean shared;

    /** Whether the call takes any object, and so may have no mind to call this one back. */
    private final boolean loose;

    /**
     * How many runs were recorded. Counted without synchronisation: a late sight of it makes a run look ambiguous, or records
     * one more than wanted, at worst.
     */
    private int runs;

    private Passing(
            long number,
            int nameId,
            long threadId,
            boolean shared,
            boolean loose,
            @Nullable Passing last,
            @Nullable Passing handedOn) {
        this.number = number;
        this.nameId = nameId;
        this.threadId = threadId;
        this.shared = shared;
        this.loose = loose;
        this.firstNumber = handedOn == null ? number : handedOn.firstNumber;
        this.ambiguous = handedOn == null ? last != null && last.isAwaited() : handedOn.ambiguous;
        this.root = last == null ? this : last.root;
    }

    /** What a callback has that was handed to no call yet, and of which the application has one object only. */
    static Passing none() {
        return new Passing(0, 0, 0, true, false, null, null);
    }

    /**
     * The first passing of a callback.
     *
     * @param threadId of the thread that hands it over
     * @param shared see {@link #shared}
     * @param loose see {@link #loose}
     */
    static Passing first(long number, int nameId, long threadId, boolean shared, boolean loose) {
        return new Passing(number, nameId, threadId, shared, loose, null, null);
    }

    /**
     * A further passing of the same callback.
     *
     * @param enclosing the innermost call still open on this thread that was given the callback; null for none
     */
    Passing next(long number, int nameId, long threadId, boolean loose, @Nullable Passing enclosing) {
        /* One thread leaves it in a queue, another takes it from there and hands it on: nobody else has that object. */
        boolean fromElsewhere = !shared && isAwaited() && threadId != this.threadId;
        Passing handedOn = enclosing == null && fromElsewhere ? this : enclosing;
        return new Passing(number, nameId, threadId, shared, loose, this, handedOn);
    }

    /** Whether this stands for no call, see {@link #none}. */
    boolean isNone() {
        return number == 0;
    }

    /** Whether its callback is expected to run for it, and has not. */
    private boolean isAwaited() {
        return !isNone() && runs == 0 && !loose;
    }

    /** Counts one more run, unless there are as many already. Returns whether it did. */
    boolean mayRun(int most) {
        if (runs >= most) {
            return false;
        }
        runs++;
        return true;
    }

    boolean isHop() {
        return firstNumber != number;
    }
}
