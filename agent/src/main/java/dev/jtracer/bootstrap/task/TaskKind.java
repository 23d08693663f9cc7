// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.task;

import dev.jtracer.bootstrap.Passes;
import java.util.TimerTask;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import jdk.internal.misc.Unsafe;

/** Properties of a class whose objects are submitted to executors. */
final class TaskKind {
    private static final String[] CARRIERS = {
        "akka.dispatch.Mailbox",
        "com.google.common.util.concurrent.SequentialExecutor$",
        "io.netty.util.concurrent.SingleThreadEventExecutor$",
        "io.reactivex.rxjava3.internal.schedulers.ExecutorScheduler$ExecutorWorker",
        "io.vertx.core.impl.TaskQueue",
        "io.vertx.core.impl.WorkerTaskQueue",
        "java.util.concurrent.SubmissionPublisher$ConsumerTask",
        "jdk.internal.net.http.common.SequentialScheduler$",
        "kotlinx.coroutines.internal.LimitedDispatcher$Worker",
        "org.apache.pekko.dispatch.Mailbox",
    };

    private static final String[] COROUTINES = {"kotlinx.coroutines.CancellableContinuationImpl"};

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static final Kinds KINDS = new Kinds();

    /**
     * Whether the objects run tasks of a queue. The first of these tasks submits the object, but each task has a
     * cause of its own.
     */
    final boolean isCarrier;

    /** Whether the objects are coroutines that wait. Each suspension has one run. */
    final boolean isCoroutine;

    /**
     * Whether one of the objects has ever had a pass. Until then only lambdas are looked up: the identity hash code
     * of an object, which the first look-up computes, takes longer than all else. Not volatile: a thread that runs a
     * task sees what was written before it was passed.
     */
    boolean hasPasses;

    /** The flags that all objects have, see {@link Passes#MAY_HAVE_PASSES}. */
    private final int flags;

    private final boolean isLambda;

    /** Offset of a stage's field for its executor; 0 for any other class. */
    private final long executor;

    private TaskKind(Class<?> type) {
        // An executor that is passed as a task runs the tasks of its own queue.
        isCarrier = Executor.class.isAssignableFrom(type) || isNamed(type, CARRIERS);
        // Once for each time that it is passed; not so timers, and tasks with a delay or a period.
        boolean runsOnce = !Delayed.class.isAssignableFrom(type) && !TimerTask.class.isAssignableFrom(type);
        isCoroutine = isNamed(type, COROUTINES);
        // Futures and threads run once in all.
        boolean mayWaitTwice = runsOnce
                && !isCoroutine
                && !Future.class.isAssignableFrom(type)
                && !Thread.class.isAssignableFrom(type);
        flags = (runsOnce ? Passes.RUNS_ONCE : 0)
                | (mayWaitTwice ? Passes.MAY_WAIT_TWICE : 0)
                | (isPart(type) ? Passes.PART : 0);
        isLambda = mayWaitTwice && type.isHidden();
        executor = executor(type);
    }

    static void initialize() {
        of(TaskKind.class);
    }

    /**
     * Returns the flags of an object. It may have a pass, or was passed outside of any call, if another of its
     * class had one, or if it is a lambda: all evaluations of a lambda that captures nothing share one object, so the
     * first pass of a lambda may be of an object that is queued already.
     */
    int flags() {
        return hasPasses || isLambda ? flags | Passes.MAY_HAVE_PASSES : flags;
    }

    /** Returns whether an object will be submitted to an executor: a coroutine, or a stage that has an executor. */
    boolean hasExecutor(Object object) {
        return isCoroutine || executor != 0 && UNSAFE.getReference(object, executor) != null;
    }

    static TaskKind of(Class<?> type) {
        return KINDS.get(type);
    }

    /**
     * Returns whether the objects divide the work of the task that forks them. Other fork/join tasks may be any
     * executor's.
     */
    private static boolean isPart(Class<?> type) {
        return RecursiveTask.class.isAssignableFrom(type)
                || RecursiveAction.class.isAssignableFrom(type)
                || CountedCompleter.class.isAssignableFrom(type);
    }

    private static long executor(Class<?> type) {
        for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
            if (ancestor.getName().equals("java.util.concurrent.CompletableFuture$UniCompletion")) {
                return UNSAFE.objectFieldOffset(ancestor, "executor");
            }
        }
        return 0;
    }

    /** Returns whether the name of a class or of one of its superclasses begins with one of these. */
    private static boolean isNamed(Class<?> type, String[] names) {
        for (Class<?> ancestor = type; ancestor != null; ancestor = ancestor.getSuperclass()) {
            String className = ancestor.getName();
            for (String name : names) {
                if (className.startsWith(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static final class Kinds extends ClassValue<TaskKind> {
        @Override
        protected TaskKind computeValue(Class<?> type) {
            return new TaskKind(type);
        }
    }
}
