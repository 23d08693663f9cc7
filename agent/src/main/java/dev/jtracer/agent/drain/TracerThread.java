// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

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
     * are none. */
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;
    private static final long BUSY = 4_096;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<Throwable> onFailure;
    private final Thread thread;
    private volatile @Nullable Duty duty;

    /** What the thread repeats. */
    public interface Duty {
        /** Does what there is to do now, and returns how much that was, which decides on the pause. */
        long doWork();
    }

    /**
     * The thread is a daemon, so that it never keeps the application's JVM alive.
     *
     * @param onFailure told what the duty or a task has thrown; the thread goes on
     */
    public TracerThread(Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
        thread = new Thread(this::run, "jtracer");
        thread.setDaemon(true);
        // Another class loader than the agent's would be kept from being unloaded.
        thread.setContextClassLoader(null);
    }

    public void start() {
        thread.start();
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
        // The caller may be a thread of the application: its interrupt is kept for it.
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
        }
    }

    private void run() {
        // Whatever happens, such as an OutOfMemoryError that the application has brought about: while this thread is
        // gone, every thread of the application would wait for a chunk.
        while (true) {
            try {
                work();
            } catch (Throwable failure) {
                tell(failure);
            }
        }
    }

    private void tell(Throwable failure) {
        try {
            onFailure.accept(failure);
        } catch (Throwable outOfMemoryAgain) {
            // What failed is tried again, and fails again or not.
        }
    }

    private void work() {
        long pause = SHORTEST_PAUSE_NANOS;
        while (true) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
                continue;
            }
            Duty current = duty;
            if (current == null) {
                LockSupport.park(this);
                pause = SHORTEST_PAUSE_NANOS;
                continue;
            }
            long done = current.doWork();
            if (done < BUSY) {
                pause = done > 0 ? SHORTEST_PAUSE_NANOS : Math.min(pause * 2, LONGEST_PAUSE_NANOS);
                LockSupport.parkNanos(this, pause);
            }
        }
    }
}
