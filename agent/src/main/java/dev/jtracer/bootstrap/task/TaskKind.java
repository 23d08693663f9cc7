// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.task;

import java.util.TimerTask;
import java.util.concurrent.Delayed;

/** Properties of a class whose objects are handed to executors. */
final class TaskKind {
    private static final String[] CARRIERS = {
        "com.google.common.util.concurrent.SequentialExecutor$",
        "io.netty.util.concurrent.SingleThreadEventExecutor$",
        "io.vertx.core.impl.TaskQueue",
        "io.vertx.core.impl.WorkerTaskQueue",
        "kotlinx.coroutines.internal.LimitedDispatcher$Worker",
    };

    private static final Kinds KINDS = new Kinds();

    /**
     * Whether the objects run other tasks, of which several may have been handed over: their causes are not that of the object, which
     * the first of them has handed over.
     */
    final boolean isCarrier;

    /**
     * Whether one of the objects has ever had a passing. Until then none is looked up: the identity hash code of an object, which the
     * first look-up computes, takes longer than all else. Not volatile: a thread that runs a task sees what was written before it was
     * handed over.
     */
    boolean hasPassings;

    /** Whether an object runs once for each time that it is handed over; not so timers, and tasks with a delay or a period. */
    final boolean runsOnce;

    private TaskKind(Class<?> type) {
        isCarrier = isCarrier(type.getName());
        runsOnce = !Delayed.class.isAssignableFrom(type) && !TimerTask.class.isAssignableFrom(type);
    }

    static void initialize() {
        of(TaskKind.class);
    }

    static TaskKind of(Class<?> type) {
        return KINDS.get(type);
    }

    private static boolean isCarrier(String className) {
        for (String carrier : CARRIERS) {
            if (className.startsWith(carrier)) {
                return true;
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
