// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Turns the begins, ends and complete events of a trace into spans, by catapult's rules:
 *
 * <ul>
 *   <li>{@code b} and {@code e} nest per id: an end closes the nearest open span of its name, and those within it. Spans
 *       closed in this way, and those still open at the end of the trace, are unfinished; the latter end with the last
 *       event of their track.
 *   <li>{@code B} and {@code E} nest per process and thread: an end closes the innermost span, whatever its name.
 *   <li>{@code X} may come in any order; they are nested at the end, a longer one around a shorter one, apart from the
 *       spans of the other phases.
 * </ul>
 *
 * <p>Each track's begins and ends are taken in the order in which they come. A span that was cut where a recording goes on
 * in the next segment is one span again if both segments come, one after the other; otherwise it is unfinished.
 *
 * <p>Allocates nothing once it knows a track and its depth, except for complete events, of which each takes 25 bytes until
 * the end. Not safe for use by several threads.
 */
public final class SpanPairing implements PairingCounts {
    private final SpanSink sink;
    private final boolean keepDetails;
    private final Span span = new Span();
    /* A track has a stack only while something is open on it. So a million virtual threads that came and went, or ids used
     * once, take a reference each, and stacks are used again instead of becoming garbage. */
    private @Nullable TrackSpans[] tracks = new TrackSpans[64];
    private final ArrayDeque<TrackSpans> idle = new ArrayDeque<>();
    private CompleteSpans completeSpans;
    private long unmatchedBegins;
    private long unmatchedEnds;
    private long mismatchedNames;
    private long overlaps;

    /** A pairing that reports to {@code sink}, without details. */
    public SpanPairing(SpanSink sink) {
        this(sink, false);
    }

    /**
     * A pairing that reports to {@code sink}.
     *
     * @param keepDetails whether spans carry copies of their events where those have details; costs memory for each
     */
    public SpanPairing(SpanSink sink, boolean keepDetails) {
        this.sink = sink;
        this.keepDetails = keepDetails;
        this.completeSpans = new CompleteSpans(keepDetails);
    }

    /** Takes an event; other phases than those above do not matter. */
    public void accept(TraceEvent event) {
        if ((event.flags() & SpanFlags.THREAD) != 0) {
            return; // a viewer's row, not a span of the program
        }
        switch (event.phase()) {
            case ASYNC_BEGIN, DURATION_BEGIN -> begin(event);
            case ASYNC_END -> end(event);
            case DURATION_END -> endInnermost(event);
            case COMPLETE -> completeSpans.add(event);
            case ASYNC_INSTANT -> see(event);
            default -> {}
        }
    }

    private void see(TraceEvent event) {
        TrackSpans track = openTrack(event.track());
        if (track != null) {
            track.see(event.tsNanos());
        }
    }

    private void begin(TraceEvent event) {
        TrackSpans track = openTrack(event.track());
        if (track != null && track.suspended > 0 && resumeOrClose(event, track)) {
            return;
        }
        track = trackToOpen(event.track());
        track.push(event, keepDetails && event.hasDetails() ? event.copy() : null);
    }

    private void end(TraceEvent event) {
        TrackSpans track = openTrack(event.track());
        if (track == null) {
            unmatchedEnds++;
            return;
        }
        if ((event.flags() & SpanFlags.CONTINUED) != 0) {
            suspend(event, track);
            return;
        }
        closeSuspended(event.track(), track);
        OpenSpans open = track.open;
        int level = open.nearest(event.nameIndex());
        if (level < 0) {
            unmatchedEnds++;
            return;
        }
        long ts = track.see(event.tsNanos());
        while (open.depth() - 1 > level) {
            unmatchedBegins++;
            close(event.track(), track, ts, SpanFlags.UNFINISHED, null);
        }
        close(event.track(), track, ts, event.flags(), event);
    }

    private void endInnermost(TraceEvent event) {
        TrackSpans track = openTrack(event.track());
        if (track == null) {
            unmatchedEnds++;
            return;
        }
        OpenSpans open = track.open;
        if (!event.name().isEmpty() && event.nameIndex() != open.nameIndex(open.depth() - 1)) {
            mismatchedNames++;
        }
        close(event.track(), track, track.see(event.tsNanos()), event.flags(), event);
    }

    /* Where a recording goes on in the next segment, the writer ends all open spans from the innermost, flagged CONTINUED,
     * and begins them again from the outermost in the next file. Such an end only suspends its span. */
    private void suspend(TraceEvent event, TrackSpans track) {
        int level = track.open.depth() - 1 - track.suspended;
        if (level >= 0 && track.open.nameIndex(level) == event.nameIndex()) {
            track.suspended++;
            track.see(event.tsNanos());
        } else {
            unmatchedEnds++;
        }
    }

    private boolean resumeOrClose(TraceEvent event, TrackSpans track) {
        int level = track.open.depth() - track.suspended;
        if ((event.flags() & SpanFlags.CONTINUED) != 0 && track.open.nameIndex(level) == event.nameIndex()) {
            track.suspended--;
            return true;
        }
        closeSuspended(event.track(), track);
        return false;
    }

    private void closeSuspended(int index, TrackSpans track) {
        for (; track.suspended > 0; track.suspended--) {
            close(index, track, track.lastNanos, SpanFlags.UNFINISHED, null);
        }
    }

    private void close(int index, TrackSpans track, long endNanos, int endFlags, @Nullable TraceEvent end) {
        OpenSpans open = track.open;
        int level = open.depth() - 1;
        int flags = open.flags(level) | endFlags;
        if ((flags & SpanFlags.CONTINUED) != 0) {
            flags |= SpanFlags.UNFINISHED;
        }
        Span span = this.span;
        span.track = index;
        span.nameIndex = open.nameIndex(level);
        span.depth = level;
        span.flags = flags;
        span.startNanos = open.startNanos(level);
        span.endNanos = endNanos;
        span.selfNanos = open.close(endNanos);
        span.end = null;
        if (end == null) {
            track.fill(span, level, TraceEvent.NO_TIME);
            span.endIndex = Span.NO_EVENT;
        } else {
            track.fill(span, level, end.threadNanos());
            span.endIndex = end.index();
            if (keepDetails && end.hasDetails()) {
                span.end = end.copy();
            }
        }
        if (level == 0) {
            tracks[index] = null;
            idle.push(track);
        }
        sink.span(span);
    }

    /** Reports what is still open as unfinished, and the complete events. */
    public void finish() {
        for (int i = 0; i < tracks.length; i++) {
            for (TrackSpans track = tracks[i]; track != null; track = tracks[i]) {
                unmatchedBegins++;
                close(i, track, track.lastNanos, SpanFlags.UNFINISHED, null);
            }
        }
        overlaps += completeSpans.forEach(span, sink);
        completeSpans = new CompleteSpans(keepDetails);
    }

    @Override
    public long unmatchedBegins() {
        return unmatchedBegins;
    }

    @Override
    public long unmatchedEnds() {
        return unmatchedEnds;
    }

    @Override
    public long mismatchedNames() {
        return mismatchedNames;
    }

    @Override
    public long overlaps() {
        return overlaps;
    }

    private @Nullable TrackSpans openTrack(int index) {
        return index < tracks.length ? tracks[index] : null;
    }

    private TrackSpans trackToOpen(int index) {
        TrackSpans track = openTrack(index);
        return track != null ? track : open(index);
    }

    private TrackSpans open(int index) {
        if (index >= tracks.length) {
            tracks = Arrays.copyOf(tracks, Math.max(index + 1, tracks.length * 2));
        }
        TrackSpans track = idle.isEmpty() ? new TrackSpans() : idle.pop();
        track.lastNanos = Long.MIN_VALUE;
        track.suspended = 0;
        tracks[index] = track;
        return track;
    }

    private static final class TrackSpans {
        final OpenSpans open = new OpenSpans();
        long lastNanos;
        /** How many of the innermost open spans have ended in their segment and may go on in the next. */
        int suspended;

        private int[] categoryIndexes = new int[4];
        private long[] threadNanos = new long[4];
        private long[] bindIds = new long[4];
        private long[] beginIndexes = new long[4];
        private @Nullable TraceEvent[] begins = new TraceEvent[4];

        void push(TraceEvent event, @Nullable TraceEvent kept) {
            int level = open.depth();
            if (level == categoryIndexes.length) {
                grow(level * 2);
            }
            categoryIndexes[level] = event.categoryIndex();
            threadNanos[level] = event.threadNanos();
            bindIds[level] = event.bindId();
            beginIndexes[level] = event.index();
            begins[level] = kept;
            open.push(event.nameIndex(), see(event.tsNanos()), event.flags());
        }

        private void grow(int capacity) {
            categoryIndexes = Arrays.copyOf(categoryIndexes, capacity);
            threadNanos = Arrays.copyOf(threadNanos, capacity);
            bindIds = Arrays.copyOf(bindIds, capacity);
            beginIndexes = Arrays.copyOf(beginIndexes, capacity);
            begins = Arrays.copyOf(begins, capacity);
        }

        /** Fills in what is known of the begin at a level. */
        void fill(Span span, int level, long endThreadNanos) {
            span.categoryIndex = categoryIndexes[level];
            span.bindId = bindIds[level];
            span.beginIndex = beginIndexes[level];
            span.begin = begins[level];
            begins[level] = null;
            long threadStart = threadNanos[level];
            span.threadNanos = threadStart;
            span.threadDurNanos = threadStart == TraceEvent.NO_TIME || endThreadNanos == TraceEvent.NO_TIME
                    ? TraceEvent.NO_TIME
                    : Math.max(0, endThreadNanos - threadStart);
        }

        /** Takes note of a time and returns it, moved forward so that it does not lie before what came before. */
        long see(long tsNanos) {
            lastNanos = Math.max(lastNanos, tsNanos);
            return lastNanos;
        }
    }
}
