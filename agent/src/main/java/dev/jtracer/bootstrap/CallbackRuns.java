// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The runs of callbacks: finds the passing that each belongs to, and records its beginning and its end. */
public final class CallbackRuns {
    private static int mostRuns = Integer.MAX_VALUE;

    private CallbackRuns() {}

    /**
     * Limits how many runs of one passing are recorded; {@link LossCounters#runsLeftOut} counts the others.
     *
     * @param most at least 1
     */
    public static void limit(int most) {
        mostRuns = most;
    }

    /**
     * Begins the run of a wrapped callback.
     *
     * @param last the callback's last passing; null if it was handed over to no traced call
     * @param siteId id of the source location that created the callback
     * @return id of the name under which the run is recorded; 0 if the run is not recorded
     */
    static int begin(@Nullable Passing last, int siteId) {
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = CurrentFrames.of(buffer);
        if (last == null || last.isNone()) {
            frames.push(-siteId, null);
            append(buffer, RecordLayout.CONTROL_RUN, 0, siteId);
            return siteId;
        }
        Passing run = record(buffer, frames, last);
        if (run == null) {
            return 0;
        }
        // When the run ends, its frame also closes the calls within it that exceptions left open.
        frames.push(-run.nameId, run);
        return run.nameId;
    }

    /** Begins the run of an object of the application's own, which enters the method with this id. */
    @ForceInline
    static void beginBody(Object callback, int methodId) {
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = CurrentFrames.of(buffer);
        Passing last = CallbackTable.get(callback);
        // Opened also for an object that was never handed over: its end must not close the frame of an enclosing
        // run.
        frames.push(-methodId, last == null ? null : record(buffer, frames, last));
    }

    /**
     * Begins the run of a task on a thread of an executor. It is recorded if the task has a passing.
     *
     * @param id identifies the method that runs the task
     * @param isOutermost whether the thread is one of the executor's, on which nothing runs but tasks
     * @param mayHavePassing whether the task may have a passing
     * @param runsOnce whether no other run belongs to the same passing
     */
    public static void beginTask(Object task, int id, boolean isOutermost, boolean mayHavePassing, boolean runsOnce) {
        ThreadBuffer buffer = ThreadBuffers.existing();
        if (buffer != null) {
            // First of all, and also without a run: the end of the task must not close the frame of an enclosing one.
            open(buffer, id, isOutermost);
        }
        Passing last = mayHavePassing ? CallbackTable.get(task) : null;
        if (last != null && last.isNone()) {
            last.mayRun(Integer.MAX_VALUE);
            removeUnlessAwaited(task, last, runsOnce);
            last = null;
        }
        if (last == null || CallbackKinds.of(task.getClass()) != CallbackKinds.NO_CALLBACK) {
            return;
        }
        if (buffer == null) {
            buffer = ThreadBuffers.current();
            open(buffer, id, isOutermost);
        }
        OpenFrames frames = CurrentFrames.of(buffer);
        Passing run = record(buffer, frames, last);
        removeUnlessAwaited(task, last, runsOnce);
        frames.runs(run);
    }

    private static void open(ThreadBuffer buffer, int id, boolean isOutermost) {
        OpenFrames frames = CurrentFrames.of(buffer);
        if (isOutermost && frames.isEmpty()) {
            buffer.openCalls.none(buffer.sequence, buffer.currentId, buffer.position);
        }
        frames.push(-id, null);
    }

    /** Forgets the passings of a task that is not expected to run for one of them any more. */
    private static void removeUnlessAwaited(Object task, Passing last, boolean runsOnce) {
        if (runsOnce && (!last.ambiguous || last.awaitedRuns() == 0)) {
            CallbackTable.remove(task, last);
        }
    }

    /** Ends the run that {@link #beginTask} began. {@code kind} is that of its last record. */
    public static void endTask(int id, int kind) {
        if (ThreadBuffers.existing() != null) {
            endBody(id, kind);
        }
    }

    /** Ends the run that {@link #beginTask} began, with its result. */
    public static void endTaskWithResult(int id, long result) {
        ThreadBuffer buffer = ThreadBuffers.existing();
        if (buffer == null) {
            return;
        }
        Passing run = CurrentFrames.of(buffer).popRun(-id);
        if (run != null) {
            long control = RecordLayout.control(RecordLayout.CONTROL_RESULT, result);
            int idAndKind = run.nameId << RecordLayout.KIND_BITS | RecordLayout.KIND_EXIT;
            Records.appendLinked(buffer, System.nanoTime(), control, idAndKind);
        }
    }

    /** Returns the passing that the run belongs to; null if the run exceeds the limit and is not recorded. */
    private static @Nullable Passing record(ThreadBuffer buffer, OpenFrames frames, Passing last) {
        Passing exact = frames.innermost(last.root);
        Passing passing = exact == null ? last : exact;
        if (!passing.mayRun(mostRuns)) {
            LossCounters.runLeftOut();
            return null;
        }
        int control = exact == null && last.ambiguous ? RecordLayout.CONTROL_AMBIGUOUS_RUN : RecordLayout.CONTROL_RUN;
        append(buffer, control, passing.number, passing.nameId);
        return passing;
    }

    private static void append(ThreadBuffer buffer, int control, long number, int nameId) {
        Records.appendLinked(
                buffer, System.nanoTime(), RecordLayout.control(control, number), nameId << RecordLayout.KIND_BITS);
    }

    /** Ends the run of a wrapped callback. */
    @ForceInline
    static void end(int idAndKind) {
        long now = System.nanoTime();
        ThreadBuffer buffer = ThreadBuffers.current();
        Records.append(buffer, now, idAndKind);
        CurrentFrames.of(buffer).pop(-(idAndKind >>> RecordLayout.KIND_BITS));
    }

    /** Ends the run that {@link #beginBody} began, if it was recorded. */
    @ForceInline
    static void endBody(int methodId, int kind) {
        ThreadBuffer buffer = ThreadBuffers.current();
        Passing run = CurrentFrames.of(buffer).popRun(-methodId);
        if (run != null) {
            Records.append(buffer, System.nanoTime(), run.nameId << RecordLayout.KIND_BITS | kind);
        }
    }
}
