// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

/**
 * The chains of passes of callbacks that were forwarded, each in the order of time.
 *
 * <p>The parent of a pass is the innermost call around it that received the callback itself. A pass without a parent
 * comes from code that had kept the callback: in a queue, a field, another thread. Any earlier pass of the chain may
 * be its origin, so its runs count for all of them.
 *
 * <pre>
 *   submit(task) {                     #1 task -> submit      first of the chain
 *       queue.add(task);               #2 task -> add         previous #1, parent #1: submit is open
 *   }
 *   worker: take().run(dispatch)       #3 task -> dispatch    previous #2, no parent: another thread
 *
 *   #1 submit  <-previous-  #2 add  <-previous-  #3 dispatch  <-newest of chain, in the row of #1
 *       ^------- parent -------'
 * </pre>
 *
 * A run that names #3 counts for #3, #2 and #1; one that names #2 counts for #2 and its parent #1.
 */
final class PassChains {
    /** Most steps along a chain. In longer ones only the first pass and those nearest to the run are told apart. */
    static final int MOST_FORWARDS = 500;

    private final PassRows rows;

    PassChains(PassRows rows) {
        this.rows = rows;
    }

    /** Sets the first pass of a pass's chain, if it is another pass. */
    void forward(long key, long firstKey, long first) {
        if (first != 0 && firstKey != key) {
            rows.set(rows.ofPass(key), PassRows.FIRST_OF_CHAIN, firstKey);
        }
    }

    /** Returns whether a forwarded pass is the last of its chain. */
    boolean isNewest(int row) {
        int first = firstOf(row);
        int newest = first == PassTable.NONE ? PassTable.NONE : newestOf(first);
        return newest == PassTable.NONE || newest == first || !isBefore(row, newest);
    }

    /**
     * Inserts a forwarded pass into its chain.
     *
     * @return the next pass of the chain whose runs count for this one too, if it arrives late;
     *     {@link PassTable#NONE} without one
     */
    int join(int row) {
        int first = firstOf(row);
        if (first == PassTable.NONE) {
            // It may have been evicted long ago: nothing waits for it.
            first = rows.add(rows.get(row, PassRows.FIRST_OF_CHAIN), PassTable.SETTLED);
        }
        int later = PassTable.NONE;
        int laterFromElsewhere = PassTable.NONE;
        int before = newestOf(first);
        for (int forwards = 0; before != first && isBefore(row, before) && forwards < MOST_FORWARDS; forwards++) {
            later = before;
            laterFromElsewhere = rows.get(before, PassRows.PARENT) == 0 ? before : laterFromElsewhere;
            before = previousOf(before, first);
        }
        rows.set(row, PassRows.PREVIOUS, rows.get(before, PassRows.KEY));
        if (later == PassTable.NONE) {
            rows.set(first, PassRows.NEWEST_OF_CHAIN, rows.get(row, PassRows.KEY));
        } else {
            rows.set(later, PassRows.PREVIOUS, rows.get(row, PassRows.KEY));
        }
        int parent = openOnTrackOf(row, before, first);
        if (parent != PassTable.NONE) {
            rows.set(row, PassRows.PARENT, rows.get(parent, PassRows.KEY));
            rows.mark(row, rows.leaderOf(parent) == rows.leaderOf(row) ? PassRows.REPEATED_IN_CALL : 0);
        }
        return laterFromElsewhere;
    }

    /** Returns the row of the first pass of a row's chain; {@link PassTable#NONE} for the first, or if not known. */
    private int firstOf(int row) {
        return rows.found(rows.get(row, PassRows.FIRST_OF_CHAIN));
    }

    /** Marks a pass without a finished run, and those before it that its runs count for, with a state. */
    void mark(int named, int state) {
        int row = named;
        for (int forwards = 0; row != PassTable.NONE && forwards < MOST_FORWARDS; forwards++) {
            rows.mark(row, rows.hasRun(row) ? 0 : state);
            long parent = rows.get(row, PassRows.PARENT);
            row = rows.found(parent == 0 ? rows.get(row, PassRows.PREVIOUS) : parent);
        }
    }

    private int newestOf(int first) {
        int newest = rows.found(rows.get(first, PassRows.NEWEST_OF_CHAIN));
        return newest == PassTable.NONE ? first : newest;
    }

    private int previousOf(int row, int first) {
        int previous = rows.found(rows.get(row, PassRows.PREVIOUS));
        return previous == PassTable.NONE ? first : previous;
    }

    private boolean isBefore(int row, int other) {
        long nanos = rows.get(row, PassRows.PASSED_NANOS);
        long otherNanos = rows.get(other, PassRows.PASSED_NANOS);
        // The keys of a chain are ordered as their numbers, and a thread's numbers increase.
        return nanos < otherNanos
                || (nanos == otherNanos && rows.get(row, PassRows.KEY) - rows.get(other, PassRows.KEY) < 0);
    }

    /**
     * Returns the pass whose call is the innermost open call on the track of a row that received the callback.
     *
     * @param before the previous pass of the chain
     */
    private int openOnTrackOf(int row, int before, int first) {
        int track = rows.track(row);
        int at = before;
        for (int forwards = 0; at != first && rows.track(at) != track && forwards < MOST_FORWARDS; forwards++) {
            at = previousOf(at, first);
        }
        // Calls nest. So if the last call that received the callback has ended, the call around it forwarded
        // the callback to it.
        for (int forwards = 0; at != PassTable.NONE && forwards < MOST_FORWARDS; forwards++) {
            if (rows.track(at) == track && rows.isInOpenCall(at)) {
                return at;
            }
            at = rows.found(rows.get(at, PassRows.PARENT));
        }
        return PassTable.NONE;
    }
}
