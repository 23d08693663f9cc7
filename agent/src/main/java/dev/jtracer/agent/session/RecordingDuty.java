// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.config.AgentOptions.FileOptions;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.agent.output.RetainedFiles;
import dev.jtracer.engine.jtr.FileBeginning;
import dev.jtracer.engine.jtr.RecordingHeader;
import dev.jtracer.engine.jtr.RecordingWriter;
import dev.jtracer.engine.text.CountText;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Periodic rounds over a recording's spool, the recording's files one after the other, and its end. Confined to the
 * tracer's thread.
 */
final class RecordingDuty {
    /* The next file is complete up to its first record before the present one gets its end, so a process that dies in
     * between leaves the records of the spool to the next file, which says which of them the present one holds. */

    /** Time between two attempts to begin a file. */
    private static final long RETRY_NANOS = 10_000_000_000L;
    /* Repeats, so that a disk that fails once does not cost the file its end. */
    private static final long SHORTEST_PAUSE_NANOS = 10_000_000;
    private static final long LONGEST_PAUSE_NANOS = 250_000_000;

    private final FileOptions options;
    private final RecordingFiles files;
    private final RecorderSpool spool;
    private final DrainThread thread;
    private final Overhead overhead;
    private final @Nullable Budget budget;
    private final WriteFailures writing;
    private final TracerCounters counters;
    private final RetainedFiles retained;
    private final Report report;

    private long retryNanos;
    private boolean failed;
    /** Whether to print the name of the file once this JVM has recorded a call; false afterwards. */
    private boolean namesFile;

    /**
     * @param budget null if tracing may cost anything
     * @param namesFile whether to print the name of the file once this JVM has recorded a call. An agent from the
     *     environment does so, because it also starts in JVMs that record nothing, and prints no line there
     */
    RecordingDuty(
            FileOptions options,
            RecordingFiles files,
            RecorderSpool spool,
            DrainThread thread,
            Overhead overhead,
            @Nullable Budget budget,
            WriteFailures writing,
            TracerCounters counters,
            RetainedFiles retained,
            boolean namesFile,
            Report report) {
        this.options = options;
        this.files = files;
        this.spool = spool;
        this.thread = thread;
        this.overhead = overhead;
        this.budget = budget;
        this.writing = writing;
        this.counters = counters;
        this.retained = retained;
        this.namesFile = namesFile;
        this.report = report;
    }

    /** Drains what was recorded since the last round. Returns its amount. */
    long round(Recording recording) throws IOException {
        overhead.measureWhenWarm();
        recording.analysis();
        recording.points.write();
        long fed = spool.drainer().round();
        recording.readCpu();
        recording.writeWindows();
        rotateIfDue(recording);
        if (budget != null) {
            budget.check(recording, spool.drainer(), overhead.latestNanosPerTiming());
        }
        nameFileOnce(recording);
        return fed;
    }

    private void nameFileOnce(Recording recording) {
        if (namesFile && spool.events() > 0) {
            namesFile = false;
            report.say("recording to '" + recording.file().trace() + "'");
        }
    }

    /** Goes on in another file if this one is old or large enough, and deletes closed ones that are too many. */
    private void rotateIfDue(Recording recording) throws IOException {
        if (!options.rotates()) {
            return;
        }
        long now = System.nanoTime();
        if (isDue(recording, now)) {
            rotate(recording, now);
        }
        retained.keepWithin(recording.writer().bytes());
        if (options.keepBytes() > 0) {
            spool.drainer().closeOldest(retained.size()); // an open file takes room after its deletion
        }
    }

    private boolean isDue(Recording recording, long now) {
        boolean due =
                recording.nanosOfFile(now) >= options.rotateNanos() || recording.bytesOfFile() >= options.rotateBytes();
        // A JVM that does nothing makes no files.
        return due && recording.ofFile(spool.figures()).events() > 0 && (!failed || now - retryNanos >= 0);
    }

    private void rotate(Recording recording, long now) throws IOException {
        recording.points.writeWaiting(); // threads may log as fast as the disk writes
        spool.drainer().passBeforeNextFile();
        RecordingFile closed = recording.file();
        RecordingWriter closedWriter = recording.writer();
        RecordingFile next = begin(recording, now);
        if (next == null) {
            failed = true;
            retryNanos = System.nanoTime() + Math.min(RETRY_NANOS, options.rotateNanos());
            return;
        }
        failed = false;
        endFile(recording, closed, closedWriter);
        retained.add(closed.path(), closedWriter.bytes());
    }

    /** Begins the next file, and returns it; reports why it cannot, and returns null. */
    private @Nullable RecordingFile begin(Recording recording, long now) {
        RecordingFile file = null;
        try {
            RecordingHeader header =
                    recording.header.ofSegment(recording.files() + 1, now - recording.header.startNanos());
            FileBeginning beginning = new FileBeginning();
            RecordingWriter writer = files.writer(beginning, header);
            file = files.createNext();
            writer.moveTo(beginning.in(file.channel()));
            recording.continueIn(file, writer, now);
            thread.continueRecording(file.trace().toString());
            return file;
        } catch (IOException | OptionException e) {
            delete(file);
            if (!failed) {
                report.say(
                        "cannot begin another file after '" + recording.file().path() + "' (" + e.getMessage()
                                + "); the recording goes on in this one, free some space or change output=");
            }
            return null;
        }
    }

    private static void delete(@Nullable RecordingFile file) {
        if (file != null) {
            try {
                file.delete();
            } catch (IOException sameDisk) {
                // The line about the next file reports the reason; an empty file remains.
            }
        }
    }

    private void endFile(Recording recording, RecordingFile closed, RecordingWriter writer) {
        try {
            // The disk may take long for the end, and calls are lost meanwhile: those are the next file's.
            Figures all = spool.figures();
            writer.end(System.nanoTime(), counters.ofFile(recording, all));
            recording.restartFigures(all);
        } catch (IOException e) {
            // The figures are those of the next file's end then.
            report.say("'" + closed.path() + "' has no end (" + e.getMessage()
                    + "); its calls are complete, its losses are in the next file");
        }
    }

    /**
     * Completes the file unless it is complete, and returns the totals.
     *
     * @param longestReplayNanos how long the totals may take to catch up
     */
    Totals end(Recording recording, long longestReplayNanos) throws IOException {
        for (long pause = SHORTEST_PAUSE_NANOS; !recording.whole; pause *= 5) {
            try {
                complete(recording, longestReplayNanos);
            } catch (IOException e) {
                if (pause > LONGEST_PAUSE_NANOS) {
                    throw e;
                }
                LockSupport.parkNanos(pause);
            }
        }
        return recording.totals();
    }

    private void complete(Recording recording, long longestReplayNanos) throws IOException {
        long endNanos = writing.endNanos(System.nanoTime());
        recording.analysis();
        recording.points.close();
        recording.points.writeWaiting();
        recording.readCpuAtEnd();
        // After a failure, too: what could not be written is still in the spool, and the disk may have room again.
        long unseen = spool.drainer().finish(longestReplayNanos);
        nameFileOnce(recording);
        if (unseen > 0) {
            report.say("dropped " + CountText.plain(unseen, "event")
                    + " from the totals, because calls came faster than they could be summed up; the trace has"
                    + (retained.deleted() > 0 ? " those that keep= retains" : " them all"));
        }
        recording.writer().newNames();
        recording.keepWindowsOnly(endNanos);
        recording.writer().end(endNanos, counters.ofFile(recording, spool.figures()));
        recording.writer().close();
        recording.whole = true;
        if (options.rotates()) {
            retained.add(recording.file().path(), recording.writer().bytes());
        }
    }
}
