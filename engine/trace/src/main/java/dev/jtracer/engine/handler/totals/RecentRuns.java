// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.handler.totals.Waits.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last runs of callbacks, and where each was passed: they tell from which call a callback comes that another
 * callback's run passed. Runs are many, and short; a run whose passes still have to be placed was seldom long ago.
 */
final class RecentRuns {
    private static final int CAPACITY = 1 << 14;
    private static final int MOST_OF_A_TRACK = 32;
    private static final int MOST_AT_END = 1 << 10;
    private static final int MOST_ORIGINS = 8;

    private final long[] start = new long[CAPACITY];
    private final long[] end = new long[CAPACITY];
    private final long[] passed = new long[CAPACITY];
    private final int[] passedTrack = new int[CAPACITY];
    /** Number of the run before on the same track; 0 for none. */
    private final long[] before = new long[CAPACITY];
    /** By track, the number of its last run. */
    private long[] last = new long[16];

    /** Number of the last run, from 1. */
    private long number;

    void add(SlowPass run) {
        int track = run.runTrack();
        if (track >= last.length) {
            last = Arrays.copyOf(last, Math.max(track + 1, last.length * 2));
        }
        int at = (int) (++number & CAPACITY - 1);
        start[at] = run.runStartNanos();
        end[at] = run.runEndNanos();
        passed[at] = run.passedNanos();
        passedTrack[at] = run.passedTrack();
        before[at] = last[track];
        last[track] = number;
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
        int at = at(track, nanos, most);
        while (at >= 0 && origins.size() < MOST_ORIGINS) {
            origins.add(new Origin(passedTrack[at], passed[at]));
            at = at(passedTrack[at], passed[at], most);
        }
        return origins;
    }

    /**
     * Returns the place of the innermost run that was open on a track at a time; -1 for none. Runs whose passes came
     * later are not in the order of their ends.
     */
    private int at(int track, long nanos, int most) {
        long run = track < last.length ? last[track] : 0;
        int found = -1;
        for (int i = 0; i < most && run > number - CAPACITY && run > 0; i++) {
            int at = (int) (run & CAPACITY - 1);
            boolean isOpen = start[at] <= nanos && nanos <= end[at];
            if (isOpen && (found < 0 || start[at] >= start[found] && end[at] <= end[found])) {
                found = at;
            }
            run = before[at];
        }
        return found;
    }
}
