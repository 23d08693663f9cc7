// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.Arrays;

/** By name, the passes that wait, have run and were evicted: they tell which of those that wait may still run. */
final class WaitingNames {
    private static final int WAITING = 0;
    static final int RAN = 1;
    static final int EVICTED = 2;
    private static final int COLUMNS = 3;
    /** Names with fewer waiting passes than this part of the most frequent name's are spared: little is gained. */
    private static final int FEW = 4;

    private long[] counts = new long[64 * COLUMNS];
    private int mostFrequent;

    void waits(int name) {
        int at = at(name);
        counts[at]++;
        if (counts[at] > counts[mostFrequent]) {
            mostFrequent = at;
        }
    }

    /** Takes a pass that waits no longer, because it {@link #RAN} or was {@link #EVICTED}. */
    void leaves(int name, int column) {
        int at = at(name);
        counts[at + WAITING]--;
        counts[at + column]++;
    }

    /** Returns whether most passes of a name ran, or if none waits long enough to tell, whether few of them wait. */
    boolean isExpectedToRun(int name) {
        int at = at(name);
        return counts[at + RAN] > counts[at + EVICTED] || counts[at + WAITING] < counts[mostFrequent + WAITING] / FEW;
    }

    private int at(int name) {
        int at = name * COLUMNS;
        if (at + COLUMNS > counts.length) {
            counts = Arrays.copyOf(counts, Math.max(at + COLUMNS, counts.length * 2));
        }
        return at;
    }
}
