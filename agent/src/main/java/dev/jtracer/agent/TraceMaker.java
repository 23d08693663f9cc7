// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.TraceFiles;
import dev.jtracer.agent.recording.Converter;
import dev.jtracer.engine.chrome.SegmentCounts;
import dev.jtracer.engine.chrome.SegmentLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes traces of finished recordings, one after the other, on a thread of its own. */
final class TraceMaker {
    /* At the JVM's exit the time is limited. Half a second in, it can be told whether the rest will fit; if not, nobody
     * is made to wait for a file that will not be whole. */
    private static final long JUDGE_AFTER_NANOS = 500_000_000;

    private final SegmentLimits limits;
    private final Path jar;
    private final Consumer<String> say;

    /** Recordings of which no trace has been made yet, the one at work included. Guarded by the monitor. */
    private final Deque<RecordingFile> unmade = new ArrayDeque<>();

    private @Nullable Thread thread;
    private volatile long deadlineNanos;
    private volatile boolean hurried;

    /**
     * A maker that starts its thread when it has something to do.
     *
     * @param say takes lines for the user
     */
    TraceMaker(SegmentLimits limits, Path jar, Consumer<String> say) {
        this.limits = limits;
        this.jar = jar;
        this.say = say;
    }

    /** Makes the trace of a recording that is closed. */
    synchronized void make(RecordingFile recording) {
        unmade.add(recording);
        if (thread == null) {
            thread = new Thread(this::run, "jtracer-files");
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
        }
        notifyAll();
    }

    /** Waits until all traces are made, but not longer than this; what is not ready then stays a recording. */
    synchronized void finish(long timeoutNanos) throws InterruptedException {
        deadlineNanos = System.nanoTime() + timeoutNanos;
        hurried = true;
        // The conversion itself ends at the deadline; the second is for it to notice and to say so.
        long last = deadlineNanos + TimeUnit.SECONDS.toNanos(1);
        while (!unmade.isEmpty()) {
            long left = TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime());
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    private void run() {
        try {
            while (true) {
                makeTrace(next());
                done();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized RecordingFile next() throws InterruptedException {
        while (unmade.isEmpty()) {
            wait();
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
            Patience patience = new Patience();
            SegmentCounts counts = converter.convert(files, limits, patience::progress, patience::isOver);
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
        } catch (IOException | RuntimeException e) {
            say.accept("cannot write '" + recording.trace() + "' (" + e.getMessage() + "); " + nextStep(recording));
            try {
                files.delete();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
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
        append(text, converter.lostRecords(), "records lost, because no buffer was free");
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

    /** Knows when to give up. */
    private final class Patience {
        private final long startNanos = System.nanoTime();
        private double done;

        void progress(double part) {
            done = part;
        }

        boolean isOver() {
            if (!hurried) {
                return false;
            }
            long now = System.nanoTime();
            long spent = now - startNanos;
            boolean willBeLate = spent > JUDGE_AFTER_NANOS && now + spent * (1 - done) / done > deadlineNanos;
            return now > deadlineNanos || willBeLate;
        }
    }
}
