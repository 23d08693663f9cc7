// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pairs {@code B} and {@code E}, and nests the resulting spans with {@code X}, thread by thread. */
final class ThreadPairing {
    /** Limit of ends of one time that are reordered; no writer shuffles more. */
    private static final int MOST_TIED = 64;

    private final PairingOptions options;
    private final PairingProblems problems;
    private final Span span;
    private final OpenTracks tracks;
    private final ThreadSlices slices;
    /* Writers that sort by time alone shuffle events of the same time. So an end that does not fit the innermost span
     * waits for the other events of its time. */
    private final SortedMap<Integer, List<TraceEvent>> tiedEnds = new TreeMap<>();

    ThreadPairing(PairingOptions options, PairingProblems problems, Span span, ThreadSlices slices) {
        this.options = options;
        this.problems = problems;
        this.span = span;
        this.tracks = new OpenTracks(options, problems);
        this.slices = slices;
    }

    void begin(TraceEvent event) {
        if (!tiedEnds.isEmpty() && !tiesWithEnd(event)) {
            applyTied(event.track());
        }
        slices.advance(event.track(), event.tsNanos());
        tracks.push(tracks.toOpen(event.track()), event, event.tsNanos());
        closeTied(event.track());
    }

    private boolean tiesWithEnd(TraceEvent begin) {
        return tiedAt(begin).stream().anyMatch(end -> end.nameIndex() == begin.nameIndex());
    }

    void end(TraceEvent event) {
        if (!tiedEnds.isEmpty() && tiedAt(event).isEmpty()) {
            applyTied(event.track());
        }
        TrackSpans track = tracks.get(event.track());
        if (track == null || fits(event, track)) {
            close(event, track);
            closeTied(event.track());
        } else if (tiedAt(event).size() < MOST_TIED) {
            tiedEnds.computeIfAbsent(event.track(), index -> new ArrayList<>()).add(event.copy());
        } else {
            close(event, track);
        }
    }

    private static boolean fits(TraceEvent end, TrackSpans track) {
        return track.nameIndex(track.depth() - 1) == end.nameIndex()
                || end.name().isEmpty();
    }

    /** Returns the ends that wait on the track of an event and have its time. */
    private List<TraceEvent> tiedAt(TraceEvent event) {
        List<TraceEvent> tied = tiedEnds.getOrDefault(event.track(), List.of());
        return tied.isEmpty() || tied.get(0).tsNanos() == event.tsNanos() ? tied : List.of();
    }

    /** Closes the innermost spans of a track as long as an end of their name waits. */
    private void closeTied(int index) {
        List<TraceEvent> tied = tiedEnds.isEmpty() ? null : tiedEnds.get(index);
        while (tied != null) {
            TrackSpans track = tracks.get(index);
            TraceEvent next = track == null ? null : firstThatFits(tied, track);
            if (next == null) {
                break;
            }
            tied.remove(next);
            close(next, track);
        }
        if (tied != null && tied.isEmpty()) {
            tiedEnds.remove(index);
        }
    }

    private static @Nullable TraceEvent firstThatFits(List<TraceEvent> ends, TrackSpans track) {
        for (TraceEvent end : ends) {
            if (fits(end, track)) {
                return end;
            }
        }
        return null;
    }

    /** Applies the ends that wait on a track to the innermost spans, whatever their names. */
    private void applyTied(int index) {
        List<TraceEvent> tied = tiedEnds.remove(index);
        while (tied != null && !tied.isEmpty()) {
            TrackSpans track = tracks.get(index);
            TraceEvent next = track == null ? null : firstThatFits(tied, track);
            TraceEvent end = next == null ? tied.get(0) : next;
            tied.remove(end);
            close(end, track);
        }
    }

    private void close(TraceEvent event, @Nullable TrackSpans track) {
        slices.advance(event.track(), event.tsNanos());
        if (track == null) {
            problems.count(PairingProblem.UNMATCHED_END);
            return;
        }
        if (tracks.takesDropped(track)) {
            return;
        }
        int innermost = track.depth() - 1;
        if (!fits(event, track)) {
            problems.count(PairingProblem.MISMATCHED_NAME);
        }
        long start = track.startNanos(innermost);
        if (event.tsNanos() < start) {
            problems.count(PairingProblem.NEGATIVE_DURATION);
        }
        tracks.close(event.track(), track, span, Math.max(start, event.tsNanos()));
        span.flags |= event.flags();
        span.endWith(event, options);
        slices.add(span);
    }

    void complete(TraceEvent event) {
        span.fill(event, options);
        span.endNanos = event.tsNanos() + event.durNanos();
        slices.advance(event.track(), span.endNanos);
        slices.add(span);
    }

    void instant(TraceEvent event) {
        slices.advance(event.track(), event.tsNanos());
    }

    /** Closes the open spans at the last event of their thread, and reports all spans. */
    void finish() {
        while (!tiedEnds.isEmpty()) {
            applyTied(tiedEnds.firstKey());
        }
        for (int i = 0; i < tracks.size(); i++) {
            for (TrackSpans track = tracks.get(i); track != null; track = tracks.get(i)) {
                problems.count(PairingProblem.UNMATCHED_BEGIN);
                long start = track.startNanos(track.depth() - 1);
                tracks.close(i, track, span, Math.max(start, slices.latestNanos(i)));
                span.endWithoutEvent();
                slices.add(span);
            }
        }
        slices.finish();
    }
}
