// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The residues of the added segments on one track: runs in the order of the recording, as few as possible. */
final class TrackHistory {
    private static final Comparator<TrackResidue> IN_ORDER = Comparator.comparingLong(TrackResidue::firstSegment);

    // Most tracks have none, because nothing is open on them between two segments.
    private List<TrackResidue> runs = List.of();
    private boolean keepsEvents;

    /** Adds a run that follows those of the same segment; it may precede or follow those of other segments. */
    void add(TrackResidue run) {
        if (runs.isEmpty()) {
            runs = new ArrayList<>();
        }
        runs.add(run);
    }

    /** Records that the track has events besides runs, see {@link UndecidedEvents}, which stay. */
    void keepEvents() {
        keepsEvents = true;
    }

    /** Returns whether the track has no residue. */
    boolean isEmpty() {
        return runs.isEmpty() && !keepsEvents;
    }

    List<TrackResidue> runs() {
        return runs;
    }

    /** Sorts the runs and joins those between which no segment is missing. */
    void join(SegmentSet segments, TotalsTable totals) {
        if (runs.isEmpty()) {
            return;
        }
        runs.sort(IN_ORDER); // stable
        List<TrackResidue> joined = new ArrayList<>();
        for (TrackResidue run : runs) {
            TrackResidue before = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (before == null) {
                joined.add(rooted(run, segments, totals));
            } else if (adjacent(before, run, segments) && before.joins(run)) {
                before.append(run, totals);
            } else {
                joined.add(run);
            }
            if (joined.get(0).settled()) {
                joined.clear();
            }
        }
        runs = joined.isEmpty() ? List.of() : joined;
    }

    private static TrackResidue rooted(TrackResidue run, SegmentSet segments, TotalsTable totals) {
        if (run.rooted() || !segments.contains(0, run.firstSegment() - 1)) {
            return run;
        }
        TrackResidue rooted = new TrackResidue(true, run.firstSegment());
        rooted.append(run, totals);
        return rooted;
    }

    private static boolean adjacent(TrackResidue before, TrackResidue after, SegmentSet segments) {
        return segments.contains(before.lastSegment() + 1, after.firstSegment() - 1);
    }

    /**
     * Ends the track and decides the undecided spans by the data present.
     *
     * @return number of cuts between two runs at which the time goes back while a span is open
     */
    long finish(SegmentSet segments, TotalsTable totals) {
        long timesBack = 0;
        TrackResidue all = null;
        for (TrackResidue run : runs) {
            if (all != null && !adjacent(all, run, segments)) {
                all.finish(totals);
                all = null;
            }
            if (all == null) {
                all = new TrackResidue(true, run.firstSegment());
            } else if (!all.joins(run)) {
                timesBack++;
            }
            all.append(run, totals);
        }
        if (all != null) {
            all.finish(totals);
        }
        return timesBack;
    }
}
