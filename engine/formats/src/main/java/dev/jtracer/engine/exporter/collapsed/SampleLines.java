// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.sample.SampleTree;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A writer of lines, one for each sampled stack, with the number of its samples. If the trace has several kinds of
 * samples, the frame below the thread names the kind, so that their different periods are not mixed.
 */
final class SampleLines {
    private final SampleTotals samples;
    private final Meta meta;
    private final RecordBuffer buffer;
    private final ThreadFrames threads;
    private final Map<ThreadKey, String> frames = new HashMap<>();
    private final StringBuilder line = new StringBuilder();
    /** By depth, the length of {@link #line} with the frame at it. */
    private int[] lengths = new int[64];

    SampleLines(SampleTotals samples, Meta meta, OutputStream out) {
        this.samples = samples;
        this.meta = meta;
        this.buffer = new RecordBuffer(out);
        this.threads = new ThreadFrames(samples.threads().stream()
                .mapToLong(SampleTotals.ThreadStacks::tid)
                .max());
    }

    /** Writes all lines. */
    void write() throws IOException {
        for (SampleTotals.ThreadStacks thread : samples.threads()) {
            line.setLength(0);
            line.append(frames.computeIfAbsent(new ThreadKey(thread.pid(), thread.tid()), this::threadFrame));
            if (samples.kinds().size() > 1) {
                line.append(";(").append(ThreadFrames.spell(thread.kind())).append(')');
            }
            write(thread.tree());
        }
        buffer.flush();
    }

    private String threadFrame(ThreadKey key) {
        String name = meta.threadName(key.pid(), key.tid());
        return threads.next(name.isEmpty() ? "thread-" + key.tid() : name, key.tid());
    }

    /* Not recursive: a stack may be very deep. */
    private void write(SampleTree tree) throws IOException {
        int depth = 0;
        lengths[0] = line.length();
        int node = tree.firstChild(SampleTree.ROOT);
        while (node != SampleTree.NONE) {
            line.setLength(lengths[depth]);
            line.append(';').append(ThreadFrames.spell(tree.frame(node).name()));
            if (tree.selfCount(node) > 0) {
                write(tree.selfCount(node));
            }
            int next = tree.firstChild(node);
            if (next != SampleTree.NONE) {
                depth++;
                lengths = depth < lengths.length ? lengths : Arrays.copyOf(lengths, lengths.length * 2);
                lengths[depth] = line.length();
            }
            while (next == SampleTree.NONE && node != SampleTree.ROOT) {
                next = tree.nextSibling(node);
                if (next == SampleTree.NONE) {
                    node = tree.parent(node);
                    depth--;
                }
            }
            node = next;
        }
    }

    private void write(long count) throws IOException {
        int frames = line.length();
        byte[] bytes =
                JsonText.bytes(line.append(' ').append(count).append('\n').toString());
        line.setLength(frames);
        buffer.beginRecord(bytes.length);
        buffer.put(bytes);
    }
}
