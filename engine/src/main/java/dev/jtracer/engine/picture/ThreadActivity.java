// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import java.util.Arrays;

/** The outer levels of a thread's calls over time: for each bin their duration, and the call with most of it. */
final class ThreadActivity {
    static final int NO_NAME = -1;

    /* By slot of the bin. The leading name is the one that wins a vote by time, so that a bin needs one name only. */
    private final int[] names = new int[TimeBins.MOST];
    private final long[] lead = new long[TimeBins.MOST];
    private final long[] busy = new long[TimeBins.MOST];

    ThreadActivity() {
        Arrays.fill(names, NO_NAME);
    }

    /** Adds a part of a call that is in one bin. */
    void add(int slot, int name, long nanos) {
        busy[slot] += nanos;
        vote(slot, name, nanos);
    }

    private void vote(int slot, int name, long nanos) {
        if (names[slot] == name) {
            lead[slot] += nanos;
        } else if (names[slot] == NO_NAME || nanos > lead[slot]) {
            lead[slot] = names[slot] == NO_NAME ? nanos : nanos - lead[slot];
            names[slot] = name;
        } else {
            lead[slot] -= nanos;
        }
    }

    /** Joins pairs of bins. */
    void doubleBins(long firstBin, long lastBin) {
        ThreadActivity old = new ThreadActivity();
        System.arraycopy(names, 0, old.names, 0, names.length);
        System.arraycopy(lead, 0, old.lead, 0, lead.length);
        System.arraycopy(busy, 0, old.busy, 0, busy.length);
        Arrays.fill(names, NO_NAME);
        Arrays.fill(lead, 0);
        Arrays.fill(busy, 0);
        for (long bin = firstBin; bin <= lastBin; bin++) {
            int from = TimeBins.slot(bin);
            int to = TimeBins.slot(bin >> 1);
            if (old.names[from] != NO_NAME) {
                busy[to] += old.busy[from];
                vote(to, old.names[from], old.lead[from]);
            }
        }
    }

    /** Returns the name that leads in a bin; {@link #NO_NAME} if there is none. */
    int name(int slot) {
        return names[slot];
    }

    long busyNanos(int slot) {
        return busy[slot];
    }
}
