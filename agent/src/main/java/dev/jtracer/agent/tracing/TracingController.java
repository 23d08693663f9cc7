// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.FullPolicy;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.control.TracerStatus;
import dev.jtracer.agent.control.Tracing;
import dev.jtracer.agent.drain.LiveAnalysis;
import dev.jtracer.agent.drain.OverheadMeter;
import dev.jtracer.agent.drain.SpoolDrainer;
import dev.jtracer.agent.drain.SpoolFile;
import dev.jtracer.agent.drain.TracerThread;
import dev.jtracer.agent.output.CallPrinter;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.recording.FrameFile;
import dev.jtracer.agent.recording.LostRecords;
import dev.jtracer.agent.recording.MethodJournal;
import dev.jtracer.agent.recording.NameLog;
import dev.jtracer.agent.recording.RecordingHeader;
import dev.jtracer.agent.recording.RecordingWriter;
import dev.jtracer.agent.recording.RingOfFiles;
import dev.jtracer.agent.recording.SingleFile;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.ChunkPool;
import dev.jtracer.bootstrap.LossCounters;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Starts and stops recordings. */
public final class TracingController implements Tracing {
    /* Commands come from any thread and are carried out one at a time, under a lock. Whatever touches the drain or waits
     * for the disk runs on the tracer's thread; the caller waits for it, at most WAIT_NANOS. The tracer's thread itself
     * never takes the lock, or the two would wait for each other. */
    private static final long WAIT_NANOS = 10_000_000_000L;

    /* Closing a recording takes milliseconds. It is given this time also where the user wants no trace at the exit. */
    private static final long SHORTEST_STOP_NANOS = 1_000_000_000;

    /* Of fewer events nobody asks what they cost, and by then the recorder is compiled as the application runs it. */
    private static final long ENOUGH_TO_MEASURE = 200_000;

    private final ReentrantLock commands = new ReentrantLock();
    private final AgentOptions options;
    private final RecordingFiles files;
    private final StringTable names;
    private final MethodJournal journal;
    private final WeaveCounters weaving;
    private final TraceMaker traces;
    private final Report report;
    private final TracerThread tracer;
    private final @Nullable LagMeter lag;

    /** Of the tracer's thread, and of the exit when that thread is done. */
    private volatile @Nullable SpoolFile spool;

    private volatile @Nullable SpoolDrainer drainer;
    private volatile @Nullable Recording current;
    private volatile int recordings;
    private volatile Functions lastTotals = Functions.EMPTY;
    private volatile Callbacks lastCallbacks = Callbacks.EMPTY;
    private volatile String lastOutput = "";
    private final AtomicLong droppedPoints = new AtomicLong();
    private volatile double nanosPerTiming;

    /** Set where it happens, by whichever thread; the recording is then stopped as far as it got. */
    private volatile @Nullable IOException failure;

    public TracingController(
            AgentOptions options,
            TracerThreads threads,
            RecordingFiles files,
            StringTable names,
            WeaveCounters weaving,
            TraceMaker traces,
            Report report) {
        this.options = options;
        this.files = files;
        this.names = names;
        this.journal = new MethodJournal(names);
        this.weaving = weaving;
        this.traces = traces;
        this.report = report;
        this.tracer = new TracerThread(threads, this::failed, this::taskFailed, this::forgetEnded);
        this.lag = options.lagNanos() > 0 ? new LagMeter(threads, options.lagNanos(), this::lagged) : null;
    }

    public MethodJournal journal() {
        return journal;
    }

    @Override
    public String start() {
        lockCommands();
        try {
            return startOrFinish();
        } finally {
            commands.unlock();
        }
    }

    private String startOrFinish() {
        Recording before = current;
        if (before == null) {
            return startNext();
        }
        if (failure == null) {
            return "already recording to '" + lastOutput + "'";
        }
        // It ended by a failure. What has failed may work now; if not, it must not stand in the way for ever.
        report.say(stopNow());
        try {
            giveUp(before);
            return startNext();
        } catch (IOException e) {
            return "cannot record: '" + before.file.path() + "' cannot be closed (" + e.getMessage() + "); try again";
        }
    }

    /** Leaves a recording that cannot be finished as it is. */
    private void giveUp(Recording recording) throws IOException {
        if (current == null) {
            return;
        }
        onTracer(
                () -> {
                    recording.writer.close();
                    return recording;
                },
                commandDeadline());
        current = null;
        report.say(
                "gave up '" + recording.file.path() + "': what could not be written is lost; make a trace of the rest"
                        + " with: " + traces.command(recording.file));
    }

    private String startNext() {
        RecordingFile file = null;
        try {
            int number = recordings + 1;
            file = files.create(number);
            ChunkPool.INSTANCE.longestWaitNanos(options.full() == FullPolicy.DROP ? 0 : options.waitNanos());
            tracer.start();
            current = begin(file);
            recordings = number;
            lastOutput = file.trace().toString();
            return "recording to '" + lastOutput + "'";
        } catch (OptionException e) {
            return "cannot record: " + e.getMessage();
        } catch (IOException e) {
            abandon(file);
            return "cannot record: '" + (file == null ? options.output() : file.path()) + "' cannot be written ("
                    + e.getMessage() + "); free some space or change output=";
        }
    }

    private static long commandDeadline() {
        return System.nanoTime() + WAIT_NANOS;
    }

    private Recording begin(RecordingFile file) throws IOException {
        failure = null;
        Recording recording = onTracer(() -> open(file), commandDeadline());
        tracer.duty(this::drain);
        TracerSwitch.set(true);
        if (lag != null) {
            lag.start();
        }
        return recording;
    }

    private Recording open(RecordingFile file) throws IOException {
        SpoolFile buffers = spool;
        if (buffers != null) {
            return open(file, buffers, writer(file, buffers.path()));
        }
        OutputFile spoolFile = files.createSpool(file);
        try {
            // Before the spool, which might leave no space for it.
            RecordingWriter writer = writer(file, spoolFile.path());
            buffers = files.spool(spoolFile);
            spool = buffers;
            journal.log(new NameLog(buffers.names()));
            writer.newNames();
            return open(file, buffers, writer);
        } catch (IOException | RuntimeException | Error e) {
            if (buffers == null) {
                spoolFile.delete(e);
            }
            throw e;
        }
    }

    private Recording open(RecordingFile file, SpoolFile buffers, RecordingWriter writer) throws IOException {
        LiveAnalysis analysis = analysis(writer.header());
        SpoolDrainer drain = drainer;
        if (drain == null) {
            drain = new SpoolDrainer(buffers, writer, analysis.sink(), options.full() == FullPolicy.RING);
            drainer = drain;
        }
        drain.begin(writer, analysis.sink());
        return new Recording(
                file, writer.header(), writer, analysis, new Points(writer, droppedPoints), drain.events(), lost());
    }

    private RecordingWriter writer(RecordingFile file, Path spoolPath) throws IOException {
        FrameFile frames = options.ringBytes() == 0
                ? new SingleFile(file.channel())
                : new RingOfFiles(file.path(), file.channel(), options.ringBytes());
        RecordingWriter writer = new RecordingWriter(frames, files.header(file, spoolPath), journal);
        writer.newNames();
        return writer;
    }

    private LiveAnalysis analysis(RecordingHeader header) {
        return new LiveAnalysis(
                names,
                header.processId(),
                header.startNanos(),
                options.printCalls() ? List.of(new CallPrinter(report)) : List.of());
    }

    private void abandon(@Nullable RecordingFile file) {
        if (file != null) {
            try {
                file.channel().close();
                Files.deleteIfExists(file.path());
            } catch (IOException e) {
                report.say("cannot remove '" + file.path() + "' (" + e.getMessage() + "); it holds nothing");
            }
        }
    }

    @Override
    public String stop() {
        lockCommands();
        try {
            return stopNow();
        } finally {
            commands.unlock();
        }
    }

    private String stopNow() {
        return stop(commandDeadline() + options.exitNanos(), options.exitNanos());
    }

    /**
     * Stops.
     *
     * @param deadline when to give up waiting for the tracer's thread
     * @param longestReplayNanos how long the totals may take to catch up
     */
    private String stop(long deadline, long longestReplayNanos) {
        Recording recording = current;
        if (recording == null) {
            return "not recording";
        }
        try {
            turnOff(deadline);
            onTracer(
                    () -> {
                        end(recording, longestReplayNanos);
                        return recording;
                    },
                    deadline);
            failure = null;
        } catch (IOException e) {
            failure = e;
            recording.stopFailed = true;
            return "cannot finish '" + recording.file.path() + "' (" + e.getMessage() + "); "
                    + (e instanceof NoAnswerException ? "" : "free some space and ")
                    + "stop again, or make a trace of what is there after the JVM's end with: "
                    + traces.command(recording.file);
        }
        current = null;
        if (!recording.file.isWanted()) {
            traces.make(recording.file);
        }
        long events = recording.events(events());
        if (!options.quiet()) {
            report.totals(lastTotals, lastCallbacks, events, nanosPerTiming);
        }
        long runsLeftOut = recording.runsLeftOut();
        if (runsLeftOut > 0) {
            report.say("left " + runsLeftOut + " runs of callbacks out, by callback-runs="
                    + options.callbacks().mostRuns());
        }
        long dropped = recording.points.dropped();
        if (dropped > 0) {
            report.say("left " + dropped + " lines of text out, which came faster than they could be written");
        }
        LostRecords lost = recording.lost(lost());
        if (lost.total() > 0 && recording.file.isWanted()) {
            // Of other files, the line says so that comes when they have been made.
            report.say("'" + lastOutput + "' holds " + events + " records; " + lost.total() + " records lost ("
                    + lost.causes() + ")");
        }
        long overwritten = recording.writer.overwritten();
        return "stopped; recorded " + events + " events"
                + (overwritten > 0 ? ", kept the last " + (events - overwritten) : "")
                + (lost.total() > 0 ? ", lost " + lost.causes() : "");
    }

    private void turnOff(long deadline) throws NoAnswerException {
        try {
            if (nanosPerTiming == 0) {
                onTracer(
                        () -> {
                            measureOverhead(true);
                            return true;
                        },
                        deadline);
            }
        } catch (NoAnswerException e) {
            // The end would have none either.
            throw e;
        } catch (IOException e) {
            failed(e);
        } finally {
            TracerSwitch.set(false);
            if (lag != null) {
                lag.stop();
            }
            tracer.duty(null);
        }
    }

    private void end(Recording recording, long longestReplayNanos) throws IOException {
        if (recording.whole) {
            return;
        }
        long endNanos = System.nanoTime();
        try {
            recording.points.close();
            while (writePoints(recording)) {}
            // After a failure, too: what could not be written is still in the spool, and the disk may have room again.
            long unseen = requireDrainer().finish(longestReplayNanos);
            if (unseen > 0) {
                report.say("the totals leave out the last " + unseen + " events, which came faster than they could be"
                        + " summed up; the trace has them all");
            }
            recording.writer.newNames();
            recording.writer.end(endNanos, counters(recording));
            recording.writer.close();
            recording.whole = true;
        } finally {
            lastTotals = recording.analysis.functions();
            lastCallbacks = recording.analysis.callbacks();
        }
    }

    private Map<String, String> counters(Recording recording) {
        Map<String, String> counters = new LinkedHashMap<>();
        recording.lost(lost()).putInto(counters);
        counters.put("overwrittenEvents", Long.toString(recording.writer.overwritten()));
        counters.put("waits", Long.toString(LossCounters.waits()));
        counters.put("waitedNanos", Long.toString(LossCounters.waitedNanos()));
        counters.put("classesWoven", Long.toString(weaving.classesWoven()));
        counters.put("methodsWoven", Long.toString(weaving.methodsWoven()));
        counters.put("methodsSkipped", Long.toString(weaving.methodsSkipped()));
        counters.put("classesFailed", Long.toString(weaving.classesFailed()));
        counters.put("unwrapped", Long.toString(LossCounters.unwrapped()));
        counters.put("untiedCallbacks", Long.toString(LossCounters.untiedCallbacks()));
        counters.put("runsLeftOut", Long.toString(LossCounters.runsLeftOut()));
        counters.put("droppedPoints", Long.toString(recording.points.dropped()));
        counters.put("overheadPicosPerTiming", Long.toString(Math.round(nanosPerTiming * 1_000)));
        return counters;
    }

    @Override
    public String toggle() {
        lockCommands();
        try {
            Recording recording = current;
            return recording == null || recording.stopFailed ? startOrFinish() : stopNow();
        } finally {
            commands.unlock();
        }
    }

    @Override
    public String reset() {
        lockCommands();
        try {
            return resetNow();
        } finally {
            commands.unlock();
        }
    }

    private String resetNow() {
        Recording recording = current;
        if (recording == null) {
            lastTotals = Functions.EMPTY;
            return "totals forgotten";
        }
        try {
            onTracer(
                    () -> {
                        recording.analysis = analysis(recording.header);
                        requireDrainer().sink(recording.analysis.sink());
                        return recording;
                    },
                    commandDeadline());
            return "totals forgotten; still recording to '" + lastOutput + "'";
        } catch (IOException e) {
            return "cannot forget the totals (" + e.getMessage() + ")";
        }
    }

    @Override
    public void log(String text) {
        Recording recording = current;
        if (recording == null) {
            return;
        }
        recording.points.text(Thread.currentThread().getId(), System.nanoTime(), text);
    }

    private void lagged(long lateNanos) {
        Recording recording = current;
        if (recording != null) {
            recording.points.lag(System.nanoTime(), lateNanos);
        }
        if (!options.quiet()) {
            report.lag(lateNanos);
        }
    }

    @Override
    public Functions totals() {
        Recording recording = current;
        if (recording == null) {
            return lastTotals;
        }
        try {
            return onTracer(() -> recording.analysis.functions(), commandDeadline());
        } catch (IOException e) {
            return lastTotals;
        }
    }

    @Override
    public TracerStatus status() {
        LostRecords lost = lost();
        return new TracerStatus(
                current != null && failure == null,
                recordings,
                lastOutput,
                events(),
                lost.total(),
                lost.noFreeBuffer() + lost.discarded(),
                lost.atStop(),
                lost.atStackEnd(),
                lost.failures(),
                LossCounters.waits(),
                LossCounters.waitedNanos(),
                weaving.classesWoven(),
                weaving.methodsWoven(),
                weaving.methodsSkipped(),
                weaving.classesFailed(),
                LossCounters.unwrapped(),
                LossCounters.untiedCallbacks(),
                LossCounters.runsLeftOut(),
                droppedPoints.get(),
                nanosPerTiming);
    }

    /** Stops, and waits until the traces are made, in all not longer than the user allowed. For the JVM's exit. */
    public void exit() {
        long deadline = System.nanoTime() + options.exitNanos();
        if (!lockUntil(deadline)) {
            report.say("'" + lastOutput + "' may not be finished: a command before the JVM's end has not ended");
            return;
        }
        try {
            exit(deadline);
        } finally {
            commands.unlock();
        }
    }

    private void exit(long deadline) {
        if (current != null) {
            // Half of the time at most for the totals, so that the rest is left for the trace.
            String stopped = stop(Math.max(deadline, System.nanoTime() + SHORTEST_STOP_NANOS), options.exitNanos() / 2);
            if (failure != null) {
                report.say(stopped);
            }
        }
        traces.finish(deadline);
        SpoolFile buffers = spool;
        // After a failure the spool still holds what could not be written.
        if (buffers != null && failure == null) {
            try {
                buffers.delete();
            } catch (IOException e) {
                report.say("cannot remove '" + buffers.path() + "' (" + e.getMessage() + "); it is of no more use");
            }
        }
    }

    private void lockCommands() {
        commands.lock();
        // The lock may have parked this thread, which may be the application's, and used its permit up.
        LockSupport.unpark(Thread.currentThread());
    }

    private boolean lockUntil(long deadline) {
        while (true) {
            try {
                return commands.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                // The thread is ours: nobody else wants to know of the interrupt.
            }
        }
    }

    /** An error of ours, or of a JVM out of memory. */
    private void failed(Throwable e) {
        failed(new IOException(e.toString(), e));
    }

    /** A task has nothing to do with what is recorded, which goes on. */
    private void taskFailed(Throwable e) {
        report.say("a task of the tracer's thread failed (" + e + "); please report this line");
    }

    private long drain() {
        if (failure != null) {
            return 0;
        }
        if (nanosPerTiming == 0 && events() > ENOUGH_TO_MEASURE) {
            measureOverhead(false);
        }
        try {
            Recording recording = current;
            if (recording != null) {
                writePoints(recording);
            }
            return requireDrainer().pass();
        } catch (IOException e) {
            failed(e);
            return 0;
        }
    }

    private void forgetEnded() {
        SpoolDrainer drain = drainer;
        if (drain != null) {
            drain.forgetEnded();
        }
    }

    private boolean writePoints(Recording recording) throws IOException {
        return recording.points.write((nanos, text) -> {
            if (options.printCalls()) {
                report.text(nanos - recording.header.startNanos(), text);
            }
        });
    }

    private void measureOverhead(boolean hurried) {
        if (failure != null) {
            return;
        }
        try {
            nanosPerTiming = OverheadMeter.nanosPerTiming(requireDrainer(), hurried);
            if (!options.quiet()) {
                report.overhead(nanosPerTiming);
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    /** Ends the recording where it is, from any thread. */
    private void failed(IOException e) {
        if (failure == null) {
            failure = e;
            report.say("recording to '" + lastOutput + "' ends here: " + e.getMessage()
                    + "; the application goes on, what was recorded is kept");
            tracer.execute(this::turnOffAfterFailure);
        }
    }

    private void turnOffAfterFailure() {
        // Another recording may have begun since.
        if (failure != null) {
            TracerSwitch.set(false);
            ChunkPool.INSTANCE.releaseWaiting();
        }
    }

    private long events() {
        SpoolDrainer drain = drainer;
        return drain == null ? 0 : drain.events();
    }

    private LostRecords lost() {
        SpoolDrainer drain = drainer;
        return new LostRecords(
                LossCounters.noFreeChunk(),
                LossCounters.atStop(),
                LossCounters.stackEnds(),
                LossCounters.failures(),
                drain == null ? 0 : drain.discarded());
    }

    private SpoolDrainer requireDrainer() {
        SpoolDrainer drain = drainer;
        if (drain == null) {
            throw new IllegalStateException("nothing was recorded yet");
        }
        return drain;
    }

    private <T> T onTracer(Callable<T> task, long deadline) throws IOException {
        long start = System.nanoTime();
        try {
            return tracer.call(task, deadline - start);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new NoAnswerException(System.nanoTime() - start, tracer.obstacle(), e);
        }
    }

    /** The tracer's thread is busy with something else. */
    private static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1;

        NoAnswerException(long waitedNanos, String obstacle, TimeoutException cause) {
            super("the tracer's thread has not answered for " + waitedNanos / 1_000_000 + " ms: " + obstacle, cause);
        }
    }
}
