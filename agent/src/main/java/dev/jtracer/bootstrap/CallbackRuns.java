// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import dev.jtracer.bootstrap.sample.CallSample;
import dev.jtracer.bootstrap.sample.SampledCalls;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** The runs of callbacks: finds the pass that each belongs to, and records its beginning and its end. */
public final class CallbackRuns {
    /**
     * Id, larger than any method's, of the run of a task that begins where a thread takes it from a queue. Its frame
     * is always opened, because it also tells that the run has begun, where the thread comes by a second and a third
     * point that may begin it.
     */
    public static final int TAKEN = 1 << 28;

    /** Added to the token of a run that is its thread's root call, where calls are sampled. Larger than any id. */
    private static final int OUTERMOST = 1 << 27;

    private static int mostRuns = Integer.MAX_VALUE;

    /** By the id of a source location, the runs of its callbacks that were passed to no call, up to the limit. */
    private static int[] runsWithoutPass = {};

    private CallbackRuns() {}

    /**
     * Limits the recorded runs of one pass, at least 1; {@link LossCounter#RUNS_DROPPED} counts the others. Runs
     * without a pass are not limited until {@link #limitWithoutPass}.
     */
    public static void limit(int most) {
        mostRuns = most;
        runsWithoutPass = new int[0];
    }

    /**
     * Limits the recorded runs of callbacks that were passed to no traced call, too: to as many of each source
     * location.
     *
     * @param largestId of a source location so far; callbacks of later ones are not limited
     */
    public static void limitWithoutPass(int largestId) {
        runsWithoutPass = new int[largestId + 1];
    }

    /** Returns the most recorded runs of one pass. */
    public static int limit() {
        return mostRuns;
    }

    /**
     * Begins the run of a wrapped callback.
     *
     * @param last the callback's last pass; null if it was passed to no traced call
     * @param siteId id of the source location that created the callback
     * @return token for {@link #end}: id of the name under which the run is recorded, 0 if the run is not recorded
     */
    static int begin(@Nullable Pass last, int siteId) {
        if (!CallSample.isOn()) {
            return beginRecorded(last, siteId);
        }
        SampledCalls calls = CallSample.current(TracerSwitch.epoch());
        boolean isOutermost = calls.isEmpty();
        boolean isForced = isOutermost && isAwaited(last);
        int token = 0;
        if (calls.beginsRun() || isForced) {
            token = beginRecorded(last, siteId);
        } else {
            drop(last);
        }
        if (isOutermost) {
            calls.beginRun(isForced);
            token |= OUTERMOST;
        }
        return token;
    }

    /** Returns whether a pass by a recorded call has not been followed by its run yet. */
    private static boolean isAwaited(@Nullable Pass last) {
        return last != null && !last.isNone() && last.awaitedRuns() > 0;
    }

    /** Counts the run of a pass, which is not recorded. Runs that nobody waits for do not use up the limit. */
    private static void drop(@Nullable Pass last) {
        if (last != null && last.awaitedRuns() > 0) {
            last.mayRun(Integer.MAX_VALUE);
        }
    }

    private static int beginRecorded(@Nullable Pass last, int siteId) {
        Pass pass = last == null || last.isNone() ? null : last;
        if (pass == null) {
            drop(last);
            if (isBeyondLimit(siteId)) {
                LossCounter.RUNS_DROPPED.increment();
                return 0;
            }
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = CurrentFrames.of(buffer);
        if (pass == null) {
            frames.push(-siteId, null);
            OpenCalls.begun(buffer);
            append(buffer, RecordLayout.CONTROL_RUN, 0, siteId);
            return siteId;
        }
        Pass run = record(buffer, frames, pass);
        if (run == null) {
            return 0;
        }
        // When the run ends, its frame also closes the calls within it that exceptions left open.
        frames.push(-run.nameId, run);
        OpenCalls.begun(buffer);
        return run.nameId;
    }

    /* Threads may count at the same time, and some runs more be recorded. */
    private static boolean isBeyondLimit(int siteId) {
        int[] runs = runsWithoutPass;
        if (siteId >= runs.length) {
            return false;
        }
        boolean isBeyond = runs[siteId] >= mostRuns;
        runs[siteId] += isBeyond ? 0 : 1;
        return isBeyond;
    }

    /** Begins the run of an object of the application's own, which enters the method with this id. */
    @ForceInline
    static void beginBody(Object callback, int methodId) {
        if (CallSample.isOn()) {
            beginSampledBody(callback, methodId);
        } else {
            beginRecordedBody(callback, methodId);
        }
    }

    private static void beginSampledBody(Object callback, int methodId) {
        SampledCalls calls = CallSample.current(TracerSwitch.epoch());
        Pass last = CallbackTable.get(callback);
        boolean isForced = calls.isEmpty() && isAwaited(last);
        if (calls.beginsAround(-methodId) || isForced) {
            beginRecordedBody(callback, methodId);
        } else {
            drop(last);
        }
        if (isForced) {
            calls.beginForced(-methodId);
        } else {
            calls.begun(-methodId);
        }
    }

    @ForceInline
    private static void beginRecordedBody(Object callback, int methodId) {
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = CurrentFrames.of(buffer);
        Pass last = CallbackTable.get(callback);
        // Opened also for an object that was never passed: its end must not close an outer run's frame.
        Pass run = last == null || frames.isPartOfRun(last.root, -methodId) ? null : record(buffer, frames, last);
        frames.push(-methodId, run);
    }

    /**
     * Begins the run of a task on a thread of an executor. It is recorded if the task has a pass.
     *
     * @param id identifies the method that runs the task; {@link #TAKEN} for none
     * @param flags bits of the task, see {@link Passes#MAY_HAVE_PASSES}
     */
    public static void beginTask(Object task, int id, int flags) {
        if (CallSample.isOn()) {
            beginSampledTask(task, id, flags);
        } else {
            beginRecordedTask(task, id, flags);
        }
    }

    private static void beginSampledTask(Object task, int id, int flags) {
        SampledCalls calls = CallSample.current(TracerSwitch.epoch());
        boolean isEmpty = calls.isEmpty();
        Pass last = (flags & Passes.MAY_HAVE_PASSES) != 0 ? CallbackTable.get(task) : null;
        boolean isForced = isEmpty && isAwaited(last) && CallbackKinds.of(task.getClass()) == CallbackKinds.NO_CALLBACK;
        // Not begins: the end of a task finds the room that its beginning has found, see TaskTracer.
        if (isForced || !isEmpty && calls.isRecorded()) {
            beginRecordedTask(task, id, flags);
        } else {
            if (id == TAKEN) {
                open(ThreadBuffers.current(), id, flags);
            }
            if (last != null) {
                drop(last);
                removeUnlessAwaited(task, last, flags);
            }
        }
        // A task that no recorded call has passed is no call itself: those that it makes are the outermost ones.
        if (isForced) {
            calls.beginForced(-id);
        } else if (!isEmpty) {
            calls.begun(-id);
        }
    }

    private static void beginRecordedTask(Object task, int id, int flags) {
        ThreadBuffer buffer = id == TAKEN ? ThreadBuffers.current() : ThreadBuffers.existing();
        if (buffer != null) {
            // First of all, and also without a run: the end of the task must not close the frame of an enclosing one.
            open(buffer, id, flags);
        }
        Pass last = (flags & Passes.MAY_HAVE_PASSES) != 0 ? CallbackTable.get(task) : null;
        if (last != null && last.isNone()) {
            last.mayRun(Integer.MAX_VALUE);
            removeUnlessAwaited(task, last, flags);
            last = null;
        }
        if (last == null || CallbackKinds.of(task.getClass()) != CallbackKinds.NO_CALLBACK) {
            return;
        }
        boolean isOpen = buffer != null;
        // Again: at the first look at a class a virtual thread may have waited, and left its carrier.
        buffer = ThreadBuffers.current();
        if (!isOpen) {
            open(buffer, id, flags);
        }
        OpenFrames frames = CurrentFrames.of(buffer);
        Pass run = record(buffer, frames, last);
        removeUnlessAwaited(task, last, flags);
        frames.runs(run, OpenCalls.count(buffer));
    }

    private static void open(ThreadBuffer buffer, int id, int flags) {
        OpenFrames frames = CurrentFrames.of(buffer);
        if ((flags & Passes.PART) == 0) {
            frames.pushTask(-id, OpenCalls.count(buffer), buffer.position);
        } else {
            frames.push(
                    -id, null); // without a cause of its own, the task is run by the code around it, as a part of that
        }
    }

    /** Forgets the passes of a task that is not expected to run for one of them any more. */
    private static void removeUnlessAwaited(Object task, Pass last, int flags) {
        if ((flags & Passes.RUNS_ONCE) != 0 && (!last.ambiguous || last.awaitedRuns() == 0)) {
            CallbackTable.remove(task, last);
        }
    }

    /** Returns whether the run of a task that {@link #beginTask} began with this id is open on the current thread. */
    public static boolean isTaskOpen(int id) {
        ThreadBuffer buffer = ThreadBuffers.existing();
        return buffer != null && CurrentFrames.of(buffer).isOpen(-id);
    }

    /** Ends the run that {@link #beginTask} began. {@code kind} is that of its last record. */
    public static void endTask(int id, int kind) {
        boolean mayBeRecorded = ends(id);
        if ((mayBeRecorded || id == TAKEN) && ThreadBuffers.existing() != null) {
            endRecordedBody(id, kind);
        }
    }

    /**
     * Begins the run of a request's part or end. Unlike a task it is a call: what is passed within it is caused
     * by the request.
     *
     * @param id of its name
     */
    public static void beginRequest(Object part, int id) {
        beginTask(part, id, Passes.MAY_HAVE_PASSES | Passes.RUNS_ONCE);
        ThreadBuffer buffer = ThreadBuffers.existing();
        if (buffer != null && CurrentFrames.of(buffer).isRunning(-id)) {
            OpenCalls.begun(buffer);
        }
    }

    /**
     * Ends the run of a request that {@link #beginRequest} began.
     *
     * @param links what is known of it, as control records
     */
    public static void endRequest(int id, long[] links, int kind) {
        ThreadBuffer buffer = ends(id) ? ThreadBuffers.existing() : null;
        if (buffer == null) {
            return;
        }
        Pass run = CurrentFrames.of(buffer).pop(-id);
        if (run != null) {
            OpenCalls.ended(buffer);
            Records.appendLinked(buffer, System.nanoTime(), links, run.nameId << RecordLayout.KIND_BITS | kind);
        }
    }

    /** Returns the pass that the run belongs to; null if the run exceeds the limit and is not recorded. */
    private static @Nullable Pass record(ThreadBuffer buffer, OpenFrames frames, Pass last) {
        Pass exact = frames.innermost(last.root);
        Pass pass = exact == null ? last : exact;
        if (!pass.mayRun(mostRuns) || pass.isNone() && isBeyondLimit(pass.nameId)) {
            LossCounter.RUNS_DROPPED.increment();
            return null;
        }
        int control = exact == null && last.ambiguous ? RecordLayout.CONTROL_AMBIGUOUS_RUN : RecordLayout.CONTROL_RUN;
        append(buffer, control, pass.number, pass.nameId);
        return pass;
    }

    private static void append(ThreadBuffer buffer, int control, long number, int nameId) {
        Records.appendLinked(
                buffer, System.nanoTime(), RecordLayout.control(control, number), nameId << RecordLayout.KIND_BITS);
    }

    /** Ends the run of a wrapped callback. */
    @ForceInline
    static void end(int idAndKind) {
        if ((idAndKind & OUTERMOST << RecordLayout.KIND_BITS) == 0) {
            endRecorded(idAndKind);
        } else {
            endOutermost(idAndKind ^ OUTERMOST << RecordLayout.KIND_BITS);
        }
    }

    private static void endOutermost(int idAndKind) {
        boolean isRecorded = CallSample.atEnd(TracerSwitch.epoch()).endRun();
        if (isRecorded && RecordLayout.methodId(idAndKind) != 0) {
            endRecorded(idAndKind);
        }
    }

    @ForceInline
    private static void endRecorded(int idAndKind) {
        long now = System.nanoTime();
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenCalls.ended(buffer);
        Records.append(buffer, now, idAndKind);
        CurrentFrames.of(buffer).pop(-(idAndKind >>> RecordLayout.KIND_BITS));
    }

    /** Ends the run that {@link #beginBody} began, if it was recorded. */
    @ForceInline
    static void endBody(int methodId, int kind) {
        if (ends(methodId)) {
            endRecordedBody(methodId, kind);
        }
    }

    /** Takes note that a run is ending, which has begun with its id. Returns whether it may have been recorded. */
    @ForceInline
    private static boolean ends(int id) {
        return !CallSample.isOn() || CallSample.atEnd(TracerSwitch.epoch()).ends(-id);
    }

    @ForceInline
    private static void endRecordedBody(int methodId, int kind) {
        ThreadBuffer buffer = ThreadBuffers.current();
        Pass run = CurrentFrames.of(buffer).pop(-methodId);
        if (run != null) {
            Records.append(buffer, System.nanoTime(), run.nameId << RecordLayout.KIND_BITS | kind);
        }
    }
}
