// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * One callback passed to one call. Immutable except for {@link #runs}, so the thread that runs the callback sees all
 * of it.
 *
 * <pre>{@code
 * void submit(Runnable task) {      // 1st pass: number 1, firstNumber 1
 *     executor.execute(task);       // 2nd pass, inside submit, so a forward: number 2, firstNumber 1
 * }
 * }</pre>
 *
 * <p>When a thread of the executor runs the task, the run belongs to pass 2, the last one, and through
 * {@code firstNumber} to the call of {@code submit}. Had {@code submit} called {@code task.run()} itself, the run
 * would belong to pass 1, because {@code submit} is the innermost open call that was passed the task.
 */
final class Pass {
    /** The kinds of passes, by the type of the parameter that receives the object. */
    enum Kind {
        /* Woven code has an entry point for each kind and names no constant: each loader of the application would
         * have to find one more class of the recorder. */

        /** The parameter's type is a type of callbacks: the call is expected to run the object, now or later. */
        EXACT,

        /** The parameter takes any object, so the call may only store or inspect it, and may never run it. */
        WEAK
    }

    /** Number in the process, from 1; at most 2^40 - 1. 0 for {@link #none} and {@link #outside}. */
    final long number;

    /** Number of the first pass if the callback was forwarded from there; otherwise {@link #number}. */
    final long firstNumber;

    /** Id of the name under which the callback's runs are recorded. */
    final int nameId;

    /** Whether a run may be that of an earlier pass, whose run was still expected when this pass was recorded. */
    final boolean ambiguous;

    /** Number of runs that were expected when this pass was recorded: its own, and those of earlier passes. */
    private final int expectedRuns;

    /** The first pass of the same callback. Identifies the callback without keeping it alive. */
    final Pass root;

    private final long threadId;

    /** Whether one object may be passed to several unrelated calls at once. */
    private final boolean shared;

    /** Whether the callback was passed again without being forwarded; known in its first pass. */
    private boolean reused;

    /** Whether its kind is {@link Kind#WEAK}. A flag takes less memory than a reference. */
    private final boolean weak;

    /**
     * Number of recorded runs. Counted without synchronisation: a stale read can mark a run ambiguous, or record one
     * run more than the limit, but nothing worse.
     */
    private int runs;

    private Pass(
            long number,
            int nameId,
            long threadId,
            boolean shared,
            Kind kind,
            @Nullable Pass last,
            @Nullable Pass forwarded) {
        this.number = number;
        this.nameId = nameId;
        this.threadId = threadId;
        this.shared = shared;
        this.weak = kind == Kind.WEAK;
        this.firstNumber = forwarded == null ? number : forwarded.firstNumber;
        this.expectedRuns = expectedRuns(last, forwarded != null);
        this.ambiguous = expectedRuns > 1 || forwarded != null && forwarded.ambiguous;
        this.root = last == null ? this : last.root;
    }

    private int expectedRuns(@Nullable Pass last, boolean isForward) {
        int before = last == null ? 0 : last.awaitedRuns();
        if (isForward) {
            return Math.max(before, 1); // the run of the pass that is forwarded
        }
        return weak ? before : before + 1;
    }

    /** Returns the placeholder of a callback with a single instance that was passed to no call yet. */
    static Pass none() {
        return new Pass(0, 0, 0, true, Kind.WEAK, null, null);
    }

    /**
     * Returns the placeholder of a task that is passed outside of any call. Its runs have no cause, and are
     * counted, because those of a later pass cannot be told from them.
     *
     * @param last the task's last pass; null if it has none
     */
    static Pass outside(@Nullable Pass last, int nameId, long threadId) {
        return new Pass(0, nameId, threadId, true, Kind.EXACT, last, null);
    }

    /**
     * Returns the first pass of a lambda. Its object was made by one evaluation, so it has one purpose.
     *
     * @param threadId id of the thread that passes it
     */
    static Pass firstOfLambda(long number, int nameId, long threadId, Kind kind) {
        return new Pass(number, nameId, threadId, false, kind, null, null);
    }

    /** Returns the first pass of an object of the application's own classes, which may have several purposes. */
    static Pass firstOfObject(long number, int nameId, long threadId, Kind kind) {
        return new Pass(number, nameId, threadId, true, kind, null, null);
    }

    /**
     * Returns a further pass of the same callback.
     *
     * @param enclosing the pass to the innermost call of this thread that is still open and was passed the callback;
     *     null for none
     */
    Pass next(long number, int nameId, long threadId, Kind kind, @Nullable Pass enclosing) {
        /* A queue moves a callback from one thread to another, which forwards it. An object that several threads pass
         * at the same place, because they share the field that holds it, has several purposes. */
        boolean fromElsewhere = !shared
                && !root.reused
                && isAwaited()
                && threadId != this.threadId
                && nameId != this.nameId
                && nameId != root.nameId;
        Pass forwarded = enclosing == null && fromElsewhere ? this : enclosing;
        if (forwarded == null && (runs > 0 || !weak)) {
            root.reused = true;
        }
        return new Pass(number, nameId, threadId, shared, kind, this, forwarded);
    }

    /** Returns whether this is {@link #none} or {@link #outside}: not a pass to a call. */
    boolean isNone() {
        return number == 0;
    }

    /**
     * Returns whether a task that its thread passes once more, by another name, is only forwarded: an executor
     * calls another of its methods, or another executor.
     */
    boolean isForwarded(int otherName, long currentThread) {
        return otherName != nameId && currentThread == threadId && isAwaited();
    }

    /** Returns whether the callback is expected to run for this pass and has not run yet. */
    boolean isAwaited() {
        return runs == 0 && !weak;
    }

    /** Returns the number of runs that are still expected, for this pass and for those before it. */
    int awaitedRuns() {
        return Math.max(0, expectedRuns - runs);
    }

    /** Counts one more run unless the limit is reached. Returns whether the run was counted. */
    boolean mayRun(int most) {
        if (runs >= most) {
            return false;
        }
        runs++;
        return true;
    }

    /** Returns whether the callback was forwarded from an earlier pass. */
    boolean isForward() {
        return firstNumber != number;
    }
}
