// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import dev.jtracer.engine.text.PlainText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/** A writer of lines, each a stack that begins with the frame of a thread, and a number. */
final class CollapsedLines {
    private final RecordBuffer buffer;
    private final Set<Long> taken = new HashSet<>();
    private long highest;
    private final StringBuilder line = new StringBuilder();
    /** By number of frames, the length of {@link #line} with them. */
    private int[] lengths = new int[16];
    /** Number of frames of the previous stack if it has no number, else 0. */
    private int emptyFrames;

    private long emptyStacks;

    /** Creates a writer; {@link #finish} ends it. {@code highest} is the highest number of a thread, if any. */
    CollapsedLines(OutputStream out, OptionalLong highest) {
        this.buffer = new RecordBuffer(out);
        this.highest = highest.orElse(0);
    }

    /** Returns the frame of the next thread, with a number that no thread before has. */
    String thread(String name, long tid) {
        long number = tid;
        if (!taken.add(number)) {
            number = ++highest;
        }
        return PlainText.of("[" + name + " tid=" + number + "]", ';');
    }

    static String spell(String name) {
        return name.isEmpty() ? "(unnamed)" : PlainText.of(name, ';');
    }

    /** Adds a stack: a frame with as many of the frames before around it. Writes its line if the number is not 0. */
    void add(int around, String frame, long number) throws IOException {
        line.setLength(lengths[around]);
        line.append(around == 0 ? "" : ";").append(frame);
        if (around + 1 == lengths.length) {
            lengths = Arrays.copyOf(lengths, lengths.length * 2);
        }
        lengths[around + 1] = line.length();
        countEmpty(around + 1, number == 0);
        if (number > 0) {
            byte[] bytes =
                    JsonText.bytes(line.append(' ').append(number).append('\n').toString());
            buffer.beginRecord(bytes.length);
            buffer.put(bytes);
        }
    }

    /* A stack without a number appears in the lines of the longer stacks that follow it. */
    private void countEmpty(int frames, boolean empty) {
        if (emptyFrames >= frames && emptyFrames > 0) {
            emptyStacks++;
        }
        emptyFrames = empty ? frames : 0;
    }

    /** Ends the lines. Returns the number of stacks that appear in none of them. */
    long finish() throws IOException {
        countEmpty(0, false);
        buffer.flush();
        return emptyStacks;
    }
}
