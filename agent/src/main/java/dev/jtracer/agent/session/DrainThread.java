// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.drain.TracerThread;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.TracerSwitch;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The tracer's thread while it serves a recording, and the failure that ended the recording early. */
final class DrainThread extends TracerThread {
    /* Whatever uses the drain or waits for the disk runs on this thread. Commands wait for it until a deadline. The
     * thread never takes the commands' lock, because the two would deadlock. */
    static final long COMMAND_NANOS = 10_000_000_000L;

    private final Report report;
    private final RecorderSpool spool;
    private final WriteFailures writing;
    private volatile String output = "";

    /** Set by any thread; the recording can still be stopped, and keeps what was written. */
    private volatile @Nullable IOException failure;

    /** Thrown when the thread has not run a task before the deadline. */
    static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1;

        private NoAnswerException(long waitedNanos, String obstacle, TimeoutException cause) {
            super("the tracer's thread has not answered for " + waitedNanos / 1_000_000 + " ms: " + obstacle, cause);
        }
    }

    DrainThread(TracerThreads threads, Report report, RecorderSpool spool, WriteFailures writing) {
        super(threads);
        this.report = report;
        this.spool = spool;
        this.writing = writing;
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

    /** Repeats a round until there is a failure or another duty. */
    void repeat(Duty round) {
        duty(new Duty() {
            @Override
            public long doWork() {
                return runUnlessFailed(round);
            }
        });
    }

    private long runUnlessFailed(Duty round) {
        if (failure != null || writing.arePresent() && !isRetryDue()) {
            return 0;
        }
        try {
            long done = round.doWork();
            writing.succeeded(output);
            return done;
        } catch (EOFException spoolIsGone) {
            fail(spoolIsGone);
            return 0;
        } catch (IOException e) {
            if (writing.failed(output, e, spool.drainer().hasRoom())) {
                fail(e);
            }
            return 0;
        }
    }

    private boolean isRetryDue() {
        spool.drainer().growIfNeeded();
        return writing.isRetryDue(spool.drainer().hasRoom());
    }

    /** Runs a task on the thread and waits for its result, as long as a command may take. */
    <T> T answer(Callable<T> task) throws IOException {
        return answer(task, System.nanoTime() + COMMAND_NANOS);
    }

    /** Runs a task on the thread and waits for its result until the deadline. */
    <T> T answer(Callable<T> task, long deadline) throws IOException {
        long start = System.nanoTime();
        try {
            return call(task, deadline - start);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new NoAnswerException(System.nanoTime() - start, obstacle(), e);
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Ends the recording at its current position. */
    void fail(IOException e) {
        if (failure == null) {
            failure = e;
            writing.ended(e);
            report.say("recording to '" + output + "' ends here: " + e.getMessage()
                    + "; the application goes on, what was recorded is kept");
            execute(this::turnOffAfterFailure);
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

    /** An error of jtracer, or of a JVM out of memory. */
    @Override
    protected void dutyFailed(Throwable e) {
        fail(new IOException(e.toString(), e));
    }

    /** Reports the failure of a task that has nothing to do with the recording, which goes on. */
    @Override
    protected void taskFailed(Throwable e) {
        report.say("a task of the tracer's thread failed (" + e + "); please report this line");
    }

    @Override
    protected void idle() {
        spool.forgetEnded();
    }

    private void turnOffAfterFailure() {
        // Another recording may have begun since.
        if (failure != null) {
            TracerSwitch.set(false);
            ChunkPool.INSTANCE.releaseWaiting();
        }
    }
}
