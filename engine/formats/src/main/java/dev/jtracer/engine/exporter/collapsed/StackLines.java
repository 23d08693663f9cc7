// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.ThreadPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A writer of lines, one for each stack that has a time. */
final class StackLines {
    private final StacksHandler.Stacks stacks;
    private final CollapsedLines lines;
    /** Number of frames of the previous stack if it has no time, else 0. */
    private int emptyFrames;

    private long emptyStacks;

    StackLines(StacksHandler.Stacks stacks, OutputStream out) {
        this.stacks = stacks;
        this.lines = new CollapsedLines(
                out, stacks.rows().stream().mapToLong(ThreadRow::tid).max());
    }

    /** Writes all lines. Returns the number of stacks that appear in no line because their times round to zero. */
    long write() throws IOException {
        List<String> names =
                stacks.frames().names().stream().map(CollapsedLines::spell).toList();
        for (ThreadRow row : stacks.rows()) {
            add(0, lines.thread(row.name(), row.tid()), 0);
            stacks.paths().forEach(row.calls().track(), (depth, frame, nanos) -> {
                String name = frame == ThreadPaths.OTHER ? CallPath.OTHER : names.get(frame);
                add(depth + 1, name, nanos);
            });
        }
        countEmpty(0, false);
        lines.flush();
        return emptyStacks;
    }

    private void add(int around, String name, long selfNanos) throws IOException {
        lines.frame(around, name);
        long micros = (selfNanos + 500) / 1000;
        countEmpty(around + 1, micros == 0);
        if (micros > 0) {
            lines.write(micros);
        }
    }

    /* A stack without time appears in the lines of the longer stacks that follow it. */
    private void countEmpty(int frames, boolean empty) {
        if (emptyFrames >= frames && emptyFrames > 0) {
            emptyStacks++;
        }
        emptyFrames = empty ? frames : 0;
    }
}
