// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import java.util.Map;

/** Writer of the calls, texts and stalls of a recording as a trace. */
final class TraceSink extends RecordedCalls {
    private final SegmentedTraceWriter writer;
    private final StringTable names;

    /** @param names the names of methods, by their numbers in the recording */
    TraceSink(SegmentedTraceWriter writer, StringTable names, RecordedThreads threads, RecordingReader recording)
            throws IOException {
        super(recording, threads, Long.MAX_VALUE);
        this.writer = writer;
        this.names = names;
    }

    @Override
    void begin(long nanos, int methodId, int arguments) throws IOException {
        writer.enter(track, methodId, nanos, arguments);
    }

    @Override
    void pass(long nanos, int methodId, long pass, long firstPass) throws IOException {
        writer.pass(track, methodId, nanos, pass, firstPass);
    }

    @Override
    void beginRun(long nanos, int methodId, int control, long pass) throws IOException {
        writer.enterRun(track, methodId, nanos, pass, control == SpoolLayout.CONTROL_AMBIGUOUS_RUN);
    }

    @Override
    void end(long nanos, int methodId, boolean threw, Map<String, ?> args) throws IOException {
        writer.exit(track, methodId, nanos, threw ? SpanFlags.THREW : SpanFlags.NONE, args);
    }

    @Override
    StringTable names() {
        return names;
    }

    @Override
    int nameOf(int methodId) {
        return methodId;
    }

    @Override
    public void text(RecordedText text) throws IOException {
        writer.log(threads.track(text.threadId(), false), text.nanos(), text.text());
    }

    @Override
    public void stall(long nanos, long lateNanos) throws IOException {
        writer.stall(nanos, lateNanos);
    }
}
