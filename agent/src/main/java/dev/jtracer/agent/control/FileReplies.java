// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A listener that makes a {@link FileReply} of each call, for a tool in another process. */
final class FileReplies implements FileListener {
    private final Consumer<FileReply> replies;
    private List<String> converting = List.of();
    private int percent;

    FileReplies(Consumer<FileReply> replies) {
        this.replies = replies;
    }

    @Override
    public void converting(Path recording, Path trace) {
        converting = List.of(recording.toString(), trace.toString());
        replies.accept(new FileReply(FileReply.State.CONVERTING, 0, converting));
    }

    @Override
    public void progress(double part) {
        int next = (int) (part * 100);
        if (next != percent) {
            percent = next;
            replies.accept(new FileReply(FileReply.State.CONVERTING, part, converting));
        }
    }

    @Override
    public void finished(String line, List<Path> files) {
        List<String> lines = new ArrayList<>();
        lines.add(line);
        for (Path file : files) {
            lines.add(size(file) + " " + file);
        }
        replies.accept(new FileReply(FileReply.State.FINISHED, 1, lines));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException removedMeanwhile) {
            return 0;
        }
    }

    @Override
    public void failed(String line) {
        replies.accept(new FileReply(FileReply.State.FAILED, 1, List.of(line)));
    }
}
