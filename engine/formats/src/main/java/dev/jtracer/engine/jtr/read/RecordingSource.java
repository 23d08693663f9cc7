// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr.read;

import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.BuiltSource;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.importer.ProblemCounts;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of a recording. They have the same names, times and details as those of its trace in Chrome's format;
 * that trace also has the positions of its rows, and names for the threads that have none.
 */
final class RecordingSource extends BuiltSource<EventBuilder> {
    /* A choice: smaller recordings are read so fast that a second thread gains nothing. */
    private static final int LEAST_TO_PREFETCH = 100_000;

    private final Converter converter;
    private final RecordingInfo info;
    private final RecordedThreads threads;
    private final int processTrack;
    private final @Nullable RetainedWindow window;
    private final Decoding decoding;
    private double progress = Double.NaN;

    /**
     * @param feed delivers the events; other sources may use it before and after this one
     * @param window window whose events are wanted, possibly with others; null for all events
     */
    RecordingSource(Converter converter, EventBuilder feed, @Nullable RetainedWindow window, Decoding decoding) {
        super(feed);
        this.converter = converter;
        this.window = window;
        this.decoding = decoding;
        this.info = converter.info(false);
        this.threads = new RecordedThreads(feed.tracks(), converter.recording());
        this.processTrack = feed.tracks().thread(info.pid(), 0);
    }

    /** Creates a source of a window's events, which are also read in the traced application: without a thread. */
    static RecordingSource ofWindow(Converter converter, EventBuilder feed, RetainedWindow window) {
        return new RecordingSource(converter, feed, window, Decoding.BY_READER);
    }

    @Override
    public double progress() {
        return progress;
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        feed.deliverTo(consumer);
        CallConsumer calls = consumer instanceof CallConsumer takesCalls ? takesCalls : null;
        RecordingReader recording = converter.recording();
        RecordMerge merge = new RecordMerge(
                recording,
                window == null ? recording.frames() : new WindowFrames(recording, recording.files()).of(window),
                consumer);
        long before = feed.delivered();
        metadata(TraceWords.PROCESS_NAME, Map.of("name", info.processName()));
        fact(TraceWords.RECORDING, info.startNanos(), info.details());
        if (consumer.isDone()) {
            return endedEarly(before);
        }
        if (recording.has(RecordingFormat.STALL)) {
            metadata(TraceWords.THREAD_NAME, Map.of("name", TraceWords.STALL_ROW));
        }
        if (recording.has(RecordingFormat.STALL) || recording.has(RecordingFormat.CPU)) {
            PointReader points = recording.points();
            while (points.next()) {
                if (points.isStall()) {
                    fact(TraceWords.STALL, points.nanos(), Map.of(TraceWords.STALL_NANOS, points.lateNanos()));
                } else if (points.isCpu()) {
                    feed.deliverReading(processTrack, points.nanos(), TraceWords.CPU, points.cpu());
                }
            }
        }
        RecordedEvents events = new RecordedEvents(feed, calls, threads, recording, window);
        double all = Math.max(1, converter.records());
        LongConsumer passed = done -> progress = done / all;
        try {
            boolean whole = decoding == Decoding.PREFETCH && converter.records() >= LEAST_TO_PREFETCH
                    ? new PrefetchedRecords(merge, recording.files()).readAll(events, passed, consumer::isDone)
                    : merge.readAll(events, passed, consumer::isDone);
            if (!whole) {
                return endedEarly(before); // the files must not be read any more, see PrefetchedRecords
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        events.finish();
        fact(TraceWords.RECORDING_END, Math.max(recording.endNanos(), recording.lastNanos()), converter.facts());
        boolean truncated = !converter.hasEnd() || recording.isTorn();
        ProblemCounts problems = new ProblemCounts();
        if (truncated) {
            problems.add(converter.isGrowing() ? ImportProblem.GROWING : ImportProblem.TRUNCATED, "");
        }
        String spoolProblem = converter.spoolProblem();
        if (spoolProblem != null) {
            problems.add(ImportProblem.NO_SPOOL, spoolProblem);
        }
        for (String damage : recording.damages()) {
            problems.add(ImportProblem.DAMAGED, damage);
        }
        return problems.report(feed.delivered() - before, truncated);
    }

    private ImportReport endedEarly(long before) {
        return new ImportReport(feed.delivered() - before, false, Args.EMPTY, Map.of());
    }

    private void metadata(String name, Map<String, ?> args) {
        feed.deliverMetadata(processTrack, name, args);
    }

    private void fact(String name, long nanos, Map<String, ?> facts) {
        feed.deliverFact(processTrack, nanos, name, TraceWords.JTRACER, facts);
    }
}
