// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.agent.recording.PendingLink;
import dev.jtracer.agent.recording.RecordSink;
import dev.jtracer.bootstrap.RecordLayout;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writer of records as calls, with each thread's lines of text and the JVM's lags between them. */
final class TraceSink implements RecordSink {
    private static final long NO_TEXT = Long.MAX_VALUE;
    private static final long NO_LAG = Long.MAX_VALUE;

    private final SegmentedTraceWriter writer;
    private final RecordedThreads threads;
    private final Map<Long, Deque<RecordingReader.Text>> texts = new HashMap<>();
    private final Deque<RecordingReader.Lag> lags;
    private final PendingLink link = new PendingLink();
    private long nextLagNanos;
    private int track;
    private @Nullable Deque<RecordingReader.Text> threadTexts;
    private long nextTextNanos = NO_TEXT;

    TraceSink(
            SegmentedTraceWriter writer,
            RecordedThreads threads,
            List<RecordingReader.Text> allTexts,
            List<RecordingReader.Lag> allLags) {
        this.writer = writer;
        this.threads = threads;
        this.lags = new ArrayDeque<>(allLags.size());
        for (RecordingReader.Lag lag : allLags) {
            lags.add(lag);
        }
        this.nextLagNanos = nextLag();
        for (RecordingReader.Text text : allTexts) {
            texts.computeIfAbsent(text.threadId(), id -> new ArrayDeque<>()).add(text);
        }
    }

    @Override
    public void thread(long threadId, boolean virtual) {
        track = threads.track(threadId, virtual);
        link.clear();
        threadTexts = texts.isEmpty() ? null : texts.get(threadId);
        nextTextNanos = nextText(threadTexts);
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
            if (nanos >= nextTextNanos) {
                writeTextsUntil(nanos);
            }
            if (nanos >= nextLagNanos) {
                writeLagsUntil(nanos);
            }
            if (kind == RecordLayout.KIND_ENTER) {
                enter(nanos, methodId);
            } else {
                exit(nanos, methodId, kind == RecordLayout.KIND_THROW);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void enter(long nanos, int nameId) throws IOException {
        int entryKind = link.poll();
        switch (entryKind) {
            case PendingLink.NONE -> writer.enter(track, nameId, nanos, link.pollArguments());
            case RecordLayout.CONTROL_PASSING ->
                writer.pass(track, nameId, nanos, link.passing(), link.pollFirstPassing());
            default -> {
                boolean ambiguous = entryKind == RecordLayout.CONTROL_AMBIGUOUS_RUN;
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

    /** Writes the texts after their thread's last record. */
    void writeRemainingTexts() throws IOException {
        for (Map.Entry<Long, Deque<RecordingReader.Text>> entry : texts.entrySet()) {
            track = threads.track(entry.getKey(), false);
            threadTexts = entry.getValue();
            writeTextsUntil(NO_TEXT);
        }
    }

    private void writeTextsUntil(long nanos) throws IOException {
        Deque<RecordingReader.Text> waiting = threadTexts;
        while (waiting != null && nextText(waiting) <= nanos && !waiting.isEmpty()) {
            RecordingReader.Text text = waiting.remove();
            writer.log(track, text.nanos(), text.text());
        }
        nextTextNanos = nextText(waiting);
    }

    /** Writes the lags after the last record. */
    void writeRemainingLags() throws IOException {
        writeLagsUntil(NO_LAG);
    }

    private void writeLagsUntil(long nanos) throws IOException {
        while (!lags.isEmpty() && nextLag() <= nanos) {
            RecordingReader.Lag lag = lags.remove();
            writer.lag(lag.nanos(), lag.lateNanos());
        }
        nextLagNanos = nextLag();
    }

    private long nextLag() {
        RecordingReader.Lag next = lags.peek();
        return next == null ? NO_LAG : next.nanos();
    }

    private static long nextText(@Nullable Deque<RecordingReader.Text> waiting) {
        RecordingReader.Text next = waiting == null ? null : waiting.peek();
        return next == null ? NO_TEXT : next.nanos();
    }
}
