// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.BufferOptions;
import dev.jtracer.agent.config.FullPolicy;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.control.Reply;
import dev.jtracer.agent.output.RecordingFile;
import dev.jtracer.agent.output.Report;
import dev.jtracer.bootstrap.ChunkPool;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Starts a recording while there is none. */
final class RecordingStart {
    private final AgentOptions options;
    private final RecordingFiles files;
    private final RecordingOpener opener;
    private final DrainThread thread;
    private final Recorder recorder;
    private final CurrentRecording current;
    private final Deadlines deadlines;
    private final Report report;

    RecordingStart(
            AgentOptions options,
            RecordingFiles files,
            RecordingOpener opener,
            DrainThread thread,
            Recorder recorder,
            CurrentRecording current,
            Deadlines deadlines,
            Report report) {
        this.options = options;
        this.files = files;
        this.opener = opener;
        this.thread = thread;
        this.recorder = recorder;
        this.current = current;
        this.deadlines = deadlines;
        this.report = report;
    }

    /** Starts, and returns one line for the user. */
    Reply start() {
        RecordingFile file = null;
        try {
            int number = current.number() + 1;
            file = files.create(number);
            String output = file.trace().toString();
            BufferOptions buffers = options.buffers();
            ChunkPool.INSTANCE.longestWaitNanos(buffers.full() == FullPolicy.DROP ? 0 : buffers.waitNanos());
            thread.start();
            begin(file, number, output);
            return Reply.done("recording to '" + output + "'");
        } catch (OptionException e) {
            return Reply.failedFile("cannot record: " + e.getMessage());
        } catch (IOException e) {
            abandon(file);
            return Reply.failedFile(
                    "cannot record: '" + (file == null ? options.files().output() : file.path())
                            + "' cannot be written (" + e.getMessage() + "); free some space or change output=");
        }
    }

    private void begin(RecordingFile file, int number, String output) throws IOException {
        thread.beginRecording(output);
        Recording recording = thread.call(
                new Callable<>() {
                    @Override
                    public Recording call() throws IOException {
                        return opener.open(file);
                    }
                },
                deadlines.command());
        // From the first record on, others ask for the current recording.
        current.began(recording, number, output);
        recorder.turnOn(recording);
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
}
