// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

/**
 * The chains of passings of callbacks that were handed on, each in the order of time.
 *
 * <p>The parent of a passing is the innermost call around it that received the callback itself. A passing without a parent
 * comes from code that had kept the callback: in a queue, a field, another thread. Any earlier passing of the chain may be
 * its origin, so its runs count for all of them.
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
final class PassingChains {
    /**
     * Limit of steps along a chain. In longer chains only the first passing and those nearest to the run are distinguished.
     */
    static final int MOST_FORWARDS = 500;

    private final PassingRows rows;

    PassingChains(PassingRows rows) {
        this.rows = rows;
    }

    /** Sets the first passing of a passing's chain, if it is another passing. */
    void handOn(long key, long firstKey, long first) {
        if (first != 0 && firstKey != key) {
            rows.set(rows.ofPassing(key), PassingRows.FIRST_OF_CHAIN, firstKey);
        }
    }

    boolean isHandedOn(int row) {
        return rows.get(row, PassingRows.FIRST_OF_CHAIN) != 0;
    }

    /** Returns whether a handed-on passing is the last of its chain. */
    boolean isNewest(int row) {
        int first = firstOf(row);
        int newest = first == PassingTable.NONE ? PassingTable.NONE : newestOf(first);
        return newest == PassingTable.NONE || newest == first || !isBefore(row, newest);
    }

    /**
     * Inserts a handed-on passing into its chain.
     *
     * @return the next passing of the chain whose runs count for this one too, if it arrives late; {@link PassingTable#NONE}
     *     without one
     */
    int join(int row) {
        int first = firstOf(row);
        if (first == PassingTable.NONE) {
            first = addFirst(row);
        }
        int later = PassingTable.NONE;
        int laterFromElsewhere = PassingTable.NONE;
        int before = newestOf(first);
        for (int forwards = 0; before != first && isBefore(row, before) && forwards < MOST_FORWARDS; forwards++) {
            later = before;
            laterFromElsewhere = rows.get(before, PassingRows.PARENT) == 0 ? before : laterFromElsewhere;
            before = previousOf(before, first);
        }
        rows.set(row, PassingRows.PREVIOUS, rows.get(before, PassingRows.KEY));
        if (later == PassingTable.NONE) {
            rows.set(first, PassingRows.NEWEST_OF_CHAIN, rows.get(row, PassingRows.KEY));
        } else {
            rows.set(later, PassingRows.PREVIOUS, rows.get(row, PassingRows.KEY));
        }
        int parent = openOnTrackOf(row, before, first);
        if (parent != PassingTable.NONE) {
            rows.set(row, PassingRows.PARENT, rows.get(parent, PassingRows.KEY));
            rows.mark(row, rows.leaderOf(parent) == rows.leaderOf(row) ? PassingRows.REPEATED_IN_CALL : 0);
        }
        return laterFromElsewhere;
    }

    /** Returns the row of the first passing of a row's chain; {@link PassingTable#NONE} for the first itself, or if it is not known. */
    private int firstOf(int row) {
        return rows.found(rows.get(row, PassingRows.FIRST_OF_CHAIN));
    }

    /** Marks a passing without a run, and those before it that its runs count for, as named by an ambiguous run. */
    void markAmbiguous(int named) {
        int row = named;
        for (int forwards = 0; row != PassingTable.NONE && forwards < MOST_FORWARDS; forwards++) {
            rows.mark(row, rows.get(row, PassingRows.RUNS) == 0 ? PassingRows.AMBIGUOUS : 0);
            long parent = rows.get(row, PassingRows.PARENT);
            row = rows.found(parent == 0 ? rows.get(row, PassingRows.PREVIOUS) : parent);
        }
    }

    private int addFirst(int row) {
        if (rows.get(row, PassingRows.RUNS) > 0) {
            rows.settle(row); // or it might be evicted for this row
        }
        return rows.addSettled(
                rows.get(row, PassingRows.FIRST_OF_CHAIN)); // it may have been evicted long ago: nothing waits for it
    }

    private int newestOf(int first) {
        int newest = rows.found(rows.get(first, PassingRows.NEWEST_OF_CHAIN));
        return newest == PassingTable.NONE ? first : newest;
    }

    private int previousOf(int row, int first) {
        int previous = rows.found(rows.get(row, PassingRows.PREVIOUS));
        return previous == PassingTable.NONE ? first : previous;
    }

    private boolean isBefore(int row, int other) {
        long nanos = rows.get(row, PassingRows.PASSED_NANOS);
        long otherNanos = rows.get(other, PassingRows.PASSED_NANOS);
        // The keys of a chain are ordered as their numbers, and a thread's numbers increase.
        return nanos < otherNanos
                || (nanos == otherNanos && rows.get(row, PassingRows.KEY) - rows.get(other, PassingRows.KEY) < 0);
    }

    /**
     * Returns the passing whose call is the innermost open call on the track of a row that received the callback.
     *
     * @param before the previous passing of the chain
     */
    private int openOnTrackOf(int row, int before, int first) {
        int track = rows.track(row);
        int at = before;
        for (int forwards = 0; at != first && rows.track(at) != track && forwards < MOST_FORWARDS; forwards++) {
            at = previousOf(at, first);
        }
        // Calls nest. So if the last call that received the callback has ended, the call around it handed the
        // callback on to it.
        for (int forwards = 0; at != PassingTable.NONE && forwards < MOST_FORWARDS; forwards++) {
            int call =
                    rows.is(at, PassingRows.PASSED) && rows.track(at) == track ? rows.leaderOf(at) : PassingTable.NONE;
            if (call != PassingTable.NONE && !rows.is(call, PassingRows.CALL_ENDED)) {
                return at;
            }
            at = rows.found(rows.get(at, PassingRows.PARENT));
        }
        return PassingTable.NONE;
    }
}
