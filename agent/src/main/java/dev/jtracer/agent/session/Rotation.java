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
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** The files of a recording one after the other, and the deletion of the oldest. Belongs to the tracer's thread. */
final class Rotation {
    /* The next file is complete up to its first record before the present one gets its end, so a process that dies in
     * between leaves the records of the spool to the next file, which says which of them the present one holds. */

    /** Time between two attempts to begin a file. */
    private static final long RETRY_NANOS = 10_000_000_000L;

    private final FileOptions options;
    private final RecordingFiles files;
    private final RecordingOpener opener;
    private final RecorderSpool spool;
    private final DrainThread thread;
    private final CurrentRecording current;
    private final TracerCounters counters;
    private final RetainedFiles retained;
    private final Report report;
    private long retryNanos;
    private boolean failed;

    Rotation(
            FileOptions options,
            RecordingFiles files,
            RecordingOpener opener,
            RecorderSpool spool,
            DrainThread thread,
            CurrentRecording current,
            TracerCounters counters,
            RetainedFiles retained,
            Report report) {
        this.options = options;
        this.files = files;
        this.opener = opener;
        this.spool = spool;
        this.thread = thread;
        this.current = current;
        this.counters = counters;
        this.retained = retained;
        this.report = report;
    }

    /** Goes on in another file if this one is old or large enough, and deletes closed ones that are too many. */
    void check(Recording recording) throws IOException {
        if (!options.rotates()) {
            return;
        }
        long now = System.nanoTime();
        if (isDue(recording, now)) {
            rotate(recording, now);
        }
        retained.keepWithin(recording.writer().bytes());
    }

    private boolean isDue(Recording recording, long now) {
        boolean due =
                recording.nanosOfFile(now) >= options.rotateNanos() || recording.bytesOfFile() >= options.rotateBytes();
        // A JVM that does nothing makes no files.
        return due && recording.figuresOfFile().events() > 0 && (!failed || now - retryNanos >= 0);
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
        end(recording, closed, closedWriter);
        retained.add(closed.path(), closedWriter.bytes());
    }

    /** Begins the next file, and returns it; reports why it cannot, and returns null. */
    private @Nullable RecordingFile begin(Recording recording, long now) {
        RecordingFile file = null;
        try {
            RecordingHeader header =
                    recording.header.ofSegment(recording.files() + 1, now - recording.header.startNanos());
            FileBeginning beginning = new FileBeginning();
            RecordingWriter writer = opener.writer(beginning, header);
            file = files.createNext(current.number());
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
                file.channel().close();
                Files.deleteIfExists(file.path());
            } catch (IOException sameDisk) {
                // The line about the next file reports the reason; an empty file remains.
            }
        }
    }

    private void end(Recording recording, RecordingFile closed, RecordingWriter writer) {
        try {
            writer.end(System.nanoTime(), counters.ofFile(recording));
            recording.restartFigures();
        } catch (IOException e) {
            // The figures are those of the next file's end then.
            report.say("'" + closed.path() + "' has no end (" + e.getMessage()
                    + "); its calls are complete, its losses are in the next file");
        }
    }

    /** Counts the last file of a recording among the closed ones. */
    void ended(Recording recording) {
        if (options.rotates()) {
            retained.add(recording.file().path(), recording.writer().bytes());
        }
    }
}
