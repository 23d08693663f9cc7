// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SparseLongs;
import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

final class OpenTracks {
    /* Spans of 40 or 64 bytes. A trace has a few thousand open, a hostile file any number. */
    private static final int MOST_OPEN = 1 << 20;

    /* A track has a stack only while a span is open on it. So each of a million finished virtual threads, or ids used
     * once, costs one reference, and stacks are reused. */
    private @Nullable TrackSpans[] tracks = new TrackSpans[64];
    private final ArrayDeque<TrackSpans> idle = new ArrayDeque<>();
    private final PairingOptions options;
    private final PairingProblems problems;
    /** The time of the last event of a track that has no stack now. */
    private final SparseLongs latestNanos = new SparseLongs(Long.MIN_VALUE);

    private int open;

    OpenTracks(PairingOptions options, PairingProblems problems) {
        this.options = options;
        this.problems = problems;
    }

    /** Returns the open spans of a track; null if it has none. */
    @Nullable
    TrackSpans get(int index) {
        return index < tracks.length ? tracks[index] : null;
    }

    /** Returns the stack of a track for its next begin. */
    TrackSpans toOpen(int index) {
        TrackSpans track = get(index);
        return track != null ? track : open(index);
    }

    private TrackSpans open(int index) {
        if (index >= tracks.length) {
            tracks = Arrays.copyOf(tracks, Math.max(index + 1, tracks.length * 2));
        }
        TrackSpans track = idle.isEmpty() ? new TrackSpans(options) : idle.pop();
        track.forget();
        track.latestNanos = latestNanos.get(index);
        tracks[index] = track;
        return track;
    }

    /** Opens a span, unless too many are open. */
    void push(TrackSpans track, TraceEvent event, long startNanos) {
        if (open == MOST_OPEN) {
            drop(track);
            releaseIfEmpty(event.track(), track);
            return;
        }
        open++;
        track.push(event, startNanos, options);
    }

    /** Takes records of a track as {@link TrackSpans#take}. */
    int take(TrackSpans track, CallRecords records, int from, SpanBatch batch) {
        if (open > MOST_OPEN - CallRecords.CAPACITY) {
            return from;
        }
        int before = track.depth();
        int taken = track.take(records, from, batch);
        open += track.depth() - before;
        return taken;
    }

    /** Opens a call, unless too many spans are open. The track stays with its caller. */
    void push(TrackSpans track, int nameIndex, long startNanos, SpanBatch batch, long beginIndex) {
        if (push(track, nameIndex, startNanos) && batch.origins) {
            track.beginsAt(batch, beginIndex);
        }
    }

    /** Opens a call without origins as the method above. Returns whether it is open. */
    boolean push(TrackSpans track, int nameIndex, long startNanos) {
        if (open == MOST_OPEN) {
            drop(track);
            return false;
        }
        open++;
        track.push(nameIndex, startNanos);
        return true;
    }

    /** Closes the innermost call of a track, which stays with its caller. Returns the self time. */
    long close(TrackSpans track, long endNanos) {
        open--;
        return track.close(endNanos);
    }

    private void drop(TrackSpans track) {
        problems.count(PairingProblem.TOO_MANY_OPEN);
        track.dropped += track.depth() > 0 ? 1 : 0;
    }

    /** Returns whether the next end of a track belongs to a dropped begin, and counts that end. */
    boolean takesDropped(TrackSpans track) {
        if (track.dropped == 0) {
            return false;
        }
        track.dropped--;
        return true;
    }

    /** Closes the innermost span of a track and fills {@code span} with the data of its begin. */
    void close(int index, TrackSpans track, Span span, long endNanos) {
        closeOnly(index, track, span, endNanos);
        releaseIfEmpty(index, track);
    }

    /** Closes the innermost span as {@link #close(int, TrackSpans, Span, long)}. The track stays with its caller. */
    void closeOnly(int index, TrackSpans track, Span span, long endNanos) {
        open--;
        track.close(span, endNanos, options);
        span.track = index;
    }

    /** Releases a track that has no open span. */
    void releaseIfEmpty(int index, TrackSpans track) {
        if (track.depth() == 0) {
            latestNanos.set(index, track.latestNanos());
            tracks[index] = null;
            idle.push(track);
        }
    }

    /** Extends the time of a track on which no span is open. */
    void extend(int index, long nanos) {
        latestNanos.set(index, Math.max(latestNanos.get(index), nanos));
    }

    /** Returns the time of a track's last event that was taken; the smallest {@code long} if there was none. */
    long latestNanos(int index) {
        TrackSpans track = get(index);
        return track == null ? latestNanos.get(index) : track.latestNanos();
    }

    /** Returns an upper bound of the indexes, exclusive. */
    int size() {
        return tracks.length;
    }
}
