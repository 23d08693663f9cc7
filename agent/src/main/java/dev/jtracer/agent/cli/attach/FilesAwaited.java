// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.control.FileReply;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a recording that a request stopped in another JVM, which may take minutes to convert it. */
record FilesAwaited(TargetJvm target, AttachRequest stop, Path jar) {
    /* Each look reads the JVM's agent properties: a request of a millisecond that leaves nothing behind there, unlike
     * the loading of an agent. */
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 250;

    /** Requests in a row without a reply after which none is expected any more. */
    private static final int MOST_FAILURES = 8;

    /** Returns what has become of the files so far; null if there are none. */
    @Nullable
    FileReply now() throws CommandException {
        try {
            return target.files(stop);
        } catch (IOException gone) {
            throw target.ended(gone);
        }
    }

    /**
     * Waits until the files are complete or have failed.
     *
     * @param first the state so far
     * @param err shows the progress if it is a terminal
     */
    FileReply await(FileReply first, PrintStream err) throws CommandException {
        FileReply last = first;
        ProgressBar bar = new ProgressBar(err, List.of());
        int failures = 0;
        long pause = FIRST_PAUSE_MILLIS;
        while (last.state() == FileReply.State.CONVERTING) {
            bar.show(last.part());
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            boolean ended = false;
            FileReply next = null;
            try {
                next = target.files(stop);
            } catch (IOException gone) {
                ended = true;
            }
            if (next != null) {
                last = next;
                failures = 0;
            } else if (++failures == MOST_FAILURES) {
                bar.clear();
                return withoutReply(last, ended);
            }
        }
        bar.clear();
        return last;
    }

    static Path trace(FileReply converting) {
        return Path.of(converting.lines().get(1));
    }

    /* The recording is deleted when its trace is complete. A JVM that still answers has no reply any more if newer
     * ones have replaced it, or the tracer was detached. */
    private FileReply withoutReply(FileReply converting, boolean ended) throws CommandException {
        Path recording = Path.of(converting.lines().get(0));
        Path trace = trace(converting);
        if (!Files.exists(recording) && Files.exists(trace)) {
            try {
                return new FileReply(
                        FileReply.State.FINISHED,
                        1,
                        List.of(
                                ended ? "the process has ended after the file was written" : "the file is written",
                                Files.size(trace) + " " + trace));
            } catch (IOException unreachable) {
                // reported below
            }
        }
        if (!ended) {
            throw CommandException.file("the tracer in process '" + target.pid() + "' no longer reports on '" + trace
                    + "'; that process prints a line to stderr when it is complete");
        }
        throw CommandException.file("process '" + target.pid() + "' ended before '" + trace
                + "' was complete; make it with: java -jar " + ShellWord.quote(jar) + " convert "
                + ShellWord.quote(recording));
    }

    private static void pause(long millis) throws CommandException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.file("interrupted; the file is still being written");
        }
    }
}
