// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.PointEvents;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.OpenSpans;
import dev.jtracer.engine.pairing.PairingProblem;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The export of one trace from a source to files of the tracer's own layout. {@code b} and {@code e} are written on
 * arrival, in memory that grows with the threads only; calls in other phases are collected by handlers and written
 * last, like the whole trace if its times must be shifted.
 */
public final class ChromeStream implements Closeable {
    private final TraceSource source;
    private final TraceOutputs outputs;
    private final TraceLimits limits;
    private final TraceProcessor head = new TraceProcessor(List.of(new MetaHandler()));
    private final TraceProcessor collected =
            new TraceProcessor(ExportedTrace.handlersWithArguments().create());
    private final Map<ThreadKey, String> threadNames = new HashMap<>();
    private final ByIndex<StreamedRow> streamed = new ByIndex<>();
    /** Readings of the tracer before the output is opened, such as CPU times. */
    private final List<TraceEvent> readings = new ArrayList<>();

    private @Nullable ChromeRows rows;
    /** Whether times must be shifted, and so must be known before the first is written. */
    private boolean collectsAll;

    private long endNanos = Long.MIN_VALUE;
    /** The latest event that is not streamed, by process. */
    private final Map<Long, Long> endsOfProcesses = new HashMap<>();

    /** Opens no file yet. The source gives names, symbols and tracks of the events; {@link #run} also reads it. */
    public ChromeStream(TraceSource source, TraceOutputs outputs, TraceLimits limits) {
        this.source = source;
        this.outputs = outputs;
        this.limits = limits;
        head.start(source.names(), source.symbols(), source.tracks());
        collected.start(source.names(), source.symbols(), source.tracks());
    }

    public ExportReport run() throws IOException {
        try {
            return finish(source.read(this::take));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            close();
        }
    }

    /** Writes the next event. Throws UncheckedIOException if it cannot be written. */
    public void take(TraceEvent event) {
        try {
            write(event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(TraceEvent event) throws IOException {
        if (event.phase() == Phase.METADATA) {
            takeMetadata(event);
            return;
        }
        if (rows == null) {
            head.handle(event); // the recording's facts are in the head of the file
            collectsAll |= ExportedTrace.shiftNanos(event.tsNanos(), event.tsNanos()) != 0;
        }
        if (collectsAll) {
            collected.handle(event);
            return;
        }
        ChromeRows out = rows();
        long eventEnd = event.tsNanos() + event.durNanos();
        endNanos = Math.max(endNanos, eventEnd);
        if (event.phase() != Phase.ASYNC_BEGIN && event.phase() != Phase.ASYNC_END) {
            endsOfProcesses.merge(event.pid(), eventEnd, Math::max);
        }
        switch (event.phase()) {
            case ASYNC_BEGIN -> {
                if ((event.flags() & SpanFlags.THREAD) == 0) {
                    streamed(event, out).begin(event);
                }
            }
            case ASYNC_END -> {
                if ((event.flags() & SpanFlags.THREAD) == 0) {
                    streamed(event, out).end(event);
                }
            }
            case DURATION_BEGIN,
                    DURATION_END,
                    COMPLETE,
                    LEGACY_ASYNC_START,
                    LEGACY_ASYNC_STEP_INTO,
                    LEGACY_ASYNC_STEP_PAST,
                    LEGACY_ASYNC_FINISH,
                    FLOW_START,
                    FLOW_STEP,
                    FLOW_FINISH -> collected.handle(event);
            case ASYNC_INSTANT -> streamed(event, out).instant(event);
            default -> {
                if (PointEvents.isLog(event)) {
                    Track track = source.tracks().get(event.track());
                    out.log(event, kind(track), name(track));
                } else {
                    out.point(event);
                }
            }
        }
    }

    private void takeMetadata(TraceEvent event) throws IOException {
        String name = event.name().equals(TraceWords.THREAD_NAME) ? event.args().text("name") : null;
        if (name != null) {
            threadNames.put(new ThreadKey(event.pid(), event.tid()), name);
        }
        if (rows != null) {
            rows.metadata(event);
        } else if (event.category().equals(TraceWords.READING)) {
            readings.add(event.copy());
        } else {
            head.handle(event);
        }
        collected.handle(event);
    }

    /** Opens the output at the first event with a time, when its head is known. */
    private ChromeRows rows() throws IOException {
        ChromeRows opened = rows;
        return opened != null ? opened : open(head.finish().data(MetaHandler.class), 0);
    }

    private ChromeRows open(Meta meta, long shiftNanos) throws IOException {
        ChromeRows opened = new ChromeRows(outputs, limits, source.names(), meta, shiftNanos);
        rows = opened;
        for (TraceEvent reading : readings) {
            opened.metadata(reading);
        }
        return opened;
    }

    private StreamedRow streamed(TraceEvent event, ChromeRows out) {
        int track = event.track();
        StreamedRow row = streamed.get(track);
        if (row != null) {
            return row;
        }
        Track thread = source.tracks().get(track);
        int number = out.add(kind(thread), thread.pid(), thread.tid(), name(thread));
        return streamed.put(track, new StreamedRow(out, number, thread.pid()));
    }

    private static Track.Kind kind(Track track) {
        return track.kind() == Track.Kind.VIRTUAL_THREAD ? track.kind() : Track.Kind.THREAD;
    }

    private String name(Track track) {
        String name = threadNames.get(new ThreadKey(track.pid(), track.tid()));
        return name != null ? name : track.name().isEmpty() ? track.id() : track.name();
    }

    /** Writes what was collected, when all events of {@code input} have been taken. */
    public ExportReport finish(ImportReport input) throws IOException {
        List<StreamedRow> allStreamed = streamed.values();
        for (StreamedRow row : allStreamed) {
            endsOfProcesses.merge(row.pid, row.lastNanos, Math::max);
        }
        for (StreamedRow row : allStreamed) {
            row.finish(endsOfProcesses.getOrDefault(row.pid, Long.MIN_VALUE));
        }
        ExportedTrace rest = ExportedTrace.of(collected.finish(), limits);
        if (collectsAll) {
            endNanos = rest.endNanos();
            open(rest.meta(), rest.shiftNanos());
        }
        ChromeRows out = rows();
        CollectedCalls.writeAll(rest, out);
        out.finish(endNanos);
        return out.report(rest.counts(), rest.pairing(), input);
    }

    /** Ends the last file, also if writing failed. */
    @Override
    public void close() throws IOException {
        if (rows != null) {
            rows.close();
        }
    }

    /**
     * A track whose begins and ends are written in the order of the input. Pairs them by the rules of
     * {@link dev.jtracer.engine.pairing.SpanPairing}, and joins a call that was cut at the border of two segments.
     */
    private static final class StreamedRow {
        private final ChromeRows rows;
        private final int row;
        private final long pid;
        private final OpenSpans open = new OpenSpans();
        /** Number of innermost calls that have ended in their segment and may continue in the next. */
        private int suspended;

        private long lastNanos = Long.MIN_VALUE;

        StreamedRow(ChromeRows rows, int row, long pid) {
            this.rows = rows;
            this.row = row;
            this.pid = pid;
        }

        void instant(TraceEvent event) throws IOException {
            advance(event);
            rows.instant(row, event);
        }

        /** Advances the latest time of the track, at which its open calls end. */
        private void advance(TraceEvent event) {
            if (event.tsNanos() < lastNanos) {
                rows.problems.count(PairingProblem.OUT_OF_ORDER);
            }
            lastNanos = Math.max(lastNanos, event.tsNanos());
        }

        void begin(TraceEvent event) throws IOException {
            advance(event);
            boolean continued = (event.flags() & SpanFlags.CONTINUED) != 0;
            if (suspended > 0) {
                if (continued && open.nameIndex(open.depth() - suspended) == event.nameIndex()) {
                    suspended--;
                    return;
                }
                endSuspended();
            }
            int flags = event.flags();
            boolean bound = (flags & (SpanFlags.FLOW | SpanFlags.CALLBACK)) != 0;
            long pass = bound ? event.bindId() : 0;
            Map<String, ?> args = (flags & SpanFlags.OF_CALLBACK) == 0 ? arguments(event) : Map.of();
            rows.enter(row, event.nameIndex(), lastNanos, flags, pass, event.forward(), args);
            boolean hasEnd = !ChromeRows.isPass(flags, pass);
            open.push(event.nameIndex(), lastNanos, hasEnd ? flags & ~SpanFlags.PASS : flags);
        }

        private static Map<String, ?> arguments(TraceEvent event) {
            return event.hasDetails() ? event.args().asMap() : Map.of();
        }

        void end(TraceEvent event) throws IOException {
            if ((event.flags() & SpanFlags.CONTINUED) != 0) {
                suspend(event);
                return;
            }
            endSuspended();
            int level = open.nearest(event.nameIndex());
            if (level < 0) {
                rows.problems.count(PairingProblem.UNMATCHED_END);
                return;
            }
            advance(event);
            endWithoutEnd(level + 1);
            endInnermost(event.flags(), arguments(event));
        }

        private void suspend(TraceEvent event) {
            int level = open.depth() - 1 - suspended;
            if (level >= 0 && open.nameIndex(level) == event.nameIndex()) {
                suspended++;
                advance(event);
            } else {
                rows.problems.count(PairingProblem.UNMATCHED_END);
            }
        }

        private void endSuspended() throws IOException {
            for (; suspended > 0; suspended--) {
                endInnermost(SpanFlags.UNFINISHED | SpanFlags.CONTINUED, Map.of());
            }
        }

        /** Ends the open calls, when the recording ends. */
        void finish(long recordingEndNanos) throws IOException {
            endSuspended();
            lastNanos = Math.max(lastNanos, recordingEndNanos);
            endWithoutEnd(0);
        }

        private void endWithoutEnd(int depth) throws IOException {
            while (open.depth() > depth) {
                rows.problems.count(PairingProblem.UNMATCHED_BEGIN);
                endInnermost(SpanFlags.UNFINISHED, Map.of());
            }
        }

        private void endInnermost(int flags, Map<String, ?> args) throws IOException {
            int level = open.depth() - 1;
            if ((open.flags(level) & SpanFlags.PASS) == 0) {
                rows.exit(row, open.nameIndex(level), lastNanos, flags, args);
            }
            open.close(lastNanos);
        }
    }
}
