// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * A time in which a call did nothing that was traced, and the run on another thread that it waited for. Immutable.
 *
 * @param caller name of the innermost call that waited
 * @param startNanos begin of the wait, as in the trace
 * @param nanos its length
 * @param candidates number of runs that may each have ended the wait; only of one it is certain that it was waited
 *     for
 * @param run the only candidate, or the one that ended last, with its callback
 * @param behind number of runs that the run's thread ended between the callback's pass and its run; {@link #UNKNOWN}
 *     if a call was around one of them, or if they are too many
 * @param busyIn name of the call in which the run spent most of its time without an inner call; empty if there was
 *     none
 * @param busyNanos that time
 * @param cpu the CPU time of the run, as far as it is known
 * @param waits the waits of the run itself, the longest first
 */
public record Wait(
        String caller,
        long startNanos,
        long nanos,
        int candidates,
        SlowPass run,
        int behind,
        String busyIn,
        long busyNanos,
        ThreadCpu.Range cpu,
        List<Wait> waits) {
    static final int UNKNOWN = -1;

    public Wait {
        waits = List.copyOf(waits);
    }

    /** Returns how long the callback was in a queue while the call waited: up to the begin of its run. */
    public long queuedNanos() {
        long from = Math.max(startNanos, run.passedNanos());
        return Math.max(0, Math.min(run.runStartNanos(), startNanos + nanos) - from);
    }

    /** Returns whether the time in the queue is worth a word: at least a tenth of the wait. */
    public boolean isQueued() {
        return queuedNanos() >= nanos / 10;
    }

    /** Returns whether {@link #busyIn} is worth a word: half of a run that waited for nothing, not the run itself. */
    public boolean hasBusyCall() {
        return busyNanos >= run.runNanos() / 2 && waits.isEmpty() && !busyIn.isEmpty() && !busyIn.equals(run.name());
    }

    /** Returns this wait with the tracks and times of another trace. */
    public Wait moved(IntUnaryOperator track, LongUnaryOperator time) {
        List<Wait> inner = waits.stream().map(wait -> wait.moved(track, time)).toList();
        return new Wait(
                caller,
                time.applyAsLong(startNanos),
                nanos,
                candidates,
                run.moved(track, time),
                behind,
                busyIn,
                busyNanos,
                cpu,
                inner);
    }

    /** Returns this wait with the CPU time of its run, and of those that the run waited for. */
    public Wait with(ThreadCpu.ByTrack known) {
        ThreadCpu.Range ofRun = known.between(run.runTrack(), run.runStartNanos(), run.runEndNanos());
        List<Wait> inner = waits.stream().map(wait -> wait.with(known)).toList();
        return new Wait(caller, startNanos, nanos, candidates, run, behind, busyIn, busyNanos, ofRun, inner);
    }
}
