// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.speedscope;

import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.sample.SampleTree;
import dev.jtracer.engine.handler.sample.Samples;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A writer of the samples of a thread, in the order of time. Each has the time that it represents as its weight, or
 * one if that is unknown.
 */
final class SampledProfile {
    private final Samples.Profile profile;
    private final Meta meta;
    private final FrameNumbers frames;
    private final RecordBuffer buffer;
    private final boolean timed;

    SampledProfile(Samples.Profile profile, Meta meta, FrameNumbers frames, RecordBuffer buffer) {
        this.profile = profile;
        this.meta = meta;
        this.frames = frames;
        this.buffer = buffer;
        this.timed = profile.hasDurations();
    }

    void write() throws IOException {
        long total = timed ? profile.durNanos() : profile.size();
        write("{\"type\":\"sampled\",\"name\":" + JsonText.json(name()) + ",\"unit\":"
                + (timed ? "\"microseconds\"" : "\"none\"") + ",\"startValue\":0,\"endValue\":" + weight(total)
                + ",\"samples\":[");
        for (int i = 0; i < profile.size(); i++) {
            write((i == 0 ? "\n[" : ",\n[") + stack(profile.node(i)) + "]");
        }
        write("],\n\"weights\":[");
        for (int i = 0; i < profile.size(); i++) {
            write((i == 0 ? "" : ",") + weight(timed ? profile.durNanos(i) : 1));
        }
        write("]}");
    }

    private String name() {
        String thread = meta.threadName(profile.pid(), profile.tid());
        String kind = profile.kind();
        return (thread.isEmpty() ? "thread-" + profile.tid() : thread) + (kind.isEmpty() ? "" : " (" + kind + ")");
    }

    private String weight(long value) {
        return timed ? BigDecimal.valueOf(value, 3).toPlainString() : Long.toString(value);
    }

    /** Returns the numbers of the frames, outermost first. */
    private String stack(int innermost) {
        Deque<String> stack = new ArrayDeque<>();
        for (int node = innermost;
                node != SampleTree.ROOT;
                node = profile.tree().parent(node)) {
            stack.push(Integer.toString(frames.of(profile.tree().frame(node).name())));
        }
        return String.join(",", stack);
    }

    private void write(String part) throws IOException {
        byte[] bytes = JsonText.bytes(part);
        buffer.beginRecord(bytes.length);
        buffer.put(bytes);
    }
}
