// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.ThreadPaths;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/** A writer of lines, one for each stack that has a time. */
final class StackLines {
    private final Stacks stacks;
    private final RecordBuffer buffer;
    private final List<String> names;
    private final StringBuilder line = new StringBuilder();
    /** By number of frames, the length of {@link #line} with them. */
    private int[] lengths = new int[16];
    /** Number of frames of the previous stack if it has no time, else 0. */
    private int emptyFrames;

    private long emptyStacks;

    StackLines(Stacks stacks, OutputStream out) {
        this.stacks = stacks;
        this.buffer = new RecordBuffer(out);
        this.names = stacks.frames().names().stream().map(ThreadFrames::spell).toList();
    }

    /** Writes all lines. Returns the number of stacks that appear in no line because their times round to zero. */
    long write() throws IOException {
        ThreadFrames threads = new ThreadFrames(
                stacks.rows().stream().mapToLong(ThreadRow::tid).max());
        for (ThreadRow row : stacks.rows()) {
            add(0, threads.next(row.name(), row.tid()), 0);
            stacks.paths().forEach(row.calls().track(), (depth, frame, nanos) -> {
                String name = frame == ThreadPaths.OTHER ? CallPath.OTHER : names.get(frame);
                add(depth + 1, name, nanos);
            });
        }
        countEmpty(0, false);
        buffer.flush();
        return emptyStacks;
    }

    private void add(int around, String name, long selfNanos) throws IOException {
        line.setLength(lengths[around]);
        line.append(around == 0 ? "" : ";").append(name);
        if (around + 1 == lengths.length) {
            lengths = Arrays.copyOf(lengths, lengths.length * 2);
        }
        lengths[around + 1] = line.length();
        long micros = (selfNanos + 500) / 1000;
        countEmpty(around + 1, micros == 0);
        if (micros > 0) {
            byte[] bytes =
                    JsonText.bytes(line.append(' ').append(micros).append('\n').toString());
            buffer.beginRecord(bytes.length);
            buffer.put(bytes);
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
