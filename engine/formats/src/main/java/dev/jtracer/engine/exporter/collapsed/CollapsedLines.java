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

    /** Creates a writer, which {@link #flush} must end. {@code highest} is the highest number of a thread, if any. */
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

    /** Makes a frame the innermost, with as many of the frames before around it. */
    void frame(int around, String frame) {
        line.setLength(lengths[around]);
        line.append(around == 0 ? "" : ";").append(frame);
        if (around + 1 == lengths.length) {
            lengths = Arrays.copyOf(lengths, lengths.length * 2);
        }
        lengths[around + 1] = line.length();
    }

    /** Writes the stack of the innermost frame with a number. */
    void write(long number) throws IOException {
        byte[] bytes =
                JsonText.bytes(line.append(' ').append(number).append('\n').toString());
        buffer.beginRecord(bytes.length);
        buffer.put(bytes);
    }

    void flush() throws IOException {
        buffer.flush();
    }
}
