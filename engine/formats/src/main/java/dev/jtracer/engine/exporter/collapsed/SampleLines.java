// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.sample.SampleTree;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * A writer of lines, one for each sampled stack, with the number of its samples. If the trace has several kinds of
 * samples, the frame below the thread names the kind, so that their different periods are not mixed.
 */
final class SampleLines {
    private final SampleTotals samples;
    private final Meta meta;
    private final CollapsedLines lines;
    private final Map<ThreadKey, String> threads = new HashMap<>();

    SampleLines(SampleTotals samples, Meta meta, OutputStream out) {
        this.samples = samples;
        this.meta = meta;
        this.lines = new CollapsedLines(
                out,
                samples.threads().stream()
                        .mapToLong(SampleTotals.ThreadStacks::tid)
                        .max());
    }

    void write() throws IOException {
        boolean severalKinds = samples.kinds().size() > 1;
        for (SampleTotals.ThreadStacks thread : samples.threads()) {
            lines.frame(0, threads.computeIfAbsent(new ThreadKey(thread.pid(), thread.tid()), this::threadFrame));
            if (severalKinds) {
                lines.frame(1, "(" + CollapsedLines.spell(thread.kind()) + ")");
            }
            write(thread.tree(), severalKinds ? 2 : 1);
        }
        lines.flush();
    }

    private String threadFrame(ThreadKey key) {
        String name = meta.threadName(key.pid(), key.tid());
        return lines.thread(name.isEmpty() ? "thread-" + key.tid() : name, key.tid());
    }

    /* Not recursive: a stack may be very deep. */
    private void write(SampleTree tree, int outermost) throws IOException {
        int around = outermost;
        int node = tree.firstChild(SampleTree.ROOT);
        while (node != SampleTree.NONE) {
            lines.frame(around, CollapsedLines.spell(tree.frame(node).name()));
            if (tree.selfCount(node) > 0) {
                lines.write(tree.selfCount(node));
            }
            int next = tree.firstChild(node);
            around += next == SampleTree.NONE ? 0 : 1;
            while (next == SampleTree.NONE && node != SampleTree.ROOT) {
                next = tree.nextSibling(node);
                if (next == SampleTree.NONE) {
                    node = tree.parent(node);
                    around--;
                }
            }
            node = next;
        }
    }
}
