// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.Quantity;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.control.FileReplies;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.SteadyFiles;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.TraceFiles;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.SlowWindows;
import dev.jtracer.engine.jtr.read.Converter;
import dev.jtracer.engine.jtr.read.WindowTraces;
import dev.jtracer.engine.text.CountText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Converter of finished recordings to traces, one after the other, on its own thread. */
public final class TraceMaker implements Runnable {
    private final TracerThreads threads;
    private final TraceLimits limits;
    private final Path jar;
    private final Supplier<String> emptiness;
    private final Consumer<String> say;

    /** Recordings without a trace yet, including the current one. Guarded by the monitor. */
    private final Deque<Job> unmade = new ArrayDeque<>();

    private @Nullable Thread thread;
    private volatile Patience.@Nullable Exit exit;

    /** Whether no recording follows. Guarded by the monitor. */
    private boolean finished;

    /**
     * Creates a maker that starts its thread on demand.
     *
     * @param emptiness returns the reason why a recording is empty; an empty text if it is not to be reported
     * @param say receives lines for the user
     */
    public TraceMaker(
            TracerThreads threads, TraceLimits limits, Path jar, Supplier<String> emptiness, Consumer<String> say) {
        this.emptiness = emptiness;
        this.threads = threads;
        this.limits = limits;
        this.jar = jar;
        this.say = say;
    }

    /**
     * A recording to convert, and the receiver of what becomes of it.
     *
     * @param failure line that reports a failure when no memory is left to make one
     */
    private record Job(RecordingFile recording, FileReplies files, String failure) {}

    /** Queues a closed recording for conversion. */
    synchronized void make(RecordingFile recording, FileReplies files) {
        files.converting(recording.path(), recording.trace());
        unmade.add(new Job(recording, files, "the trace could not be written; " + nextStep(recording)));
        startThread();
        notifyAll();
    }

    private synchronized void startThread() {
        if (thread == null) {
            Thread maker = threads.create("jtracer-files", this);
            maker.start();
            // Set only now: if no memory was left for a thread, the next call tries again.
            thread = maker;
        }
    }

    /**
     * Waits until all traces are made or the deadline has passed; a trace that is not ready stays a recording. The
     * thread ends with its last trace.
     */
    synchronized void finish(long deadline) {
        finished = true;
        notifyAll();
        long now = System.nanoTime();
        // A tenth of the time is left for the conversion to stop, delete the incomplete files and report it.
        exit = new Patience.Exit(now, deadline - Math.max(0, deadline - now) / 10);
        if (!unmade.isEmpty()) {
            startThread();
        }
        while (!unmade.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                for (Job job : unmade) {
                    failed(
                            job,
                            "'" + job.recording.path() + "' has not become a trace in time; "
                                    + nextStep(job.recording));
                }
                return;
            }
            try {
                wait(left);
            } catch (InterruptedException ofAllThreads) {
                // The interrupt was not meant for this thread.
            }
        }
    }

    /** Makes the traces, until no recording follows. */
    @Override
    public void run() {
        for (Job job = next(); job != null; job = next()) {
            try {
                makeTrace(job);
            } catch (Throwable e) {
                // No memory for a report, or no class for it in a jar that was replaced; the recording still exists.
                answer(job);
            } finally {
                done();
            }
        }
    }

    private void answer(Job job) {
        try {
            failed(job, job.failure);
        } catch (Throwable stillNoMemory) {
            // The tool that waits is interrupted by its user.
        }
    }

    private synchronized @Nullable Job next() {
        while (unmade.isEmpty()) {
            if (finished) {
                return null;
            }
            try {
                wait();
            } catch (InterruptedException ofAllThreads) {
                // The interrupt was not meant for this thread.
            }
        }
        return unmade.element();
    }

    private synchronized void done() {
        unmade.remove();
        notifyAll();
    }

    private void makeTrace(Job job) {
        RecordingFile recording = job.recording;
        TraceFiles.NewFile creation = new TraceFiles.NewFile() {
            @Override
            public OutputStream create(Path path) throws IOException {
                return OutputFile.stream(path);
            }
        };
        TraceFiles files = new TraceFiles(recording.trace(), creation, null);
        try (Converter converter = Converter.inTracedJvm(recording.path(), SteadyFiles.INSTANCE)) {
            if (converter.isEmpty()) {
                nothing(job, remove(converter.recording().files()));
                return;
            }
            if (recording.isWanted() && converter.slow() == null) {
                job.files.finished("", converter.recording().files());
                return;
            }
            SlowWindows slow = converter.slow();
            if (slow != null && slow.windows().isEmpty()) {
                finished(
                        job,
                        "no call took " + Quantity.DURATION.format(slow.leastNanos()) + " or longer, so no file is kept"
                                + remove(converter.recording().files()),
                        List.of());
                return;
            }
            Progress progress = new Progress(converter.records(), job.files);
            SegmentCounts counts = convert(converter, files, progress);
            if (counts == null) {
                files.delete();
                failed(
                        job,
                        "'" + recording.path() + "' (" + CountText.plain(converter.records(), "record")
                                + ") would take too long to become a trace at exit; " + nextStep(recording));
                return;
            }
            finished(
                    job,
                    "wrote " + CountText.plainCalls(counts.calls(), counts.runs()) + " to '" + recording.trace() + "'"
                            + parts(counts) + dropped(converter, counts)
                            + remove(converter.recording().files()),
                    files.created());
        } catch (Throwable e) {
            // The message of an IOException suffices; any other exception may be a fault of the tracer, or of a JVM
            // out of memory.
            String reason = e instanceof IOException ? e.getMessage() : e.toString();
            failed(job, "cannot write '" + recording.trace() + "' (" + reason + "); " + nextStep(recording));
        }
    }

    /** Converts a recording; leaves no incomplete trace if that fails. Returns null if cancelled. */
    private @Nullable SegmentCounts convert(Converter converter, TraceFiles files, Progress progress)
            throws IOException {
        SlowWindows slow = converter.slow();
        try {
            return slow == null
                    ? converter.convert(files, limits, progress, progress)
                    : new WindowTraces(converter, files, limits).write(slow.windows(), progress, progress);
        } catch (Throwable e) {
            delete(files);
            throw e;
        }
    }

    /** The progress of a conversion, which is cancelled if it would take too long at the exit. */
    private final class Progress implements DoubleConsumer, BooleanSupplier, LongSupplier {
        private final Patience patience;
        private final FileReplies files;

        Progress(long records, FileReplies files) {
            this.patience = new Patience(records, this);
            this.files = files;
        }

        @Override
        public void accept(double part) {
            patience.progress(part);
            files.progress(part);
        }

        @Override
        public boolean getAsBoolean() {
            return patience.isOver(exit);
        }

        @Override
        public long getAsLong() {
            return System.nanoTime();
        }
    }

    private void nothing(Job job, String rest) {
        String reason = emptiness.get();
        String line = "no call was recorded, so no file is kept" + (reason.isEmpty() ? "" : "; " + reason) + rest;
        if (!reason.isEmpty() || !rest.isEmpty()) {
            say.accept(line);
        }
        job.files.finished(line, List.of());
    }

    private void finished(Job job, String line, List<Path> files) {
        say.accept(line);
        job.files.finished(line, files);
    }

    private void failed(Job job, String line) {
        say.accept(line);
        job.files.failed(line);
    }

    /** Removes files of a recording that is not needed. Returns the end of a line that names those that remain. */
    private static String remove(List<Path> files) {
        StringBuilder rest = new StringBuilder();
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                rest.append("; cannot remove '" + file + "' (" + e + ")");
            }
        }
        return rest.toString();
    }

    private static void delete(TraceFiles files) {
        try {
            files.delete();
        } catch (IOException unreachable) {
            // The line about the trace has reported the reason.
        }
    }

    /** Returns the command that makes the trace manually. */
    String command(RecordingFile recording) {
        return "java -jar " + ShellWord.quote(jar) + " convert " + ShellWord.quote(recording.path());
    }

    private String nextStep(RecordingFile recording) {
        return "make it with: " + command(recording);
    }

    private static String parts(SegmentCounts counts) {
        return counts.segments() > 1 ? " and " + CountText.plain(counts.segments() - 1, "more part") : "";
    }

    private static String dropped(Converter converter, SegmentCounts counts) {
        StringBuilder text = new StringBuilder();
        LostRecords lost = converter.lostRecords();
        append(text, lost.total(), "records lost (" + lost.causes() + ")");
        append(text, converter.overwrittenRecords(), "older records dropped for newer ones");
        if (!converter.earlyEnd().isEmpty()) {
            text.append(text.length() == 0 ? "; " : ", ").append("ended ").append(converter.earlyEnd());
        }
        append(text, counts.openAtEnd(), "unfinished");
        append(text, counts.unmatchedExits(), "began before the recording or what is left of it");
        append(text, counts.unmatchedEnters(), "without an end");
        append(text, counts.depthCut(), "too deep and dropped");
        append(text, counts.tooShort(), "too short and dropped");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(text.length() == 0 ? "; " : ", ").append(count + " " + what);
        }
    }
}
