// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.function.IntToLongFunction;

/** Pairs {@code b} and {@code e} as they arrive. Allocates nothing in steady state, because it pairs live calls. */
final class AsyncPairing {
    private final SpanSink sink;
    private final PairingOptions options;
    private final PairingProblems problems;
    private final Span span;
    private final OpenTracks tracks;
    private final SpanBatch batch;

    AsyncPairing(SpanSink sink, PairingOptions options, PairingProblems problems, Span span, OpenTracks tracks) {
        this.sink = sink;
        this.options = options;
        this.problems = problems;
        this.span = span;
        this.tracks = tracks;
        this.batch = new SpanBatch(options.origins());
    }

    void begin(TraceEvent event) {
        TrackSpans track = tracks.get(event.track());
        if (track != null && track.suspended > 0 && resumeOrClose(event, track)) {
            return;
        }
        track = tracks.toOpen(event.track());
        tracks.push(track, event, advance(track, event.tsNanos()));
    }

    void end(TraceEvent event) {
        TrackSpans track = tracks.get(event.track());
        if (track == null) {
            problems.count(PairingProblem.UNMATCHED_END);
            return;
        }
        if ((event.flags() & SpanFlags.CONTINUED) != 0) {
            suspend(event, track);
            return;
        }
        if (track.suspended > 0) {
            closeSuspended(event.track(), track);
        }
        if (tracks.takesDropped(track)) {
            return;
        }
        int level = track.nearest(event.nameIndex());
        if (level < 0) {
            problems.count(PairingProblem.UNMATCHED_END);
            return;
        }
        long ts = advance(track, event.tsNanos());
        while (track.depth() - 1 > level) {
            closeWithoutEnd(event.track(), track, ts);
        }
        closeWith(event, track, ts);
    }

    /** Takes begins and ends of calls as {@link #begin} and {@link #end}, without an event for each. */
    void calls(CallRecords records) {
        int index = records.track;
        TrackSpans continued = tracks.get(index);
        if (continued != null) {
            closeSuspended(index, continued);
        }
        TrackSpans track = tracks.toOpen(index);
        batch.track(index);
        batch.categoryIndex = records.categoryIndex;
        int at = tracks.take(track, records, 0, batch);
        while (at < records.size) {
            takeSpecial(track, records, at);
            at = tracks.take(track, records, at + 1, batch);
        }
        report();
        tracks.releaseIfEmpty(index, track);
    }

    private void takeSpecial(TrackSpans track, CallRecords records, int at) {
        int nameIndex = records.nameIndex(at);
        long nanos = records.tsNanos(at);
        switch (records.kind(at)) {
            case CallRecords.BEGIN ->
                tracks.push(track, nameIndex, advance(track, nanos), batch, records.firstIndex + at);
            case CallRecords.END -> callEnds(track, nameIndex, nanos, SpanFlags.NONE);
            default -> callEnds(track, nameIndex, nanos, SpanFlags.THREW);
        }
        if (track.depth() == 0) {
            track.forget();
        }
    }

    private void callEnds(TrackSpans track, int nameIndex, long nanos, int flags) {
        if (tracks.takesDropped(track)) {
            return;
        }
        int level = track.nearest(nameIndex);
        if (level < 0) {
            problems.count(PairingProblem.UNMATCHED_END);
            return;
        }
        long ts = advance(track, nanos);
        while (track.depth() - 1 > level) {
            problems.count(PairingProblem.UNMATCHED_BEGIN);
            closeCall(track, ts, SpanFlags.UNFINISHED);
        }
        closeCall(track, ts, flags);
    }

    private void closeCall(TrackSpans track, long endNanos, int endFlags) {
        if (!track.isRecordedCall()) {
            closeOther(track, endNanos, endFlags);
            return;
        }
        if (batch.isFull()) {
            report();
        }
        if (batch.origins) {
            batch.beginIndexes[batch.size] = track.beginIndex();
        }
        int level = track.depth() - 1;
        int nameIndex = track.nameIndex(level);
        long startNanos = track.startNanos(level);
        int flags = endFlags | (track.isNested() ? SpanFlags.NESTED : 0);
        batch.add(nameIndex, level, flags, startNanos, endNanos, tracks.close(track, endNanos));
    }

    /** Closes the innermost span, which is no call of the batch: an event began it. */
    private void closeOther(TrackSpans track, long endNanos, int endFlags) {
        report();
        tracks.closeOnly(batch.track(), track, span, endNanos);
        span.flags |= endFlags;
        span.end = null;
        sink.span(span);
    }

    /** Passes on the calls that have ended. */
    private void report() {
        if (!batch.isEmpty()) {
            try {
                sink.spans(batch);
            } finally {
                batch.clear();
            }
        }
    }

    void instant(TraceEvent event) {
        TrackSpans track = tracks.get(event.track());
        if (track == null) {
            tracks.extend(event.track(), event.tsNanos());
        } else {
            advance(track, event.tsNanos());
        }
    }

    /* At the border of two segments the writer ends all open spans, innermost first, with the flag CONTINUED, and
     * begins them again in the next file, outermost first. An end with this flag only suspends its span. */
    private void suspend(TraceEvent event, TrackSpans track) {
        int level = track.depth() - 1 - track.suspended;
        if (level >= 0 && track.nameIndex(level) == event.nameIndex()) {
            track.suspended++;
            advance(track, event.tsNanos());
        } else {
            problems.count(PairingProblem.UNMATCHED_END);
        }
    }

    private boolean resumeOrClose(TraceEvent event, TrackSpans track) {
        int level = track.depth() - track.suspended;
        if ((event.flags() & SpanFlags.CONTINUED) != 0 && track.nameIndex(level) == event.nameIndex()) {
            track.suspended--;
            return true;
        }
        closeSuspended(event.track(), track);
        return false;
    }

    private void closeSuspended(int index, TrackSpans track) {
        for (; track.suspended > 0; track.suspended--) {
            closeWithout(index, track, track.lastNanos, SpanFlags.CONTINUED);
        }
    }

    private void closeWith(TraceEvent event, TrackSpans track, long endNanos) {
        Span span = this.span;
        tracks.close(event.track(), track, span, endNanos);
        span.flags |= event.flags();
        span.endWith(event, options);
        sink.span(span);
    }

    private void closeWithoutEnd(int index, TrackSpans track, long endNanos) {
        problems.count(PairingProblem.UNMATCHED_BEGIN);
        closeWithout(index, track, endNanos, SpanFlags.NONE);
    }

    private void closeWithout(int index, TrackSpans track, long endNanos, int flags) {
        tracks.close(index, track, span, endNanos);
        span.flags |= flags;
        span.endWithoutEvent();
        sink.span(span);
    }

    /**
     * Closes the open spans.
     *
     * @param ends the end of the recording by track
     */
    void finish(IntToLongFunction ends) {
        for (int i = 0; i < tracks.size(); i++) {
            TrackSpans unresumed = tracks.get(i);
            if (unresumed != null) {
                closeSuspended(i, unresumed);
            }
            for (TrackSpans track = tracks.get(i); track != null; track = tracks.get(i)) {
                closeWithoutEnd(i, track, Math.max(track.lastNanos, ends.applyAsLong(i)));
            }
        }
    }

    /** Advances the track to the time of an event. Returns it, or that of the previous event if that is later. */
    private long advance(TrackSpans track, long ts) {
        if (ts < track.lastNanos) {
            problems.count(PairingProblem.OUT_OF_ORDER);
            return track.lastNanos;
        }
        track.lastNanos = ts;
        return ts;
    }
}
