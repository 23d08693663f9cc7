// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.SparseLongs;

/**
 * The times of the last runs of callbacks. They have numbers from 1 on, and each is linked with the one before on its
 * track. Further data of a run belong in arrays of {@link #CAPACITY}, at its {@link #place}.
 */
final class LinkedRuns {
    static final int CAPACITY = 1 << 14;
    static final long NONE = 0;

    private final long[] start = new long[CAPACITY];
    private final long[] end = new long[CAPACITY];
    private final long[] before = new long[CAPACITY];
    private final SparseLongs latest = new SparseLongs(NONE);
    private long number;

    /** Adds a run in the place of the oldest. Returns its number. */
    long add(int track, long startNanos, long endNanos) {
        int at = place(++number);
        start[at] = startNanos;
        end[at] = endNanos;
        before[at] = latest.get(track);
        latest.set(track, number);
        return number;
    }

    /** Returns the latest run of a track; {@link #NONE} without one. */
    long latest(int track) {
        return latest.get(track);
    }

    /** Returns the run before on the same track, which may be gone; {@link #NONE} without one. */
    long before(long run) {
        return before[place(run)];
    }

    /** Returns whether a run is still here. */
    boolean isKept(long run) {
        return run > number - CAPACITY && run != NONE;
    }

    long startNanos(long run) {
        return start[place(run)];
    }

    long endNanos(long run) {
        return end[place(run)];
    }

    static int place(long run) {
        return (int) (run & CAPACITY - 1);
    }
}
