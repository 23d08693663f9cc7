// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.pairing.Span;

/**
 * The run counts of passes. A run counts for the pass that it names and for the passes before it in its chain.
 *
 * <pre>
 *   call     | row | passed by | runs
 *   outer(f) | #1  |           | 3 of #2 and #3 are added when inner returns
 *   inner(f) | #2  | outer     | 3, with 2 deferred here by #3
 *   map(f)   | #3  | inner     | 2
 * </pre>
 *
 * A recursion that forwards its callback makes chains of hundreds of passes, and equally many runs. If each run
 * were added to the whole chain at once, the time would grow with the square of the depth. So a run is added only up
 * to the nearest pass whose call is open and that has run before; that pass adds the sum to the others when its call
 * ends. Sums, minima and maxima are the same.
 */
final class RunTotals {
    /** Limit of passes with deferred runs. A recursion needs one for each thread; they are searched linearly. */
    private static final int MOST_DEFERRED = 64;

    private final PassRows rows;
    private final ReceivingCalls calls;
    private final int[] deferredRow = new int[MOST_DEFERRED];
    private final long[] deferredStart = new long[MOST_DEFERRED];
    private final long[] deferredEnd = new long[MOST_DEFERRED];
    private final long[] deferredRuns = new long[MOST_DEFERRED];
    private int deferred;

    RunTotals(PassRows rows, ReceivingCalls calls) {
        this.rows = rows;
        this.calls = calls;
    }

    /** Adds runs to a pass, to its parents, and to all passes before these in the chain. */
    void add(int innermost, long start, long end, long runs) {
        add(innermost, start, end, runs, true);
    }

    /**
     * Adds runs.
     *
     * @param live whether runs may be deferred and rows may be moved
     */
    private void add(int innermost, long start, long end, long runs, boolean live) {
        int row = innermost;
        int link = PassRows.PARENT;
        for (int forwards = 1; row != PassTable.NONE && forwards <= PassChains.MOST_FORWARDS; forwards++) {
            boolean isFar = forwards == PassChains.MOST_FORWARDS - 1;
            if (live
                    && forwards > 1
                    && link == PassRows.PARENT
                    && (isFar || rows.hasRun(row))
                    && rows.isInOpenCall(row)) {
                defer(row, start, end, runs);
                return;
            }
            rows.addRuns(row, start, end, runs);
            if (!rows.is(row, PassRows.PASSED)) {
                return; // its position in the chain is not known yet
            }
            link = rows.get(row, PassRows.PARENT) == 0 ? PassRows.PREVIOUS : link;
            long first = rows.get(row, PassRows.FIRST_OF_CHAIN);
            long next = isFar ? first : rows.get(row, link);
            int call = calls.addRuns(row, end, runs);
            if (live) {
                calls.settle(row, call);
            }
            row = rows.found(next);
            row = row == PassTable.NONE ? rows.found(first) : row;
        }
    }

    private void defer(int row, long start, long end, long runs) {
        for (int i = deferred - 1; i >= 0; i--) {
            if (deferredRow[i] == row) {
                deferredStart[i] = Math.min(start, deferredStart[i]);
                deferredEnd[i] = Math.max(end, deferredEnd[i]);
                deferredRuns[i] += runs;
                return;
            }
        }
        if (deferred == MOST_DEFERRED) {
            addDeferred(0, false); // perhaps the end of its call was lost
        }
        deferredRow[deferred] = row;
        deferredStart[deferred] = start;
        deferredEnd[deferred] = end;
        deferredRuns[deferred] = runs;
        deferred++;
    }

    /** Adds the runs that were deferred until the end of a call. */
    void callEnds(Span span) {
        if (deferred == 0) {
            return;
        }
        long leader = calls.leaderOf(span);
        int steps = 0;
        for (int i = leader == 0 ? -1 : deferred - 1; i >= 0; i--) {
            if (rows.get(deferredRow[i], PassRows.LEADER) == leader) {
                // A hostile file may contain passes that are each other's parents.
                addDeferred(i, ++steps < PassChains.MOST_FORWARDS);
                i = deferred; // it may have been deferred to another pass of the same call
            }
        }
    }

    /** Adds the runs that were deferred to a row that is evicted. */
    void leaves(int row) {
        for (int i = deferred - 1; i >= 0; i--) {
            if (deferredRow[i] == row) {
                addDeferred(i, false);
            }
        }
    }

    /** Adds all deferred runs. Moves no row. */
    void addAllDeferred() {
        while (deferred > 0) {
            addDeferred(deferred - 1, false);
        }
    }

    private void addDeferred(int index, boolean live) {
        int row = deferredRow[index];
        long start = deferredStart[index];
        long end = deferredEnd[index];
        long runs = deferredRuns[index];
        deferred--;
        int after = deferred - index;
        System.arraycopy(deferredRow, index + 1, deferredRow, index, after);
        System.arraycopy(deferredStart, index + 1, deferredStart, index, after);
        System.arraycopy(deferredEnd, index + 1, deferredEnd, index, after);
        System.arraycopy(deferredRuns, index + 1, deferredRuns, index, after);
        add(row, start, end, runs, live);
    }
}
