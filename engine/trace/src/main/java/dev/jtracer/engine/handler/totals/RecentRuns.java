// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.handler.totals.Waits.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * The last runs of callbacks, and where each was passed: they tell from which call a callback comes that another
 * callback's run passed. Runs are many, and short; a run whose passes still have to be placed was seldom long ago.
 */
final class RecentRuns {
    private static final int MOST_OF_A_TRACK = 32;
    private static final int MOST_AT_END = 1 << 10;
    private static final int MOST_ORIGINS = 8;

    private final LinkedRuns runs = new LinkedRuns();
    private final long[] passed = new long[LinkedRuns.CAPACITY];
    private final int[] passedTrack = new int[LinkedRuns.CAPACITY];

    void add(SlowPass run) {
        int place = LinkedRuns.place(runs.add(run.runTrack(), run.runStartNanos(), run.runEndNanos()));
        passed[place] = run.passedNanos();
        passedTrack[place] = run.passedTrack();
    }

    /** Returns where the run was passed in which a callback was passed, where that one was, and so on. */
    List<Origin> origins(int track, long nanos) {
        return origins(track, nanos, MOST_OF_A_TRACK);
    }

    /** Returns the same when all runs are known: those since may be many if the run came before its pass. */
    List<Origin> originsAtEnd(int track, long nanos) {
        return origins(track, nanos, MOST_AT_END);
    }

    private List<Origin> origins(int track, long nanos, int most) {
        List<Origin> origins = new ArrayList<>();
        long run = open(track, nanos, most);
        while (run != LinkedRuns.NONE && origins.size() < MOST_ORIGINS) {
            int place = LinkedRuns.place(run);
            origins.add(new Origin(passedTrack[place], passed[place]));
            run = open(passedTrack[place], passed[place], most);
        }
        return origins;
    }

    /**
     * Returns the innermost run that was open on a track at a time; {@link LinkedRuns#NONE} without one. Runs whose
     * passes came later are not in the order of their ends.
     */
    private long open(int track, long nanos, int most) {
        long found = LinkedRuns.NONE;
        long run = runs.latest(track);
        for (int i = 0; i < most && runs.isKept(run); i++) {
            boolean isOpen = runs.startNanos(run) <= nanos && nanos <= runs.endNanos(run);
            if (isOpen && (found == LinkedRuns.NONE || isWithin(run, found))) {
                found = run;
            }
            run = runs.before(run);
        }
        return found;
    }

    private boolean isWithin(long run, long outer) {
        return runs.startNanos(run) >= runs.startNanos(outer) && runs.endNanos(run) <= runs.endNanos(outer);
    }
}
