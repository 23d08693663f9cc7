// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.conversion.Converter;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.TraceFiles;
import dev.jtracer.agent.recording.LostRecords;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.chrome.write.TraceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes traces of finished recordings, one after the other, on a thread of its own. */
public final class TraceMaker {
    private final TracerThreads threads;
    private final TraceLimits limits;
    private final Path jar;
    private final Consumer<String> say;

    /** Recordings of which no trace has been made yet, the one at work included. Guarded by the monitor. */
    private final Deque<RecordingFile> unmade = new ArrayDeque<>();

    private @Nullable Thread thread;
    private volatile Patience.@Nullable Exit exit;

    /**
     * A maker that starts its thread when it has something to do.
     *
     * @param say takes lines for the user
     */
    public TraceMaker(TracerThreads threads, TraceLimits limits, Path jar, Consumer<String> say) {
        this.threads = threads;
        this.limits = limits;
        this.jar = jar;
        this.say = say;
    }

    /** Makes the trace of a recording that is closed. */
    synchronized void make(RecordingFile recording) {
        unmade.add(recording);
        startThread();
        notifyAll();
    }

    private synchronized void startThread() {
        if (thread == null) {
            Thread maker = threads.create("jtracer-files", this::run);
            maker.start();
            // Not before: with no memory for a thread, the next call tries again.
            thread = maker;
        }
    }

    /** Waits until all traces are made, but not longer than until then; what is not ready stays a recording. */
    synchronized void finish(long deadline) {
        long now = System.nanoTime();
        // A tenth is for the conversion to notice, to delete what is not whole and to say so.
        exit = new Patience.Exit(now, deadline - Math.max(0, deadline - now) / 10);
        if (!unmade.isEmpty()) {
            startThread();
        }
        while (!unmade.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                for (RecordingFile recording : unmade) {
                    say.accept("'" + recording.path() + "' has not become a trace in time; " + nextStep(recording));
                }
                return;
            }
            try {
                wait(left);
            } catch (InterruptedException ofAllThreads) {
                // Not meant for a thread of ours.
            }
        }
    }

    private void run() {
        while (true) {
            RecordingFile recording = next();
            try {
                makeTrace(recording);
            } catch (Throwable outOfMemoryAgain) {
                // Not even the line could be made; the recording is still there.
            } finally {
                done();
            }
        }
    }

    private synchronized RecordingFile next() {
        while (unmade.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException ofAllThreads) {
                // Not meant for a thread of ours.
            }
        }
        return unmade.element();
    }

    private synchronized void done() {
        unmade.remove();
        notifyAll();
    }

    private void makeTrace(RecordingFile recording) {
        TraceFiles files = new TraceFiles(recording.trace());
        try (Converter converter = new Converter(recording.path())) {
            Patience patience = new Patience(converter.records(), System::nanoTime);
            SegmentCounts counts = converter.convert(files, limits, patience::progress, () -> patience.isOver(exit));
            if (counts == null) {
                files.delete();
                say.accept("'" + recording.path() + "' (" + converter.records()
                        + " records) would take too long to become a trace at exit; " + nextStep(recording));
                return;
            }
            for (Path file : converter.files()) {
                Files.delete(file);
            }
            say.accept("wrote " + counts.calls() + " calls to '" + recording.trace() + "'" + parts(counts)
                    + leftOut(converter, counts));
        } catch (Throwable e) {
            // Of an IOException the message says enough; any other may be an error of ours, or of a JVM out of memory.
            String reason = e instanceof IOException ? e.getMessage() : e.toString();
            say.accept("cannot write '" + recording.trace() + "' (" + reason + "); " + nextStep(recording));
            delete(files);
        }
    }

    private static void delete(TraceFiles files) {
        try {
            files.delete();
        } catch (IOException unreachable) {
            // The line about the trace has named the reason.
        }
    }

    /** What makes the trace by hand. */
    String command(RecordingFile recording) {
        return "java -jar " + jar + " convert " + recording.path();
    }

    private String nextStep(RecordingFile recording) {
        return "make it with: " + command(recording);
    }

    private static String parts(SegmentCounts counts) {
        return counts.segments() > 1 ? " and " + (counts.segments() - 1) + " more parts" : "";
    }

    private static String leftOut(Converter converter, SegmentCounts counts) {
        StringBuilder text = new StringBuilder();
        LostRecords lost = converter.lostRecords();
        append(text, lost.total(), "records lost (" + lost.causes() + ")");
        append(text, converter.overwrittenRecords(), "older records given up for newer ones");
        append(text, counts.openAtEnd(), "unfinished");
        append(text, counts.unmatchedExits(), "began before the recording or what is left of it");
        append(text, counts.unmatchedEnters(), "without an end");
        append(text, counts.depthCut(), "too deep and left out");
        append(text, counts.tooShort(), "too short and left out");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(text.length() == 0 ? "; " : ", ")
                    .append(count)
                    .append(' ')
                    .append(what);
        }
    }
}
