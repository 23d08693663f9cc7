// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Replies about the files of a stopped recording, to a tool in another process. Called by the tracer's threads. */
public final class FileReplies {
    /** Replies to nobody. */
    public static final FileReplies NONE = new FileReplies(null);

    private final @Nullable Consumer<FileReply> receiver;
    private List<String> converting = List.of();
    private int percent;

    /** @param receiver must not throw; null for none */
    public FileReplies(@Nullable Consumer<FileReply> receiver) {
        this.receiver = receiver;
    }

    /** Replies, before the stop does, that a recording is converted to a trace. */
    public void converting(Path recording, Path trace) {
        converting = List.of(recording.toString(), trace.toString());
        reply(FileReply.State.CONVERTING, 0, converting);
    }

    /** Replies which part of the conversion is complete, 0 to 1, if the percentage has changed. */
    public void progress(double part) {
        int next = (int) (part * 100);
        if (next != percent) {
            percent = next;
            reply(FileReply.State.CONVERTING, part, converting);
        }
    }

    /**
     * Replies that the files are complete.
     *
     * @param line what was written, for the user
     * @param files the files; empty if there was nothing to keep
     */
    public void finished(String line, List<Path> files) {
        List<String> lines = new ArrayList<>();
        lines.add(line);
        for (Path file : files) {
            lines.add(size(file) + " " + file);
        }
        reply(FileReply.State.FINISHED, 1, lines);
    }

    /** Returns the size of a file; 0 if it has been removed. */
    public static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException removedMeanwhile) {
            return 0;
        }
    }

    /** Replies that the files could not be written, with the cause and the next step. */
    public void failed(String line) {
        reply(FileReply.State.FAILED, 1, List.of(line));
    }

    private void reply(FileReply.State state, double part, List<String> lines) {
        if (receiver != null) {
            receiver.accept(new FileReply(state, part, lines));
        }
    }
}
