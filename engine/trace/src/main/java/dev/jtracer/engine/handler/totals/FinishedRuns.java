// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.SparseLongs;
import dev.jtracer.engine.pairing.Span;

/**
 * The last runs of callbacks that no traced call surrounds, by thread. They tell behind how many others a callback
 * was in the queue of the thread that ran it.
 */
final class FinishedRuns {
    private static final int MOST_STEPS = 1 << 10;
    private static final long NONE = Long.MIN_VALUE;

    private final LinkedRuns runs = new LinkedRuns();
    /** Whether runs within a call came before the run. They are not counted. */
    private final boolean[] behindOthers = new boolean[LinkedRuns.CAPACITY];
    /** By track, the end of the first run since that was within a call or a run; {@link #NONE} without one. */
    private final SparseLongs firstInner = new SparseLongs(NONE);

    /** Takes a run that has ended. */
    void add(Span run) {
        long inner = firstInner.get(run.track());
        if (run.depth() > 0) {
            firstInner.set(run.track(), inner == NONE ? run.endNanos() : inner);
            return; // whether it is within another run, only the end of that one would tell
        }
        int place = LinkedRuns.place(runs.add(run.track(), run.startNanos(), run.endNanos()));
        behindOthers[place] = inner != NONE && inner <= run.startNanos();
        firstInner.set(run.track(), NONE);
    }

    /**
     * Returns how many runs a thread ended between the pass of a callback and its run; {@link Wait#UNKNOWN} if a call
     * was around one of them, or if they and those since are too many.
     */
    int behind(SlowPass pass) {
        int behind = Wait.UNKNOWN;
        if (pass.runNanos() == 0) {
            return behind; // of several at one time, any may be its
        }
        long run = runs.latest(pass.runTrack());
        for (int i = 0; i < MOST_STEPS; i++) {
            if (run == LinkedRuns.NONE) {
                return behind;
            }
            if (!runs.isKept(run)) {
                return Wait.UNKNOWN;
            }
            if (runs.endNanos(run) <= pass.passedNanos()) {
                return behind;
            }
            boolean isIts = runs.startNanos(run) == pass.runStartNanos() && runs.endNanos(run) == pass.runEndNanos();
            if (isIts || behind >= 0) {
                if (behindOthers[LinkedRuns.place(run)]) {
                    return Wait.UNKNOWN;
                }
                behind++; // 0 at its own
            }
            run = runs.before(run);
        }
        return Wait.UNKNOWN;
    }
}
