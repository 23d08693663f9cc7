// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.TracerSwitch;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The tracer's own thread, and the failure that ended a recording early. It repeats a duty while one is set, and runs
 * submitted tasks in between.
 */
final class DrainThread implements Runnable {
    /* Whatever uses the drain or waits for the disk runs on this thread. Commands wait for it until a deadline. The
     * thread never takes the commands' lock, because the two would deadlock. */
    static final long COMMAND_NANOS = 10_000_000_000L;

    /* The first chunks of the spool last for 10 ms at the highest recording rate of one thread. A busy application is
     * drained without a pause; an idle one costs a hundred wake-ups a second, and a stopped recording one. */
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;
    private static final long IDLE_PAUSE_NANOS = 1_000_000_000;
    private static final long BUSY = 4_096;

    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TracerThreads threads;
    private final Thread thread;
    private final Report report;
    private final RecorderSpool spool;
    private final WriteFailures writing;
    private volatile @Nullable Duty duty;
    private volatile String output = "";

    /** Set by any thread; the recording can still be stopped, and keeps what was written. */
    private volatile @Nullable IOException failure;

    /** Work that the thread repeats. */
    interface Duty {
        /** Does the pending work. Returns its amount, which determines the pause. */
        long doWork() throws IOException;
    }

    /** Thrown when the thread has not run a task before the deadline. */
    static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1;

        private NoAnswerException(long waitedNanos, String obstacle, TimeoutException cause) {
            super("the tracer's thread has not answered for " + waitedNanos / 1_000_000 + " ms: " + obstacle, cause);
        }
    }

    /** Creates a thread that survives every exception. */
    DrainThread(TracerThreads threads, Report report, RecorderSpool spool, WriteFailures writing) {
        this.threads = threads;
        this.report = report;
        this.spool = spool;
        this.writing = writing;
        this.thread = threads.create("jtracer", this);
    }

    void start() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Forgets the failure of the previous recording and names the output in the message of the next failure. */
    void beginRecording(String nextOutput) {
        output = nextOutput;
        failure = null;
        writing.beginRecording();
    }

    /** Names another file of the recording in the message of a failure. */
    void continueRecording(String nextOutput) {
        output = nextOutput;
    }

    /** Replaces the duty, which is repeated until there is a failure; null for none. */
    void duty(@Nullable Duty next) {
        duty = next;
        LockSupport.unpark(thread);
    }

    /** Runs the task on this thread, asynchronously. */
    void execute(Runnable task) {
        tasks.add(task);
        LockSupport.unpark(thread);
    }

    /** Runs a task on the thread and waits for its result, as long as a command may take. */
    <T> T answer(Callable<T> task) throws IOException {
        return answer(task, System.nanoTime() + COMMAND_NANOS);
    }

    /**
     * Runs a task on the thread and waits for its result until the deadline; interrupts of the caller do not end the
     * wait.
     *
     * @throws NoAnswerException if the task has not ended in time; it will still run
     */
    <T> T answer(Callable<T> task, long deadline) throws IOException {
        long start = System.nanoTime();
        FutureTask<T> future = new FutureTask<>(task);
        if (Thread.currentThread() == thread) {
            future.run();
        } else {
            execute(future);
        }
        // The caller may be a thread of the application, so its interrupt flag and its park permit are restored. A
        // surplus permit makes its next park() return at once, which is allowed; a lost one makes it hang.
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new NoAnswerException(System.nanoTime() - start, obstacle(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            LockSupport.unpark(Thread.currentThread());
        }
    }

    /** Describes what the thread does now, for a message about a task that it did not run in time. */
    private String obstacle() {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String className = frame.getClassName();
            if (frame.isNativeMethod() && (className.startsWith("java.io.") || className.startsWith("sun.nio."))) {
                return "the disk has not finished its last writes";
            }
        }
        return "it has more to do than the CPU time that other threads leave it allows";
    }

    /** Repeats the duty and runs tasks. For the thread alone. */
    @Override
    public void run() {
        // No failure may end this thread, not even an OutOfMemoryError caused by the application: without it every
        // thread of the application would wait for a chunk.
        long pause = SHORTEST_PAUSE_NANOS;
        while (!threads.areEnding()) {
            try {
                runTasks();
            } catch (Throwable e) {
                taskFailed(e);
            }
            try {
                pause = workAndPause(pause);
            } catch (Throwable e) {
                dutyFailed(e);
            }
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
    private long workAndPause(long pause) {
        Duty current = duty;
        if (current == null) {
            pause(IDLE_PAUSE_NANOS);
            try {
                spool.forgetEnded();
            } catch (Throwable e) {
                taskFailed(e);
            }
            return SHORTEST_PAUSE_NANOS;
        }
        long done = workUnlessFailed(current);
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

    private long workUnlessFailed(Duty current) {
        if (failure != null || writing.arePresent() && !isRetryDue()) {
            return 0;
        }
        try {
            long done = current.doWork();
            writing.succeeded(output);
            return done;
        } catch (EOFException spoolIsGone) {
            fail(spoolIsGone);
            return 0;
        } catch (IOException e) {
            if (writing.failed(output, e, spool.drainer().hasRoom(), System.nanoTime())) {
                fail(e);
            }
            return 0;
        }
    }

    private boolean isRetryDue() {
        spool.drainer().growIfNeeded();
        return writing.isRetryDue(spool.drainer().hasRoom());
    }

    /** Takes an error of jtracer, or of a JVM out of memory. */
    private void dutyFailed(Throwable e) {
        try {
            fail(new IOException(e.toString(), e));
        } catch (Throwable outOfMemoryAgain) {
            // The thread goes on.
        }
    }

    /** Reports the failure of a task that has nothing to do with the recording, which goes on. */
    private void taskFailed(Throwable e) {
        try {
            report.say("a task of the tracer's thread failed (" + e + "); please report this line");
        } catch (Throwable outOfMemoryAgain) {
            // The thread goes on.
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Ends the recording at its current position. */
    private void fail(IOException e) {
        if (failure == null) {
            failure = e;
            writing.ended(e);
            report.say("recording to '" + output + "' ends here: " + e.getMessage()
                    + "; the application goes on, what was recorded is kept");
            execute(this::turnOffAfterFailure);
        }
    }

    private void turnOffAfterFailure() {
        // Another recording may have begun since.
        if (failure != null) {
            TracerSwitch.set(false);
            ChunkPool.INSTANCE.releaseWaiting();
        }
    }

    /** Remembers that the recording could not be finished, which the stop reports itself. */
    void stopFailed(IOException e) {
        failure = e;
    }

    /** Forgets the failure of a recording that could be finished after all. */
    void recovered() {
        failure = null;
    }
}
