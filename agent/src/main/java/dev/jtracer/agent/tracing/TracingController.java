// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.control.FileListener;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.control.Tracing;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.watch.LiveSnapshot;
import dev.jtracer.engine.handler.totals.Functions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Takes commands from any thread and carries them out one at a time. */
public final class TracingController implements Tracing {
    private static final String CLOSED = "the tracer is being removed from this JVM; attach it again";
    private static final String ENDING = "the JVM is ending; nothing is recorded any more";

    private final ReentrantLock lock = new ReentrantLock();
    private final RecordingCommands commands;
    private final CurrentRecording current;
    private final LiveTotals totals;
    private final SnapshotView snapshots;
    private final StatusView status;
    private final TracingExit exit;
    private final Deadlines deadlines;
    private final RecorderSpool spool;
    private final Report report;

    /** Why no recording may start any more; null if one may. Guarded by the lock. */
    private @Nullable String closed;

    TracingController(
            RecordingCommands commands,
            CurrentRecording current,
            LiveTotals totals,
            SnapshotView snapshots,
            StatusView status,
            TracingExit exit,
            Deadlines deadlines,
            RecorderSpool spool,
            Report report) {
        this.commands = commands;
        this.current = current;
        this.totals = totals;
        this.snapshots = snapshots;
        this.status = status;
        this.exit = exit;
        this.deadlines = deadlines;
        this.spool = spool;
        this.report = report;
    }

    @Override
    public Reply start() {
        lockCommands();
        try {
            return closed != null ? Reply.declined(closed) : commands.start();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply stop() {
        lockCommands();
        try {
            return commands.stop();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply stop(boolean totals, FileListener files) {
        lockCommands();
        try {
            return commands.stop(totals, files);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply toggle(boolean totals, FileListener files) {
        lockCommands();
        try {
            return closed != null ? Reply.declined(closed) : commands.toggle(totals, files);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply toggle() {
        lockCommands();
        try {
            return closed != null ? Reply.declined(closed) : commands.toggle();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Reply reset() {
        lockCommands();
        try {
            return totals.reset();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void log(String text) {
        current.log(text);
    }

    @Override
    public Functions totals() {
        return totals.functions();
    }

    @Override
    public LiveSnapshot snapshot() {
        return snapshots.snapshot();
    }

    @Override
    public TracerStatus status() {
        return status.status();
    }

    /** Stops, and waits for the traces no longer than the user allowed in all. For the JVM's exit. */
    public void exit() {
        long deadline = deadlines.exit();
        if (!lockUntil(deadline)) {
            report.say("'" + current.output() + "' may not be finished: a command before the JVM's end has not ended");
            return;
        }
        try {
            // Other shutdown hooks may run on. What they recorded would have no spool, and nobody to make a trace of
            // it.
            closed = closed != null ? closed : ENDING;
            exit.exit(deadline);
        } finally {
            lock.unlock();
        }
    }

    /** Ends as at the JVM's exit; nothing can be recorded from then on. */
    public void close() {
        lockCommands();
        closed = CLOSED;
        lock.unlock();
        exit();
    }

    /** Unmaps the recorder's memory, which it must have forgotten. */
    public void unmap() {
        spool.unmap();
    }

    private void lockCommands() {
        lock.lock();
        // The lock may have parked this thread, which may be the application's, and consumed its permit.
        LockSupport.unpark(Thread.currentThread());
    }

    private boolean lockUntil(long deadline) {
        while (true) {
            try {
                return lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                // This is the shutdown hook's thread, whose interrupts are meant for no one.
            }
        }
    }
}
