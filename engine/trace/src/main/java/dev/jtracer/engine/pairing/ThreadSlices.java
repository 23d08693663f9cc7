// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SparseLongs;
import java.util.BitSet;

/**
 * The spans of threads, which may arrive in any order, retained until their nesting is known: until the end of the
 * trace or, if there are very many, in portions.
 *
 * <p>A writer of complete events emits a call when it ends, so the outer call is last:
 *
 * <pre>
 *   X inner ts=2 dur=3            outer  1 ........... 9    depth 0, self time 5
 *   X outer ts=1 dur=8     =>       inner  2 ... 5          depth 1, self time 3
 * </pre>
 */
final class ThreadSlices {
    /** Number of slices after which a portion is nested; with all their data about 64 MB. */
    static final int PORTION = 1 << 20;

    private final PairingOptions options;
    private final PairingProblems problems;
    private final int portion;
    private final SliceColumns slices = new SliceColumns();
    private final ReportedTimes reported = new ReportedTimes();
    private final SliceNesting nesting;

    private final SparseLongs latestOfTrack = new SparseLongs(Long.MIN_VALUE);

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
        latestOfTrack.set(track, Math.max(latestOfTrack.get(track), nanos));
    }

    /** Returns the time of a track's last event; the smallest {@code long} if there is none. */
    long latestNanos(int track) {
        return latestOfTrack.get(track);
    }

    /** Returns an upper bound of the indexes of tracks, exclusive. */
    int tracks() {
        return latestOfTrack.size();
    }

    void add(Span span) {
        slices.add(span, options.details());
        if (reported.cut(span)) {
            problems.count(PairingProblem.LOOSELY_NESTED);
        }
        // Last, because reporting reuses the view that was added.
        if (slices.count() >= portion) {
            nestPortion();
        }
    }

    /** Reports all spans, an inner span before the outer, and removes them. */
    void finish() {
        slices.extendUnfinished(latestOfTrack);
        nesting.nest(slices.inNestingOrder(), null);
        slices.clear();
    }

    /* Reports the slices that end before the latest begin of their track, and keeps those open there. For each track
     * it keeps the total time of the reported slices, so that an outer span that arrives later gets the right self
     * time. */
    private void nestPortion() {
        nesting.keepReported();
        slices.extendUnfinished(latestOfTrack);
        BitSet retained = new BitSet(slices.count());
        nesting.nest(slices.inNestingOrder(), retained);
        if (retained.cardinality() > portion / 2) {
            // With this number of tracks, even their open spans alone exceed the limit.
            slices.removeAllBut(retained);
            retained.clear();
            nesting.nest(slices.inNestingOrder(), null);
        }
        slices.removeAllBut(retained);
        nesting.addStretches(portion / 4);
    }
}
