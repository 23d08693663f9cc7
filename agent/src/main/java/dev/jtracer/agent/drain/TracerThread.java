// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.agent.thread.TracerThreads;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The tracer's own thread. It repeats a duty while one is set, and runs submitted tasks in between. */
public abstract class TracerThread implements Executor {
    /* The first chunks of the spool last for 10 ms at the highest recording rate of one thread. A busy application is
     * drained without a pause; an idle one costs a hundred wake-ups a second, and a stopped recording one. */
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;
    private static final long IDLE_PAUSE_NANOS = 1_000_000_000;
    private static final long BUSY = 4_096;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TracerThreads threads;
    private final Thread thread;
    private volatile @Nullable Duty duty;

    /** Work that the thread repeats. */
    public interface Duty {
        /** Does the pending work. Returns its amount, which determines the pause. */
        long doWork() throws IOException;
    }

    /** Creates a thread that survives every exception. */
    protected TracerThread(TracerThreads threads) {
        this.threads = threads;
        this.thread = threads.create("jtracer", new Runnable() {
            @Override
            public void run() {
                repeat();
            }
        });
    }

    /** Takes an exception of the duty. */
    protected abstract void dutyFailed(Throwable failure);

    /** Takes an exception of a task or of {@link #idle}. */
    protected abstract void taskFailed(Throwable failure);

    /** Works once a second while no duty is set. */
    protected abstract void idle();

    public final void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Replaces the duty; null for none. */
    public final void duty(@Nullable Duty next) {
        duty = next;
        LockSupport.unpark(thread);
    }

    /** Runs the task on this thread, asynchronously. */
    @Override
    public final void execute(Runnable task) {
        tasks.add(task);
        LockSupport.unpark(thread);
    }

    /**
     * Runs the task on this thread and waits for its end; interrupts of the caller do not end the wait.
     *
     * @throws ExecutionException if the task failed
     * @throws TimeoutException if it has not ended in time; it will still run
     */
    protected final <T> T call(Callable<T> task, long timeoutNanos) throws ExecutionException, TimeoutException {
        FutureTask<T> future = new FutureTask<>(task);
        if (Thread.currentThread() == thread) {
            future.run();
        } else {
            execute(future);
        }
        // The caller may be a thread of the application, so its interrupt flag and its park permit are restored. A
        // surplus permit makes its next park() return at once, which is allowed; a lost one makes it hang.
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

    /** Describes what the thread does now, for a message about a task that it did not run in time. */
    protected final String obstacle() {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.isNativeMethod() && isFileAccess(frame.getClassName())) {
                return "the disk has not finished its last writes";
            }
        }
        return "it has more to do than the CPU time that other threads leave it allows";
    }

    private static boolean isFileAccess(String className) {
        return className.startsWith("java.io.") || className.startsWith("sun.nio.");
    }

    private void repeat() {
        // No failure may end this thread, not even an OutOfMemoryError caused by the application: without it every
        // thread of the application would wait for a chunk.
        long pause = SHORTEST_PAUSE_NANOS;
        while (!threads.areEnding()) {
            try {
                runTasks();
            } catch (Throwable failure) {
                failed(failure, false);
            }
            try {
                pause = workAndPause(pause);
            } catch (Throwable failure) {
                failed(failure, true);
            }
        }
    }

    /** Takes an exception of the duty, which is tried again, or else of a task. */
    private void failed(Throwable failure, boolean isOfDuty) {
        try {
            if (isOfDuty) {
                dutyFailed(failure);
            } else {
                taskFailed(failure);
            }
        } catch (Throwable outOfMemoryAgain) {
            // The thread goes on.
        }
    }

    /** Runs only the tasks that are queued now, so that tasks submitted meanwhile cannot starve the duty. */
    private void runTasks() {
        for (int waiting = tasks.size(); waiting > 0; waiting--) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /** Works, then pauses. Returns the pause on which the next one is based. */
    private long workAndPause(long pause) throws IOException {
        Duty current = duty;
        if (current == null) {
            pause(IDLE_PAUSE_NANOS);
            try {
                idle();
            } catch (Throwable failure) {
                failed(failure, false);
            }
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
        // A task or the duty may have parked itself, which consumes the permit that a submitted task gave.
        if (tasks.isEmpty()) {
            LockSupport.parkNanos(this, nanos);
        }
        // With the interrupt flag set, every pause would return at once.
        Thread.interrupted();
    }
}
