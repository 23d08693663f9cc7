// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.jtr.PendingLink;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.SpoolLayout;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongPredicate;

/** Writer of records as calls, with each thread's lines of text and the JVM's lags between them. */
final class TraceSink implements RecordSink, PointMerge.Target {
    private final SegmentedTraceWriter writer;
    private final RecordedThreads threads;
    private final PointMerge points;
    private final PendingLink link = new PendingLink();
    private int track;

    /** @param recording the recording whose lines of text and lags are written */
    TraceSink(SegmentedTraceWriter writer, RecordedThreads threads, RecordingReader recording) throws IOException {
        this.writer = writer;
        this.threads = threads;
        this.points = new PointMerge(
                recording,
                Long.MAX_VALUE,
                new LongPredicate() {
                    @Override
                    public boolean test(long threadId) {
                        return threads.isKnown(threadId);
                    }
                },
                this);
    }

    @Override
    public void thread(long threadId, boolean virtual) {
        track = threads.track(threadId, virtual);
        link.clear();
        points.thread(threadId);
    }

    @Override
    public void link(int code, long number) {
        link.set(code, number);
    }

    /**
     * Writes the record. Throws UncheckedIOException if the trace cannot be written, because a sink declares no
     * IOException.
     */
    @Override
    public void record(int kind, long nanos, int methodId) {
        try {
            if (points.isDue(nanos)) {
                points.passUntil(nanos);
            }
            if (kind == SpoolLayout.KIND_ENTER) {
                enter(nanos, methodId);
            } else {
                exit(nanos, methodId, kind == SpoolLayout.KIND_THROW);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void enter(long nanos, int nameId) throws IOException {
        int entryKind = link.poll();
        switch (entryKind) {
            case PendingLink.NONE -> writer.enter(track, nameId, nanos, link.pollArguments());
            case SpoolLayout.CONTROL_PASSING ->
                writer.pass(track, nameId, nanos, link.passing(), link.pollFirstPassing());
            default -> {
                boolean ambiguous = entryKind == SpoolLayout.CONTROL_AMBIGUOUS_RUN;
                writer.enterRun(track, nameId, nanos, link.passing(), ambiguous);
            }
        }
    }

    private void exit(long nanos, int nameId, boolean threw) throws IOException {
        long result = link.pollResult();
        int value = link.pollValue();
        String traceId = link.pollTraceId();
        if (result != PendingLink.NO_RESULT || traceId != null) {
            writer.exitWithContext(track, nameId, nanos, threw, result, traceId);
        } else if (value != 0) {
            writer.exitWithValue(track, nameId, nanos, threw, value);
        } else {
            writer.exit(track, nameId, nanos, threw);
        }
    }

    @Override
    public void lost(long records) {
        // The recording's end has the total; the writer closes calls whose exits are missing.
    }

    /** Writes the texts and lags after the last record. */
    void writeRemainingPoints() throws IOException {
        points.passRemaining();
    }

    @Override
    public void text(RecordedText text) throws IOException {
        writer.log(threads.track(text.threadId(), false), text.nanos(), text.text());
    }

    @Override
    public void lag(long nanos, long lateNanos) throws IOException {
        writer.lag(nanos, lateNanos);
    }
}
