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
import dev.jtracer.engine.jtr.ChunkFrame;
import dev.jtracer.engine.jtr.RecordSink;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RecordingFormat;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.RingOfFiles;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.prefetch.Decoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    /** Selection of the chunk frames that a window of a recording of slow calls needs. */
    private record WindowFrames(RecordingReader recording, List<Path> files) {
        /**
         * Returns the chunk frames of each buffer that are in a window, and those before them that may have begun
         * calls which are open in it. Frames before a deleted part are dropped, because their calls may have ended in
         * it.
         */
        Collection<List<RecordingReader.Location>> of(RetainedWindow window) throws IOException {
            List<List<RecordingReader.Location>> all = new ArrayList<>();
            for (List<RecordingReader.Location> frames : recording.frames()) {
                List<RecordingReader.Location> chosen = chosen(frames, window);
                if (!chosen.isEmpty()) {
                    all.add(chosen);
                }
            }
            return all;
        }

        private List<RecordingReader.Location> chosen(List<RecordingReader.Location> frames, RetainedWindow window)
                throws IOException {
            int end = 0;
            while (end < frames.size() && frames.get(end).startNanos() <= window.toNanos()) {
                end++;
            }
            if (end == 0) {
                return List.of();
            }
            RecordingReader.Location last = frames.get(end - 1);
            boolean followed =
                    end < frames.size() ? !isCut(last, frames.get(end)) : isWholeAfter(last.part(), files.size());
            if (!followed && lastNanos(last) < window.fromNanos()) {
                return List.of();
            }
            int start = end - 1;
            while (start > 0 && !isCut(frames.get(start - 1), frames.get(start))) {
                start--;
            }
            return frames.subList(start, end);
        }

        /** Returns whether records between two frames of a buffer were in a deleted part. */
        private boolean isCut(RecordingReader.Location one, RecordingReader.Location next) {
            return !next.follows(one) && !isWholeAfter(one.part(), next.part() < 0 ? files.size() : next.part() + 1);
        }

        /** Returns whether no part is missing between a part and the end of a range of parts. */
        private boolean isWholeAfter(int part, int end) {
            for (int i = Math.max(0, part) + 1; part >= 0 && i < end; i++) {
                int number = RingOfFiles.number(files.get(i));
                if (number != 0 && number != RingOfFiles.number(files.get(i - 1)) + 1) {
                    return false;
                }
            }
            return true;
        }

        private long lastNanos(RecordingReader.Location location) throws IOException {
            LastTime last = new LastTime();
            ChunkFrame frame = new ChunkFrame();
            CallRecords calls = new CallRecords();
            recording.load(location, frame);
            try {
                while (frame.hasMore()) {
                    frame.readRun(last, calls);
                }
            } catch (RecordingException e) {
                recording.requireOfSpool(location, e);
            }
            return Math.max(location.startNanos(), last.nanos); // the records may be damaged
        }

        /** The time of the last record of a frame. */
        private static final class LastTime implements RecordSink {
            private long nanos = Long.MIN_VALUE;

            @Override
            public void record(int kind, long recordNanos, int methodId) {
                nanos = recordNanos;
            }

            @Override
            public void records(CallRecords calls) {
                nanos = calls.tsNanos(calls.size() - 1);
            }
        }
    }
}
