// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.thread.TracerThreads;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tracer's own thread: repeats a duty while there is one, and runs what others hand to it in between. */
public final class TracerThread implements Executor {
    /* The first chunks of the spool last for 10 ms at the highest rate that one thread can record at. A busy application
     * is served without a pause, an idle one costs a hundred wake-ups a second, and while nothing is recorded there
     * is one. */
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;
    private static final long IDLE_PAUSE_NANOS = 1_000_000_000;
    private static final long BUSY = 4_096;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<Throwable> onDutyFailure;
    private final Consumer<Throwable> onTaskFailure;
    private final Runnable whenIdle;
    private final Thread thread;
    private volatile @Nullable Duty duty;

    /** What the thread repeats. */
    public interface Duty {
        /** Does what there is to do now, and returns how much that was, which decides on the pause. */
        long doWork();
    }

    /**
     * A thread that goes on whatever it runs into.
     *
     * @param onDutyFailure takes what the duty has thrown
     * @param onTaskFailure takes what a task has thrown
     * @param whenIdle the task that is run from time to time while there is no duty
     */
    public TracerThread(
            TracerThreads threads,
            Consumer<Throwable> onDutyFailure,
            Consumer<Throwable> onTaskFailure,
            Runnable whenIdle) {
        this.onDutyFailure = onDutyFailure;
        this.onTaskFailure = onTaskFailure;
        this.whenIdle = whenIdle;
        this.thread = threads.create("jtracer", this::run);
    }

    /** Starts the thread unless it was started before. */
    public void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Takes this duty up from here on, or none. */
    public void duty(@Nullable Duty next) {
        duty = next;
        LockSupport.unpark(thread);
    }

    /** Runs the task on this thread, soon. */
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        LockSupport.unpark(thread);
    }

    /**
     * Runs the task on this thread and waits for its end, whatever interrupts the caller.
     *
     * @throws ExecutionException if the task failed
     * @throws TimeoutException if it has not ended in time; it will still be run
     */
    public <T> T call(Callable<T> task, long timeoutNanos) throws ExecutionException, TimeoutException {
        FutureTask<T> future = new FutureTask<>(task);
        if (Thread.currentThread() == thread) {
            future.run();
        } else {
            execute(future);
        }
        // The caller may be a thread of the application: its interrupt and its permit are kept for it. A permit that
        // was not there makes its next park() return at once, which is allowed; a lost one makes it hang.
        boolean interrupted = Thread.interrupted();
        long deadline = System.nanoTime() + timeoutNanos;
        try {
            while (true) {
                try {
                    return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            LockSupport.unpark(Thread.currentThread());
        }
    }

    /** Says what the thread does now, for a message about a task that it has not run in time. */
    public String obstacle() {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.isNativeMethod() && isFileAccess(frame.getClassName())) {
                return "the disk has not finished what it was given";
            }
        }
        return "it has more to do than the CPU time that other threads leave it allows";
    }

    private static boolean isFileAccess(String className) {
        return className.startsWith("java.io.") || className.startsWith("sun.nio.");
    }

    private void run() {
        // Whatever happens, such as an OutOfMemoryError that the application has brought about: while this thread is
        // gone, every thread of the application would wait for a chunk.
        long pause = SHORTEST_PAUSE_NANOS;
        while (true) {
            try {
                runTasks();
            } catch (Throwable failure) {
                report(onTaskFailure, failure);
            }
            try {
                pause = workAndPause(pause);
            } catch (Throwable failure) {
                report(onDutyFailure, failure);
            }
        }
    }

    private static void report(Consumer<Throwable> onFailure, Throwable failure) {
        try {
            onFailure.accept(failure);
        } catch (Throwable outOfMemoryAgain) {
            // What failed is tried again, and fails again or not.
        }
    }

    /** Runs no more tasks than there are, so that the duty has its turn whatever others hand over meanwhile. */
    private void runTasks() {
        for (int waiting = tasks.size(); waiting > 0; waiting--) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /** Returns the pause to take next time if there is nothing to do again. */
    private long workAndPause(long pause) {
        Duty current = duty;
        if (current == null) {
            pause(IDLE_PAUSE_NANOS);
            tasks.add(whenIdle);
            return SHORTEST_PAUSE_NANOS;
        }
        long done = current.doWork();
        if (done >= BUSY) {
            return pause;
        }
        long next = done > 0 ? SHORTEST_PAUSE_NANOS : Math.min(pause * 2, LONGEST_PAUSE_NANOS);
        pause(next);
        return next;
    }

    private void pause(long nanos) {
        // A task or the duty may have waited for something itself, and so used up the permit of a task's arrival.
        if (tasks.isEmpty()) {
            LockSupport.parkNanos(this, nanos);
        }
        // With the flag set, no pause would be one.
        Thread.interrupted();
    }
}
