// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

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
import dev.jtracer.agent.recording.MethodJournal;
import dev.jtracer.agent.recording.RecordingHeader;
import dev.jtracer.agent.recording.RecordingWriter;
import dev.jtracer.agent.recording.RingOfFiles;
import dev.jtracer.agent.recording.SingleFile;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.agent.weave.WeaveCounters;
import dev.jtracer.bootstrap.LossCounters;
import dev.jtracer.bootstrap.ThreadBuffers;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Starts and stops recordings. */
final class TracingController implements Tracing {
    /* Commands come from any thread and are carried out one at a time, under the monitor. Whatever touches the drain
     * runs on the tracer's thread; the caller waits for it, at most WAIT_NANOS. The tracer's thread itself never takes
     * the monitor, or the two would wait for each other. */
    private static final long WAIT_NANOS = 10_000_000_000L;

    /* Of fewer events nobody asks what they cost, and by then the recorder is compiled as the application runs it. */
    private static final long ENOUGH_TO_MEASURE = 200_000;

    private final AgentOptions options;
    private final RecordingFiles files;
    private final StringTable names;
    private final MethodJournal journal;
    private final WeaveCounters weaving;
    private final TraceMaker traces;
    private final Report report;
    private final TracerThread tracer;
    private final @Nullable LagMeter lag;

    private @Nullable SpoolFile spool;
    private volatile @Nullable SpoolDrainer drainer;
    private volatile @Nullable Recording current;
    private volatile int recordings;
    private volatile Functions lastTotals = Functions.EMPTY;
    private volatile Callbacks lastCallbacks = Callbacks.EMPTY;
    private volatile String lastOutput = "";
    private volatile double nanosPerTiming;

    /** Set where it happens, by whichever thread; the recording is then stopped as far as it got. */
    private volatile @Nullable IOException failure;

    TracingController(
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
        this.journal = new MethodJournal(names, this::failed);
        this.weaving = weaving;
        this.traces = traces;
        this.report = report;
        this.tracer = new TracerThread(threads, this::failed, this::taskFailed);
        this.lag = options.lagNanos() > 0 ? new LagMeter(threads, options.lagNanos(), this::lagged) : null;
    }

    MethodJournal journal() {
        return journal;
    }

    @Override
    public synchronized String start() {
        // An interrupt would close the spool's channel under our hands.
        boolean interrupted = Thread.interrupted();
        try {
            return startUninterrupted();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized String startUninterrupted() {
        if (current != null) {
            return "already recording to '" + lastOutput + "'";
        }
        RecordingFile file = null;
        try {
            file = files.create(recordings + 1);
            if (spool == null) {
                spool = files.createSpool(file);
                ThreadBuffers.longestWaitNanos(longestWaitNanos(options.full()));
            }
            tracer.start();
            current = begin(file, spool);
            recordings++;
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

    /** How long a thread of the application waits for a free buffer. */
    private static long longestWaitNanos(FullPolicy policy) {
        return switch (policy) {
            // Longer than any disk should take; if it does not come back the application goes on unrecorded.
            case WAIT -> 10_000_000_000L;
            case DROP -> 0;
            // The drain makes room as soon as it is back from writing.
            case RING -> 10_000_000;
        };
    }

    private Recording begin(RecordingFile file, SpoolFile buffers) throws IOException {
        failure = null;
        RecordingHeader header = files.header(file, buffers);
        RecordingWriter writer = new RecordingWriter(frames(file), header);
        Recording recording = onTracer(() -> {
            LiveAnalysis analysis = analysis(header);
            if (drainer == null) {
                drainer = new SpoolDrainer(buffers, writer, analysis.sink(), options.full() == FullPolicy.RING);
            }
            drainer.begin(writer, analysis.sink());
            return new Recording(file, header, writer, analysis, drainer.events(), lost());
        });
        journal.attach(writer);
        tracer.duty(this::drain);
        TracerSwitch.set(true);
        if (lag != null) {
            lag.start();
        }
        return recording;
    }

    private FrameFile frames(RecordingFile file) throws IOException {
        return options.ringBytes() == 0
                ? new SingleFile(file.path())
                : new RingOfFiles(file.path(), options.ringBytes(), OutputFile::reserve);
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
                Files.deleteIfExists(file.path());
            } catch (IOException e) {
                report.say("cannot remove '" + file.path() + "' (" + e.getMessage() + "); it holds nothing");
            }
        }
    }

    @Override
    public synchronized String stop() {
        Recording recording = current;
        if (recording == null) {
            return "not recording";
        }
        turnOff();
        if (lag != null) {
            lag.stop();
        }
        tracer.duty(null);
        try {
            onTracer(() -> {
                end(recording);
                return recording;
            });
        } catch (IOException e) {
            failure = e;
            return "cannot finish '" + recording.file.path() + "' (" + e.getMessage()
                    + "); free some space and stop again, or make a trace of what is there after the JVM's end with: "
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
        long lost = recording.lost(lost());
        long overwritten = recording.writer.overwritten();
        return "stopped; recorded " + events + " events"
                + (overwritten > 0 ? ", kept the last " + (events - overwritten) : "")
                + (lost > 0 ? ", lost " + lost : "");
    }

    private void turnOff() {
        if (nanosPerTiming == 0) {
            try {
                onTracer(() -> {
                    measureOverhead(true);
                    return true;
                });
            } catch (IOException e) {
                failed(e);
            }
        }
        TracerSwitch.set(false);
    }

    private void end(Recording recording) throws IOException {
        long endNanos = System.nanoTime();
        recording.ended = true;
        try {
            if (failure != null) {
                // The disk may have room again: what could not be written is still in the spool, and the names here.
                journal.attach(recording.writer);
            }
            long unseen = requireDrainer().finish(options.exitNanos());
            if (unseen > 0) {
                report.say("the totals leave out the last " + unseen + " events, which came faster than they could be"
                        + " summed up; the trace has them all");
            }
            recording.writer.end(endNanos, counters(recording));
            recording.writer.close();
            failure = null;
        } finally {
            journal.detach();
            lastTotals = recording.analysis.functions();
            lastCallbacks = recording.analysis.callbacks();
        }
    }

    private Map<String, String> counters(Recording recording) {
        Map<String, String> counters = new LinkedHashMap<>();
        counters.put("lostEvents", Long.toString(recording.lost(lost())));
        counters.put("overwrittenEvents", Long.toString(recording.writer.overwritten()));
        counters.put("waits", Long.toString(LossCounters.waits()));
        counters.put("recorderFailures", Long.toString(LossCounters.failures()));
        counters.put("classesWoven", Long.toString(weaving.classesWoven()));
        counters.put("methodsWoven", Long.toString(weaving.methodsWoven()));
        counters.put("methodsSkipped", Long.toString(weaving.methodsSkipped()));
        counters.put("classesFailed", Long.toString(weaving.classesFailed()));
        counters.put("unwrapped", Long.toString(LossCounters.unwrapped()));
        counters.put("untiedCallbacks", Long.toString(LossCounters.untiedCallbacks()));
        counters.put("runsLeftOut", Long.toString(LossCounters.runsLeftOut()));
        counters.put("overheadPicosPerTiming", Long.toString(Math.round(nanosPerTiming * 1_000)));
        return counters;
    }

    @Override
    public synchronized String toggle() {
        return current == null ? start() : stop();
    }

    @Override
    public synchronized String reset() {
        Recording recording = current;
        if (recording == null) {
            lastTotals = Functions.EMPTY;
            return "totals forgotten";
        }
        try {
            onTracer(() -> {
                recording.analysis = analysis(recording.header);
                requireDrainer().sink(recording.analysis.sink());
                return recording;
            });
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
        long nanos = System.nanoTime();
        long thread = Thread.currentThread().getId();
        tracer.execute(() -> {
            if (recording.ended) {
                return;
            }
            try {
                recording.writer.text(thread, nanos, text);
                if (options.printCalls()) {
                    report.text(nanos - recording.header.startNanos(), text);
                }
            } catch (IOException e) {
                failed(e);
            }
        });
    }

    private void lagged(long lateNanos) {
        long nanos = System.nanoTime();
        tracer.execute(() -> {
            Recording recording = current;
            if (recording == null || recording.ended) {
                return;
            }
            try {
                recording.writer.lag(nanos, lateNanos);
            } catch (IOException e) {
                failed(e);
            }
        });
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
            return onTracer(() -> recording.analysis.functions());
        } catch (IOException e) {
            return lastTotals;
        }
    }

    @Override
    public TracerStatus status() {
        return new TracerStatus(
                current != null && failure == null,
                recordings,
                lastOutput,
                events(),
                lost(),
                LossCounters.waits(),
                weaving.classesWoven(),
                weaving.methodsWoven(),
                weaving.methodsSkipped(),
                weaving.classesFailed(),
                LossCounters.unwrapped(),
                LossCounters.untiedCallbacks(),
                LossCounters.runsLeftOut(),
                nanosPerTiming);
    }

    /** Stops, and waits until the traces are made, but not longer than the user allowed. For the JVM's exit. */
    void exit() {
        if (current != null) {
            String stopped = stop();
            if (failure != null) {
                report.say(stopped);
            }
        }
        traces.finish(options.exitNanos());
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
            return requireDrainer().pass();
        } catch (IOException e) {
            failed(e);
            return 0;
        }
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
            // Not on this thread: it may be loading a class, and the switch waits for a safepoint.
            tracer.execute(() -> TracerSwitch.set(false));
        }
    }

    private long events() {
        SpoolDrainer drain = drainer;
        return drain == null ? 0 : drain.events();
    }

    private long lost() {
        SpoolDrainer drain = drainer;
        return LossCounters.noFreeChunk() + LossCounters.failures() + (drain == null ? 0 : drain.discarded());
    }

    private SpoolDrainer requireDrainer() {
        SpoolDrainer drain = drainer;
        if (drain == null) {
            throw new IllegalStateException("nothing was recorded yet");
        }
        return drain;
    }

    private <T> T onTracer(Callable<T> task) throws IOException {
        try {
            return tracer.call(task, WAIT_NANOS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("the tracer's thread has not answered for 10 s", e);
        }
    }
}
