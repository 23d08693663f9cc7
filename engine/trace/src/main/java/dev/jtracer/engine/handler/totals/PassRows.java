// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import java.util.function.IntConsumer;

/**
 * The data of passes, a row of 16 longs each. The data of a call is in the row of its leader, the first pass within
 * it.
 *
 * <pre>
 *   0 key        1 leader     2 parent      3 previous      links: keys of other rows, 0 without one
 *   4 first      5 newest     6 name|track  7 passed        the chain; name, track and time of the pass
 *   8 naming it  9 started   10 last end   11 runs          runs that came before it; its runs
 *  12 call|state 13 start    14 last end   15 runs          name and state; the call, in its leader's row alone
 * </pre>
 *
 * <p>The key is the pass's number, made unique over processes. A row is a pass that has arrived, or one that only
 * runs or later passes have named; {@link #PASSED} distinguishes them.
 */
final class PassRows extends PassTable {
    static final int KEY = 0;
    /** Key of the first pass within the same call. */
    static final int LEADER = 1;
    /** Key of the pass whose call, still open on the same thread, forwarded the callback here; 0 without one. */
    static final int PARENT = 2;
    /** Key of the previous pass of the chain; 0 for the first. */
    static final int PREVIOUS = 3;
    /** Key of the first pass of the chain; 0 for the first itself, and while it is not known. */
    static final int FIRST_OF_CHAIN = 4;
    /** Key of the newest pass of the chain, in the row of the first; 0 while the first is alone. */
    static final int NEWEST_OF_CHAIN = 5;

    static final int NAME_AND_TRACK = 6;
    static final int PASSED_NANOS = 7;
    /** Runs that named the pass before it arrived, without those of later passes of the chain. */
    static final int RUNS_NAMING_IT = 8;

    static final int FIRST_START = 9;
    static final int LAST_END = 10;
    /** Runs of the pass, and of later passes that count for it. */
    static final int RUNS = 11;
    /** The call's name in the upper half, the state of the pass and its call in the lower. */
    static final int CALL_NAME_AND_STATE = 12;

    static final int CALL_START = 13;
    static final int CALL_LAST_END = 14;
    /** Runs of all callbacks that the call received. */
    static final int CALL_RUNS = 15;

    static final int PASSED = 1;
    static final int CALL_ENDED = 2;
    static final int ELSEWHERE = 4;
    /** An earlier pass of the same chain was passed to the same call, and counts its runs there. */
    static final int REPEATED_IN_CALL = 8;
    /** The first run that names the pass, or a later one of its chain, is ambiguous. */
    static final int AMBIGUOUS = 16;
    /** A run has begun that has not ended. */
    static final int BEGUN = 32;

    /** The limit of settled rows, divided by the number of passes and runs from one eviction to the next. */
    private static final int EVICTIONS = 8;

    private final WaitingNames names = new WaitingNames();
    private final IntConsumer leaving;
    private final int evictionInterval;
    private int untilEviction = 1;

    /** @param leaving called for each row before its eviction, while its columns can be read */
    PassRows(int mostWaiting, int mostSettled, IntConsumer leaving) {
        super(mostWaiting, mostSettled);
        this.leaving = leaving;
        evictionInterval = Math.max(1, mostSettled / EVICTIONS);
    }

    boolean is(int row, int state) {
        return (get(row, CALL_NAME_AND_STATE) & state) != 0;
    }

    void mark(int row, int state) {
        set(row, CALL_NAME_AND_STATE, get(row, CALL_NAME_AND_STATE) | state);
    }

    void nameCall(int row, int nameIndex) {
        long state = get(row, CALL_NAME_AND_STATE) & 0xFFFF_FFFFL;
        set(row, CALL_NAME_AND_STATE, (long) nameIndex << Integer.SIZE | state);
    }

    int callName(int row) {
        return (int) (get(row, CALL_NAME_AND_STATE) >> Integer.SIZE);
    }

    void namePass(int row, int nameIndex, int track) {
        set(row, NAME_AND_TRACK, (long) nameIndex << Integer.SIZE | track);
    }

    int name(int row) {
        return (int) (get(row, NAME_AND_TRACK) >> Integer.SIZE);
    }

    int track(int row) {
        return (int) get(row, NAME_AND_TRACK);
    }

    /** Returns whether a pass has run, so that further runs change only its numbers. */
    boolean hasRun(int row) {
        return get(row, RUNS) > 0;
    }

    /** Returns whether the call that received the callback is still open. */
    boolean isInOpenCall(int row) {
        int call = is(row, PASSED) ? leaderOf(row) : NONE;
        return call != NONE && !is(call, CALL_ENDED);
    }

    /** Returns whether a callback was forwarded, after an earlier pass. */
    boolean isForwarded(int row) {
        return get(row, FIRST_OF_CHAIN) != 0;
    }

    /** Adds runs to a pass's own. */
    void addRuns(int row, long start, long end, long runs) {
        boolean first = !hasRun(row);
        set(row, FIRST_START, first ? start : Math.min(start, get(row, FIRST_START)));
        set(row, LAST_END, first ? end : Math.max(end, get(row, LAST_END)));
        set(row, RUNS, get(row, RUNS) + runs);
    }

    /** Returns the row of a key; {@link #NONE} if the key is 0 or was evicted. */
    int found(long key) {
        return key == 0 ? NONE : find(key);
    }

    /** Returns the row of a key, and adds a waiting one if there is none. */
    int ofPass(long key) {
        int row = find(key);
        return row != NONE ? row : add(key, WAITING);
    }

    /**
     * Returns the row of a key. A new row is early: its pass may come, or may have been evicted long ago, so it must
     * evict neither a waiting row nor a settled one.
     */
    int ofRun(long key) {
        int row = find(key);
        return row != NONE ? row : add(key, EARLY);
    }

    /** Evicts the rows above the limits once in a while. No other method does. */
    void evictRegularly() {
        /* Called also while there is nothing to evict: a branch that is taken for the first time after 100,000 passes
         * would discard what was compiled without it. A call in a rare branch is not inlined if it has more than 35
         * bytecodes (MaxInlineSize); before JDK 18 only until it was made a hundred times. By way of one more method
         * it was at once, seven times with all listeners. */
        if (--untilEviction == 0) {
            untilEviction = evictionInterval;
            evict();
        }
    }

    /** Settles a pass that has run: it is not pending, so its eviction loses further runs only. */
    @Override
    void settle(int row) {
        if (isPending(row)) {
            names.leaves(name(row), WaitingNames.RAN);
        }
        super.settle(row);
    }

    /** Marks a pass as arrived. It waits for its first run, if that has not come before it. */
    void arrives(int row) {
        mark(row, PASSED);
        if (!hasRun(row) || isOpenCall(row)) {
            await(row); // as the first of a chain, or by a run, it may have been added before it arrived
        }
        if (isWaiting(row)) {
            names.waits(name(row));
        }
    }

    @Override
    boolean isSpared(int row) {
        return isOpenCall(row) || names.isExpectedToRun(name(row));
    }

    @Override
    void leaves(int row) {
        if (isPending(row)) {
            names.leaves(name(row), WaitingNames.EVICTED);
        }
        leaving.accept(row);
    }

    private boolean isPending(int row) {
        return is(row, PASSED) && isWaiting(row);
    }

    /** Returns whether a row holds the data of a call that has not ended. */
    private boolean isOpenCall(int row) {
        return get(row, LEADER) == get(row, KEY) && !is(row, CALL_ENDED | ELSEWHERE);
    }

    /** Returns whether a row also holds a finished call. */
    boolean isCall(int row) {
        return get(row, LEADER) == get(row, KEY) && is(row, CALL_ENDED) && !is(row, ELSEWHERE);
    }

    /** Returns the time from the begin of the call to its end, or to the end of its callbacks' last run if later. */
    long callNanos(int row) {
        return get(row, CALL_LAST_END) - get(row, CALL_START);
    }

    /** Returns the number of runs of the pass with a key; 0 if it was evicted. */
    long runsOf(long key) {
        int row = found(key);
        return row == NONE ? 0 : get(row, RUNS);
    }

    int leaderOf(int row) {
        long leader = get(row, LEADER);
        return leader == get(row, KEY) ? row : leader(leader);
    }

    /** Returns the row of the first pass within a call; {@link #NONE} if it was evicted. */
    int leader(long key) {
        int row = find(key);
        // A run may have added an evicted key again, but without the data of its call.
        return row != NONE && get(row, LEADER) == key ? row : NONE;
    }
}
