// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.jtr.SpoolLayout;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writer of the calls, texts and stalls of a recording as a trace. */
final class TraceSink extends RecordedCalls {
    private final SegmentedTraceWriter writer;

    TraceSink(SegmentedTraceWriter writer, RecordedThreads threads, RecordingReader recording) throws IOException {
        super(recording, threads, Long.MAX_VALUE);
        this.writer = writer;
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
    void end(long nanos, int methodId, boolean threw) throws IOException {
        writer.exit(track, methodId, nanos, threw);
    }

    @Override
    void endWithValue(long nanos, int methodId, boolean threw, int value) throws IOException {
        writer.exitWithValue(track, methodId, nanos, threw, value);
    }

    @Override
    void endWithContext(long nanos, int methodId, boolean threw, long result, @Nullable String traceId)
            throws IOException {
        writer.exitWithContext(track, methodId, nanos, threw, result, traceId);
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
