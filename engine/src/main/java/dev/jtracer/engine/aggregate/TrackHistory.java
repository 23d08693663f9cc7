// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the segments seen so far leave behind on one track: runs in the order of the recording, as few as possible. */
final class TrackHistory {
    private static final Comparator<TrackResidue> IN_ORDER = Comparator.comparingLong(TrackResidue::firstSegment);

    // Most tracks have none: nothing is open on them between two segments.
    private List<TrackResidue> runs = List.of();
    private boolean keepsEvents;

    /** Adds a run that comes after those of the same segment; of other segments it may come before or after. */
    void add(TrackResidue run) {
        if (runs.isEmpty()) {
            runs = new ArrayList<>();
        }
        runs.add(run);
    }

    /** There are events on the track besides runs, see {@link UndecidedEvents}. They stay. */
    void keepEvents() {
        keepsEvents = true;
    }

    /** Whether nothing is left. */
    boolean isEmpty() {
        return runs.isEmpty() && !keepsEvents;
    }

    List<TrackResidue> runs() {
        return runs;
    }

    /** Brings the runs into their order and joins those between which nothing is missing. */
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
     * Ends the track: what is undecided is decided by what there is.
     *
     * @return how often the time went back between two runs while something was open
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
