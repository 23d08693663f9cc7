// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Keeps the spans of threads, which may come in any order, until it is clear how they nest: at the end of the trace or, when
 * there are very many, in portions.
 *
 * <p>A writer of complete events emits a call when it ends, so the outer call comes last:
 *
 * <pre>
 *   X inner ts=2 dur=3            outer  1 ........... 9    depth 0, self time 5
 *   X outer ts=1 dur=8     =>       inner  2 ... 5          depth 1, self time 3
 * </pre>
 */
final class ThreadSlices {
    /** Slices that are kept before a portion of them is nested; with all they need about 64 MB. */
    static final int PORTION = 1 << 20;

    private final PairingOptions options;
    private final PairingProblems problems;
    private final int portion;
    private final SliceColumns slices = new SliceColumns();
    private final ReportedTimes reported = new ReportedTimes();
    private final SliceNesting nesting;

    private long[] latestOfTrack = {};
    private long latestNanos = Long.MIN_VALUE;

    ThreadSlices(SpanSink sink, PairingOptions options, PairingProblems problems, Span span) {
        this(sink, options, problems, span, options.keepsSpans() ? Integer.MAX_VALUE : PORTION);
    }

    ThreadSlices(SpanSink sink, PairingOptions options, PairingProblems problems, Span span, int portion) {
        this.options = options;
        this.problems = problems;
        this.portion = portion;
        this.nesting = new SliceNesting(slices, reported, sink, problems, span);
    }

    /** Updates the time of a track's latest event. */
    void advance(int track, long nanos) {
        if (track >= latestOfTrack.length) {
            int before = latestOfTrack.length;
            latestOfTrack = Arrays.copyOf(latestOfTrack, Math.max(track + 1, before * 2));
            Arrays.fill(latestOfTrack, before, latestOfTrack.length, Long.MIN_VALUE);
        }
        latestOfTrack[track] = Math.max(latestOfTrack[track], nanos);
        latestNanos = Math.max(latestNanos, nanos);
    }

    long latestNanos(int track) {
        return latestOfTrack[track];
    }

    long latestNanos() {
        return latestNanos;
    }

    void add(Span span) {
        slices.add(span, options.details());
        if (reported.cut(span)) {
            problems.looselyNested++;
        }
        // Last, because the view that was added is the one that is used for reporting.
        if (slices.count() >= portion) {
            nestPortion();
        }
    }

    /** Reports all spans, an inner one before the one around it, and forgets them. */
    void finish() {
        slices.extendUnfinished(latestOfTrack);
        nesting.nest(slices.inNestingOrder(), null);
        slices.clear();
    }

    /* Reports what is over, judging by the latest begin of its track, and keeps what is open there. Of what was reported
     * each track keeps how long it took, so that a span that comes later and lies around it gets its self time right. */
    private void nestPortion() {
        nesting.rememberReported();
        slices.extendUnfinished(latestOfTrack);
        BitSet kept = new BitSet(slices.count());
        nesting.nest(slices.inNestingOrder(), kept);
        if (kept.cardinality() > portion / 2) {
            // With this many tracks, even their open spans exceed the limit.
            slices.removeAllBut(kept);
            kept.clear();
            nesting.nest(slices.inNestingOrder(), null);
        }
        slices.removeAllBut(kept);
        nesting.addStretches(portion / 4);
    }
}
