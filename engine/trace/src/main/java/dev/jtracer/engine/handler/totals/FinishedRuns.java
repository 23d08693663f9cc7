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
    private static final int MOST_STEPS = 1 << 10;
    private static final long NONE = Long.MIN_VALUE;

    private final long[] start = new long[CAPACITY];
    private final long[] end = new long[CAPACITY];
    /** Number of the run before on the same track; 0 for none. */
    private final long[] before = new long[CAPACITY];
    /** Whether runs within a call came before the run. They are not counted. */
    private final boolean[] behindOthers = new boolean[CAPACITY];
    /** By track, the number of its last run. */
    private long[] last = new long[16];
    /** By track, the end of the first run since that was within a call or a run; {@link #NONE} without one. */
    private long[] firstInner = new long[0];

    /** Number of the last run, from 1. */
    private long number;

    /** Takes a run that has ended. */
    void add(Span run) {
        int track = run.track();
        if (track >= firstInner.length) {
            int before = firstInner.length;
            last = Arrays.copyOf(last, Math.max(track + 1, last.length * 2));
            firstInner = Arrays.copyOf(firstInner, last.length);
            Arrays.fill(firstInner, before, firstInner.length, NONE);
        }
        if (run.depth() > 0) {
            firstInner[track] = firstInner[track] == NONE ? run.endNanos() : firstInner[track];
            return; // whether it is within another run, only the end of that one would tell
        }
        int at = at(++number);
        behindOthers[at] = firstInner[track] != NONE && firstInner[track] <= run.startNanos();
        firstInner[track] = NONE;
        start[at] = run.startNanos();
        end[at] = run.endNanos();
        before[at] = last[track];
        last[track] = number;
    }

    /**
     * Returns how many runs a thread ended between the pass of a callback and its run; {@link Wait#UNKNOWN} if a call
     * was around one of them, or if they and those since are too many.
     */
    int behind(SlowPass pass) {
        long run = pass.runTrack() < last.length ? last[pass.runTrack()] : 0;
        int behind = Wait.UNKNOWN;
        if (pass.runNanos() == 0) {
            return behind; // of several at one time, any may be its
        }
        for (int i = 0; i < MOST_STEPS && (run == 0 || run > number - CAPACITY); i++) {
            int at = at(run);
            if (run == 0 || end[at] <= pass.passedNanos()) {
                return behind;
            }
            boolean isIts = start[at] == pass.runStartNanos() && end[at] == pass.runEndNanos();
            if (isIts || behind >= 0) {
                if (behindOthers[at]) {
                    return Wait.UNKNOWN;
                }
                behind++;
            }
            run = before[at];
        }
        return Wait.UNKNOWN;
    }

    private static int at(long run) {
        return (int) (run & CAPACITY - 1);
    }
}
