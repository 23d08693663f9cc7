// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.pairing.Span;
import java.util.Arrays;

/**
 * The last runs of callbacks that no traced call surrounds, by thread. They tell behind how many others a callback
 * was in the queue of the thread that ran it.
 */
final class FinishedRuns {
    private static final int CAPACITY = 1 << 14;
    private static final int MOST_STEPS = 1 << 12;

    private final long[] start = new long[CAPACITY];
    private final long[] end = new long[CAPACITY];
    /** Number of the run before on the same track; 0 for none. */
    private final long[] before = new long[CAPACITY];
    /** By track, the number of its last run. */
    private long[] last = new long[16];

    /** Number of the last run, from 1. */
    private long number;

    /** Takes a run that has ended. */
    void add(Span run) {
        if (run.depth() > 0) {
            return; // others within the same one may have been before it, which only the end of that one would tell
        }
        int track = run.track();
        if (track >= last.length) {
            last = Arrays.copyOf(last, Math.max(track + 1, last.length * 2));
        }
        int at = at(++number);
        start[at] = run.startNanos();
        end[at] = run.endNanos();
        before[at] = last[track];
        last[track] = number;
    }

    /**
     * Returns how many runs a thread ended between the pass of a callback and its run; {@link Wait#UNKNOWN} if there
     * is a call around the run, or if too many were later.
     */
    int behind(SlowPass pass) {
        long run = pass.runTrack() < last.length ? last[pass.runTrack()] : 0;
        int behind = Wait.UNKNOWN;
        for (int i = 0; i < MOST_STEPS && run > number - CAPACITY; i++) {
            int at = at(run);
            if (run == 0 || end[at] <= pass.passedNanos()) {
                return behind;
            }
            if (behind >= 0) {
                behind++;
            } else if (start[at] == pass.runStartNanos() && end[at] == pass.runEndNanos()) {
                behind = 0;
            }
            run = before[at];
        }
        return Wait.UNKNOWN;
    }

    private static int at(long run) {
        return (int) (run & CAPACITY - 1);
    }
}
