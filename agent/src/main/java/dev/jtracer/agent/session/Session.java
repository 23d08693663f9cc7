// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOptions.BufferOptions;
import dev.jtracer.agent.config.AgentOptions.FullPolicy;
import dev.jtracer.agent.config.AgentOptions.StderrOptions;
import dev.jtracer.agent.config.AgentOrigin;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.control.GuardedCommand;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.control.Tracing;
import dev.jtracer.agent.drain.MethodJournal;
import dev.jtracer.agent.drain.OpenThread;
import dev.jtracer.agent.drain.SlowFigures;
import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.ReportInMemory;
import dev.jtracer.agent.output.RetainedFiles;
import dev.jtracer.agent.output.StallLines;
import dev.jtracer.agent.session.DrainThread.NoAnswerException;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.jtr.RingOfFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivilegedAction;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tracing of this JVM: carries out commands from any thread, one at a time. A stop goes from here over
 * {@link DrainThread} to {@link RecordingDuty}, which completes the file on the tracer's thread, and back to
 * {@link StopReport}.
 */
public final class Session implements Tracing {
    private static final String CLOSED = "the tracer is being removed from this JVM; attach it again";
    private static final String ENDING = "the JVM is ending; nothing is recorded any more";

    /** Closing a recording takes milliseconds. It gets this time also where the user wants no trace at the exit. */
    private static final long SHORTEST_STOP_NANOS = 1_000_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final AgentOptions options;
    private final RecordingFiles files;
    private final RecorderSpool spool;
    private final DrainThread thread;
    private final RecordingDuty duty;
    private final Overhead overhead;
    private final @Nullable Budget budget;
    private final @Nullable StallMeter stall;
    private final CurrentRecording current = new CurrentRecording();
    private final SessionView view;
    private final TraceMaker traces;
    private final StopReport stopReport;
    private final long exitNanos;
    private final Report report;

    /** Why no recording may start any more; null if one may. Guarded by the lock. */
    private @Nullable String closed;

    /**
     * Assembles the tracing of this JVM, which is off.
     *
     * @param origin where the tracer came from, on which it depends what stderr shows
     */
    public Session(
            AgentOptions options,
            TracerThreads threads,
            String version,
            StringTable names,
            MethodJournal journal,
            WeaveCounters weaving,
            TraceMaker traces,
            AgentOrigin origin,
            Report report)
            throws OptionException {
        this.options = options;
        this.traces = traces;
        this.report = report;
        StderrOptions stderr = options.stderr();
        exitNanos = options.files().exitNanos();
        spool = new RecorderSpool(options.buffers().full() == FullPolicy.RING);
        overhead = new Overhead(spool, weaving, origin == AgentOrigin.ATTACH || stderr.quiet() ? null : report);
        budget = options.weaving().budget() > 0 ? new Budget(options.weaving(), names, threads, report) : null;
        WriteFailures writing = new WriteFailures(
                report, options.buffers().ringBytes() > 0 || options.files().rotates());
        thread = new DrainThread(threads, report, spool, writing);
        SlowFigures slow = new SlowFigures();
        boolean beforeMain = origin != AgentOrigin.ATTACH && options.switches().start();
        files = new RecordingFiles(options, version, names, journal, spool, slow, beforeMain, report);
        RetainedFiles retained = new RetainedFiles(options.files().keepBytes(), report);
        TracerCounters counters = new TracerCounters(
                spool,
                writing,
                weaving,
                overhead,
                options.weaving().sampledCalls().dropsAny(),
                budget,
                options.buffers().slowNanos() > 0 ? slow : null,
                options.files().rotates() ? retained : null);
        // The line at the start would stand in the output of every JVM.
        boolean namesFile = beforeMain && origin == AgentOrigin.ENVIRONMENT && !stderr.quiet();
        duty = new RecordingDuty(
                options.files(),
                files,
                spool,
                thread,
                overhead,
                budget,
                writing,
                counters,
                retained,
                namesFile,
                report);
        stall = stderr.stallNanos() > 0 ? stallMeter(stderr, threads, origin) : null;
        view = new SessionView(options.switches().totals(), current, thread, spool, overhead, counters, weaving);
        stopReport = new StopReport(options, overhead, budget, weaving, writing, report);
    }

    /**
     * Sets what drops methods when tracing takes more than the user's budget, and drops those that the user's file
     * names.
     */
    public void weaving(Budget.Weaving weaver) {
        if (budget != null) {
            budget.weaving(weaver);
        }
    }

    private StallMeter stallMeter(StderrOptions stderr, TracerThreads threads, AgentOrigin origin) {
        StallLines lines = new StallLines(report);
        return new StallMeter(threads, stderr.stallNanos(), new StallMeter.Listener() {
            @Override
            public void late(long nanos, boolean forLackOfCores) {
                if (!forLackOfCores) {
                    current.stall(nanos);
                }
                // A JVM that got the agent from the environment and has recorded nothing prints nothing.
                if (!stderr.quiet() && (origin != AgentOrigin.ENVIRONMENT || spool.events() > 0)) {
                    lines.add(nanos, forLackOfCores, System.nanoTime());
                }
            }
        });
    }

    @Override
    public Reply start() {
        return command("start", new PrivilegedAction<>() {
            @Override
            public Reply run() {
                return startUnlessClosed();
            }
        });
    }

    @Override
    public Reply stop(@Nullable Terminal terminal) {
        return command("stop", () -> stopFor(terminal));
    }

    @Override
    public Reply toggle(@Nullable Terminal terminal) {
        return command("toggle", () -> toggleStarts() ? startUnlessClosed() : stopFor(terminal));
    }

    @Override
    public Reply reset() {
        return command("reset", view::forgetTotals);
    }

    /** Executes a command after those that came before. */
    private Reply command(String name, PrivilegedAction<Reply> command) {
        return GuardedCommand.reply(name, new PrivilegedAction<>() {
            @Override
            public Reply run() {
                lock.lock();
                try {
                    return command.run();
                } finally {
                    lock.unlock();
                }
            }
        });
    }

    private boolean toggleStarts() {
        Recording recording = current.get();
        return closed != null || recording == null || recording.stopFailed;
    }

    @Override
    @SuppressWarnings("removal") // ThreadDeath, which works on 17
    public void log(String text) {
        try {
            current.log(text);
        } catch (ThreadDeath stopped) {
            throw stopped;
        } catch (Throwable failure) {
            // A full heap or the stack's end, which the application meets in its own calls as well.
        }
    }

    @Override
    public Functions totals() {
        return view.functions();
    }

    @Override
    public Reply dump() {
        if (!view.totals()) {
            return Reply.declined(view.noTotals());
        }
        try {
            List<OpenThread> open = view.openThreads();
            return open == null
                    ? Reply.declined("nothing is recorded, so no open call is known; start a recording by start")
                    : Reply.done(OpenCallsText.of(open));
        } catch (IOException e) {
            return Reply.declined("cannot list the open calls (" + e.getMessage() + "); try again");
        }
    }

    @Override
    public LiveSnapshot snapshot() {
        return view.snapshot();
    }

    @Override
    public TracerStatus status(boolean cost) {
        return view.status(cost);
    }

    /** Stops, and waits for the traces no longer than the user allowed in all. For the JVM's exit. */
    public void exit() {
        long deadline = System.nanoTime() + exitNanos;
        if (!lockUntil(deadline)) {
            report.say("'" + current.output() + "' may not be finished: a command before the JVM's end has not ended");
            return;
        }
        try {
            // Other shutdown hooks may run on. What they recorded would have no spool, and nobody to make a trace.
            closed = closed != null ? closed : ENDING;
            finish(deadline);
        } finally {
            lock.unlock();
        }
    }

    /** Ends as at the JVM's exit; nothing can be recorded from then on. */
    public void close() {
        lock.lock();
        try {
            closed = CLOSED;
        } finally {
            lock.unlock();
        }
        // The lock may have parked this thread, which may be the application's, and consumed its permit.
        LockSupport.unpark(Thread.currentThread());
        exit();
    }

    /** Unmaps the recorder's memory, which it must have forgotten. */
    public void unmap() {
        spool.unmap();
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

    /** Starts a recording, and ends one that has failed before. */
    private Reply startUnlessClosed() {
        if (closed != null) {
            return Reply.declined(closed);
        }
        Recording before = current.get();
        if (before == null) {
            return begin();
        }
        if (!thread.hasFailed()) {
            return Reply.done("already recording to '" + current.output() + "'");
        }
        // The failed operation may work now. If it does not, it must not prevent all further recordings.
        report.say(stopForStderr().text());
        try {
            if (current.get() != null) {
                abandon(before);
            }
            return begin();
        } catch (IOException e) {
            return Reply.failedFile("cannot record: '" + before.file().path() + "' cannot be closed (" + e.getMessage()
                    + "); try again");
        }
    }

    private Reply begin() {
        RecordingFile file = null;
        try {
            thread.start(); // before there is a file: a JVM may have no native thread left
            int number = current.number() + 1;
            file = files.create(number);
            String output = file.trace().toString();
            BufferOptions buffers = options.buffers();
            ChunkPool.INSTANCE.longestWaitNanos(buffers.full() == FullPolicy.DROP ? 0 : buffers.waitNanos());
            turnOn(open(file, output), number, output);
            return Reply.done("recording to '" + output + "'");
        } catch (OptionException e) {
            return Reply.failedFile("cannot record: " + e.getMessage());
        } catch (IOException e) {
            abandon(file);
            return Reply.failedFile("cannot record: "
                    + unwritable(file == null ? options.files().output() : file.path(), e));
        }
    }

    private static String unwritable(Object file, IOException e) {
        String failure = "'" + file + "' cannot be written (";
        // The message of these two is the path alone.
        if (e instanceof NoSuchFileException) {
            return failure + "its directory takes no new file); change output=";
        }
        return e instanceof AccessDeniedException
                ? failure + "this user has no access to it); change output="
                : failure + e.getMessage() + "); free some space or change output=";
    }

    private Recording open(RecordingFile file, String output) throws IOException {
        thread.beginRecording(output);
        return thread.answer(new Callable<>() {
            @Override
            public Recording call() throws IOException {
                return files.open(file);
            }
        });
    }

    private void turnOn(Recording recording, int number, String output) {
        // From the first record on, others ask for the current recording.
        current.began(recording, number, output);
        thread.duty(new DrainThread.Duty() {
            @Override
            public long doWork() throws IOException {
                return duty.round(recording);
            }
        });
        TracerSwitch.set(true);
        if (stall != null) {
            try {
                stall.start();
            } catch (OutOfMemoryError noNativeThread) {
                report.say("stalls of the JVM are not measured (" + noNativeThread.getMessage() + ")");
            }
        }
    }

    private void abandon(@Nullable RecordingFile file) {
        if (file != null) {
            try {
                file.delete();
            } catch (IOException e) {
                report.say("cannot remove '" + file.path() + "' (" + e.getMessage() + "); it holds nothing");
            }
        }
    }

    private Reply stopForStderr() {
        return stop(stopDeadline(), exitNanos, stopReport.ofStderr());
    }

    private long stopDeadline() {
        return System.nanoTime() + DrainThread.COMMAND_NANOS + exitNanos;
    }

    /** Stops for a person at a terminal, and returns lines for that; otherwise for stderr. */
    private Reply stopFor(@Nullable Terminal terminal) {
        if (terminal == null) {
            return stopForStderr();
        }
        ReportInMemory lines = new ReportInMemory();
        Reply stopped = stop(stopDeadline(), exitNanos, stopReport.ofTerminal(lines.report(), terminal));
        return new Reply(stopped.exitCode(), (stopped.text() + "\n" + lines.text()).stripTrailing());
    }

    /**
     * Stops, and returns one line for the user.
     *
     * @param deadline when to stop waiting for the tracer's thread
     * @param longestReplayNanos how long the totals may take to catch up
     * @param audience reads the totals
     */
    private Reply stop(long deadline, long longestReplayNanos, StopReport.Audience audience) {
        Recording recording = current.get();
        if (recording == null) {
            return Reply.done("not recording");
        }
        Totals totals;
        try {
            turnOff(deadline);
            totals = thread.answer(
                    new Callable<>() {
                        @Override
                        public Totals call() throws IOException {
                            // The other half is for packing and the trace; the task may have waited for a round.
                            long half = (deadline - System.nanoTime()) / 2;
                            return duty.end(recording, Math.min(longestReplayNanos, Math.max(0, half)));
                        }
                    },
                    deadline);
        } catch (IOException e) {
            thread.stopFailed(e);
            recording.stopFailed = true;
            String line = "cannot finish '" + recording.file().path() + "' (" + e.getMessage() + "); "
                    + (e instanceof NoAnswerException ? "" : "free some space and ")
                    + "stop again, or make a trace of what is there after the JVM's end with: "
                    + traces.command(recording.file());
            audience.files().failed(line);
            return Reply.failedFile(line);
        }
        thread.recovered();
        current.ended(totals);
        // A recording that may be empty is read again, and deleted if it is.
        boolean converted = !recording.file().isWanted() || recording.keepsNothing() || recording.events() == 0;
        if (converted) {
            traces.make(recording.file(), audience.files());
        }
        stopFlight(recording, deadline);
        String stopped = stopReport.stopped(recording, totals, audience);
        if (!converted) {
            audience.files().finished("", parts(recording.file()));
        }
        return Reply.done(stopped);
    }

    /** Stops JFR once the recording itself is complete, beside the making of the trace. */
    private void stopFlight(Recording recording, long deadline) {
        FlightRecorder flight = recording.flight;
        // At the JVM's end JFR's own hook does, see finish.
        if (flight != null && !ENDING.equals(closed)) {
            try {
                thread.answer(
                        () -> {
                            flight.stop(!recording.keepsNothing());
                            return true;
                        },
                        deadline);
            } catch (IOException late) {
                // The tracer's thread goes on with it.
            }
        }
    }

    /** Turns the woven calls off. An overhead that is still unknown is measured before. */
    private void turnOff(long deadline) throws NoAnswerException {
        try {
            if (!overhead.isMeasured()) {
                thread.answer(
                        new Callable<>() {
                            @Override
                            public Boolean call() throws IOException {
                                if (!thread.hasFailed()) {
                                    overhead.measure(true);
                                }
                                return true;
                            }
                        },
                        deadline);
            }
        } catch (NoAnswerException e) {
            // The end would have none either.
            throw e;
        } catch (IOException e) {
            // The end writes once more, and reports it if that fails, too.
        } finally {
            TracerSwitch.set(false);
            if (stall != null) {
                stall.stop();
            }
            thread.duty(null);
        }
    }

    private static List<Path> parts(RecordingFile recording) {
        try {
            return RingOfFiles.parts(recording.path());
        } catch (IOException unreachable) {
            return List.of(recording.path());
        }
    }

    /** Leaves a recording that cannot be finished as it is. */
    private void abandon(Recording recording) throws IOException {
        current.ended(thread.answer(() -> {
            recording.writer().close();
            if (recording.flight != null) {
                recording.flight.stop(true);
            }
            return recording.totals();
        }));
        report.say(
                "gave up '" + recording.file().path() + "': what could not be written is lost; make a trace of the rest"
                        + " with: " + traces.command(recording.file()));
    }

    /** Finishes the recording, the traces and the spool at the JVM's exit. */
    private void finish(long deadline) {
        Recording recording = current.get();
        if (recording != null) {
            long stopDeadline = Math.max(deadline, System.nanoTime() + SHORTEST_STOP_NANOS);
            // The rest of the time is left for the trace.
            Reply stopped = stop(stopDeadline, exitNanos / 2, stopReport.ofStderr());
            if (thread.hasFailed()) {
                report.say(stopped.text());
            }
        }
        traces.finish(deadline);
        // After a failure the spool still holds what could not be written.
        if (!thread.hasFailed()) {
            spool.delete(report);
        }
        if (recording != null && recording.flight != null && ENDING.equals(closed)) {
            recording.flight.awaitHook(deadline, !recording.keepsNothing());
        }
    }
}
