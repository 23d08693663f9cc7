// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.prefetch.PrefetchedBatches;
import dev.jtracer.spark.input.FilesOfRecording;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Makes a row of each span that a query wants, and publishes the rows in batches. Its data is the number of rows. */
final class SpanRowsHandler extends CollectingHandler<Long> implements SpanHandler<Long> {
    private static final UTF8String CALL = UTF8String.fromString("call");
    private static final UTF8String PASS = UTF8String.fromString("pass");
    private static final UTF8String RUN = UTF8String.fromString("run");

    private final SpanColumn[] columns;
    private final SpanFilter filter;
    /** The columns whose values a query limits. */
    private final SpanColumn[] conditions;

    private final PrefetchedBatches<SpanRows> batches;
    private final UTF8String recording;
    private final ByIndex<Name> names = new ByIndex<>(this::name);

    private final Map<Long, UTF8String> processNames = new HashMap<>();
    /** Facts that a recording states of a process: service, version, host and the wall-clock time of time 0. */
    private final Map<Long, Args> facts = new HashMap<>();

    private final Map<List<Long>, UTF8String> threadNames = new HashMap<>();
    private StringTable table = new StringTable();
    private TrackTable tracks = new TrackTable();
    private long rows;

    private record Name(UTF8String text, @Nullable UTF8String site, boolean wanted) {}

    SpanRowsHandler(
            FilesOfRecording recording, SpanColumn[] columns, SpanFilter filter, PrefetchedBatches<SpanRows> batches) {
        this.columns = columns;
        this.filter = filter;
        this.conditions = filter.columns();
        this.batches = batches;
        this.recording = UTF8String.fromString(recording.name());
    }

    @Override
    protected void start() {
        table = context().names();
        tracks = context().tracks();
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.METADATA, Phase.INSTANT);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.phase() == Phase.INSTANT) {
            if (event.name().equals(TraceWords.RECORDING)) {
                facts.putIfAbsent(event.pid(), event.args());
            }
            return;
        }
        String name = event.args().text("name");
        if (name == null) {
            return;
        }
        if (event.name().equals(TraceWords.PROCESS_NAME)) {
            processNames.put(event.pid(), UTF8String.fromString(name));
        } else if (event.name().equals(TraceWords.THREAD_NAME)) {
            threadNames.put(List.of(event.pid(), event.tid()), UTF8String.fromString(name));
        }
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.THREAD) != 0) {
            return; // names a row of viewers
        }
        Name name = names.made(span.nameIndex());
        Track track = tracks.get(span.track());
        if (name.wanted && !isDone() && accepts(span, name, track)) {
            write(span, name, track, batches.filling().next());
            rows++;
            if (batches.filling().isFull()) {
                publish();
            }
        }
    }

    private void publish() {
        try {
            batches.publish();
        } catch (RuntimeException e) {
            if (!batches.isStopped()) {
                throw e;
            }
        }
    }

    /** Returns whether no further row is wanted, as after {@code limit 10}. */
    @Override
    public boolean isDone() {
        return batches.isStopped();
    }

    private Name name(int index) {
        String text = table.get(index);
        String site = table.site(index);
        return new Name(
                UTF8String.fromString(text),
                site.isEmpty() ? null : UTF8String.fromString(site),
                filter.acceptsName(text));
    }

    private boolean accepts(Span span, Name name, Track track) {
        for (SpanColumn column : conditions) {
            Object value = value(column, span, name, track);
            if (value == null || !filter.accepts(column, ((Number) value).longValue())) {
                return false;
            }
        }
        return true;
    }

    private void write(Span span, Name name, Track track, @Nullable Object[] row) {
        for (int i = 0; i < columns.length; i++) {
            row[i] = value(columns[i], span, name, track);
        }
    }

    private @Nullable Object value(SpanColumn column, Span span, Name name, Track track) {
        return switch (column) {
            case RECORDING -> recording;
            case PROCESS -> track.pid();
            case PROCESS_NAME -> processNames.get(track.pid());
            case SERVICE -> fact(track, TraceWords.SERVICE);
            case VERSION -> fact(track, TraceWords.SERVICE_VERSION);
            case HOST -> fact(track, TraceWords.HOST);
            case THREAD -> track.tid();
            case THREAD_NAME -> threadName(track);
            case NAME -> name.text;
            case SITE -> name.site;
            case KIND -> kind(span);
            case DEPTH -> span.depth();
            case START -> start(span, track);
            case START_NANOS -> span.startNanos();
            case DURATION_NANOS -> span.endNanos() - span.startNanos();
            case SELF_NANOS -> span.selfNanos();
            case PASS -> isOfCallback(span) && span.bindId() != 0 ? span.bindId() : null;
            case FIRST_PASS -> span.forward() == 0 ? null : span.forward();
            case THREW -> (span.flags() & SpanFlags.THREW) != 0;
            case UNFINISHED -> span.unfinished();
        };
    }

    private @Nullable UTF8String fact(Track track, String fact) {
        String value = facts.getOrDefault(track.pid(), Args.EMPTY).text(fact);
        return value == null ? null : UTF8String.fromString(value);
    }

    private @Nullable UTF8String threadName(Track track) {
        if (!track.name().isEmpty()) {
            return UTF8String.fromString(track.name());
        }
        return threadNames.get(List.of(track.pid(), track.tid()));
    }

    private static boolean isOfCallback(Span span) {
        return (span.flags() & SpanFlags.OF_CALLBACK) != 0;
    }

    private static UTF8String kind(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return PASS;
        }
        return (span.flags() & SpanFlags.CALLBACK) != 0 ? RUN : CALL;
    }

    /** Returns the time of the begin in microseconds since 1970; null without a clock. */
    private @Nullable Long start(Span span, Track track) {
        Number epoch = facts.getOrDefault(track.pid(), Args.EMPTY).number(TraceWords.START_EPOCH_MICROS);
        return epoch == null ? null : epoch.longValue() + Math.floorDiv(span.startNanos(), 1000L);
    }

    @Override
    protected Long result() {
        return rows;
    }
}
