// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.task;

import dev.jtracer.bootstrap.CallbackRuns;
import dev.jtracer.bootstrap.Passes;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.ThreadBuffers;
import dev.jtracer.bootstrap.TracerSwitch;
import java.util.concurrent.ForkJoinPool;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The entry points for tasks: the JDK's executors call them when they receive a task and when they run one. They
 * throw nothing but {@link ThreadDeath}, and wait only for a free chunk.
 */
public final class TaskTracer {
    /* Called where the executors hold no lock of a queue. Unlike in MethodTracer, the end of the stack is ignored:
     * the executors are not prepared for an exception there. */
    private TaskTracer() {}

    /** Initialises the classes of this package, before the first executor calls it. */
    public static void initialize() {
        PoolOfCarriers.initialize();
        TaskKind.initialize();
        StackRoom.require();
    }

    /** Takes a task submitted to an executor, with the id of the name under which its runs are recorded. */
    @ForceInline
    public static void submitted(@Nullable Object task, int nameId) {
        if (task != null && TracerSwitch.isOn()) {
            record(task, nameId, 0);
        }
    }

    /** Like {@link #submitted}, for a task that runs a copy of a callback that the innermost call may have passed. */
    @ForceInline
    public static void dispatched(@Nullable Object task, int nameId) {
        if (task != null && TracerSwitch.isOn()) {
            record(task, nameId, Passes.OF_COPY);
        }
    }

    /**
     * Like {@link #submitted}, for what is submitted to an executor later: a stage of a future, if it has one, or a
     * coroutine, as a part of the run in which it is suspended.
     */
    @ForceInline
    public static void waits(@Nullable Object waiting, int nameId) {
        if (waiting != null && TracerSwitch.isOn()) {
            recordIfAsync(waiting, nameId);
        }
    }

    @DontInline
    private static void recordIfAsync(Object waiting, int nameId) {
        try {
            TaskKind kind = TaskKind.of(waiting.getClass());
            if (kind.hasExecutor(waiting)) {
                record(waiting, nameId, kind.isCoroutine ? Passes.PART : 0);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /**
     * Like {@link #submitted}, for a pool that may be the one that runs virtual threads.
     *
     * @param pool a {@link java.util.concurrent.ForkJoinPool}
     */
    @ForceInline
    public static void submittedToPool(Object pool, @Nullable Object task, int nameId) {
        if (task != null && TracerSwitch.isOn()) {
            recordUnlessOfCarriers(pool, task, nameId);
        }
    }

    @DontInline
    private static void recordUnlessOfCarriers(Object pool, Object task, int nameId) {
        try {
            if (!PoolOfCarriers.is((ForkJoinPool) pool)) {
                record(task, nameId, 0);
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /** @param flags those of the pass, see {@link Passes#MAY_HAVE_PASSES} */
    @DontInline
    private static void record(Object task, int nameId, int flags) {
        try {
            if (PoolOfCarriers.isCarrier(Thread.currentThread())) {
                return; // first, because all else may contain a monitor
            }
            TaskKind kind = TaskKind.of(task.getClass());
            boolean isResumed = kind.isCoroutine && (flags & Passes.PART) == 0;
            if (!kind.isCarrier && !isResumed && Passes.recordTask(task, nameId, kind.flags() | flags)) {
                kind.hasPasses = true;
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }

    /* A fork/join task may be nested to the end of the stack. The end of its run must not close the run around it,
     * which has the same id. So begin and end either both find room or both do not: they have the same entry point,
     * called from frames of the same size, and its first step needs more room than all others. */

    private static final int BEGIN = -1;
    private static final int BEGIN_IN_LOOP = -2;

    /* A thread that takes task after task executes that loop as it was when the thread began it, also after the class
     * is woven. The methods that the loop calls are the woven ones, but for the one that waits for a task at this
     * moment. So on threads from before, a run begins where the loop gets the task, or prepares its run, and ends
     * where it asks for the next. */

    /** Highest id of threads that may be in a loop from before it was woven; 0 if loops were woven when loaded. */
    private static long lastOldThread;

    /** Takes note that the threads up to this id may have begun to take tasks before their pool's class was woven. */
    public static void threadsFromBefore(long lastId) {
        lastOldThread = lastId;
    }

    /** Ends the run of the task that a loop took before this one. */
    @ForceInline
    public static void takes() {
        Object none = null;
        if (TracerSwitch.isOn() && lastOldThread != 0) {
            step(none, CallbackRuns.TAKEN, RecordLayout.KIND_EXIT);
        }
    }

    /** Begins the run of a task that a loop has taken or is about to run, if the loop may be one from before. */
    @ForceInline
    public static void taken(@Nullable Object task) {
        if (TracerSwitch.isOn() && lastOldThread != 0 && ThreadBuffers.currentThreadId() <= lastOldThread) {
            step(task, CallbackRuns.TAKEN, BEGIN_IN_LOOP);
        }
    }

    /** Ends the run of the task that a loop took last, if an exception of the task ends the thread. */
    @ForceInline
    public static void loopEnds() {
        Object none = null;
        if (TracerSwitch.isOn() && lastOldThread != 0) {
            step(none, CallbackRuns.TAKEN, RecordLayout.KIND_THROW);
        }
    }

    /** Begins the run of a task in a loop, unless {@link #taken} has begun it. */
    @ForceInline
    public static void runsInLoop(@Nullable Object task, int id) {
        if (TracerSwitch.isOn()) {
            step(task, id, BEGIN_IN_LOOP);
        }
    }

    private static boolean hasBegun() {
        return lastOldThread != 0 && CallbackRuns.isTaskOpen(CallbackRuns.TAKEN);
    }

    /** Begins the run of a task by a method whose id {@link #ran} and {@link #threw} get, too. */
    @ForceInline
    public static void runs(@Nullable Object task, int id) {
        if (TracerSwitch.isOn()) {
            step(task, id, BEGIN);
        }
    }

    /** Ends the run of a task. */
    @ForceInline
    public static void ran(int id) {
        Object none = null; // a variable more, as in runs
        if (TracerSwitch.isOn()) {
            step(none, id, RecordLayout.KIND_EXIT);
        }
    }

    /** Ends the run of a task that an exception leaves. Does nothing if it has ended. */
    @ForceInline
    public static void threw(int id) {
        Object none = null;
        if (TracerSwitch.isOn()) {
            step(none, id, RecordLayout.KIND_THROW);
        }
    }

    /** @param step one of the constants above, or the kind of the run's last record */
    @DontInline
    private static void step(@Nullable Object task, int id, int step) {
        try {
            StackRoom.require();
            Thread thread = Thread.currentThread();
            if (PoolOfCarriers.isCarrier(thread)) {
                return;
            }
            if (step >= 0) {
                CallbackRuns.endTask(id, step);
            } else if (task != null && !(step == BEGIN_IN_LOOP && hasBegun())) {
                CallbackRuns.beginTask(task, id, TaskKind.of(task.getClass()).flags());
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
    }
}
