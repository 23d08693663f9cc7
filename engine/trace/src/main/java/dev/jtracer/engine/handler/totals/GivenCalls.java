// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.Arrays;

/** The calls that received callbacks: open calls by track and level, ended calls in the rows of their leaders. */
final class GivenCalls {
    private static final long[] NOTHING = {};

    private final PassRows rows;
    /** By track and level, the key of the first pass inside the open call; 0 without any. */
    private long[][] givenByTrack = {};

    private int open;

    GivenCalls(PassRows rows) {
        this.rows = rows;
    }

    /** Assigns a pass to the call at a level of a track. The first pass of a call is its leader. */
    void give(int row, int track, int level) {
        long key = rows.get(row, PassRows.KEY);
        rows.set(row, PassRows.LEADER, key);
        if (level < 0) {
            rows.mark(row, PassRows.ELSEWHERE);
            return;
        }
        long[] given = givenOf(track, level);
        if (given[level] != 0 && rows.leader(given[level]) != PassTable.NONE) {
            rows.set(row, PassRows.LEADER, given[level]);
        } else {
            open += given[level] == 0 ? 1 : 0;
            given[level] = key;
        }
    }

    private long[] givenOf(int track, int level) {
        if (track >= givenByTrack.length) {
            int before = givenByTrack.length;
            givenByTrack = Arrays.copyOf(givenByTrack, Math.max(track + 1, before * 2));
            Arrays.fill(givenByTrack, before, givenByTrack.length, NOTHING);
        }
        long[] given = givenByTrack[track];
        if (level >= given.length) {
            given = Arrays.copyOf(given, Math.max(level + 1, given.length * 2));
            givenByTrack[track] = given;
        }
        return given;
    }

    /**
     * Adds runs of a pass to the call that received it.
     *
     * @return the row of the call; {@link PassTable#NONE} if it was evicted
     */
    int addRuns(int row, long end, long runs) {
        int call = rows.leaderOf(row);
        if (call != PassTable.NONE && !rows.is(row, PassRows.REPEATED_IN_CALL)) {
            boolean first = rows.get(call, PassRows.CALL_RUNS) == 0 && !rows.is(call, PassRows.CALL_ENDED);
            rows.set(call, PassRows.CALL_LAST_END, first ? end : Math.max(end, rows.get(call, PassRows.CALL_LAST_END)));
            rows.set(call, PassRows.CALL_RUNS, rows.get(call, PassRows.CALL_RUNS) + runs);
        }
        return call;
    }

    /** Settles a pass that has run. The row of its call waits until the call has ended. May evict rows. */
    void settle(int row, int call) {
        if (row != call) {
            rows.settle(row);
        }
        if (call != PassTable.NONE && rows.is(call, PassRows.CALL_ENDED) && rows.hasRun(call)) {
            rows.settle(call);
        }
    }

    /** Returns the key of a call's first pass; 0 without one. */
    long leaderOf(Span span) {
        long[] given = span.track() < givenByTrack.length ? givenByTrack[span.track()] : NOTHING;
        return span.depth() < given.length ? given[span.depth()] : 0;
    }

    /** The callbacks that an ending call received. */
    enum Given {
        /** It received no callback. */
        NOTHING,
        /** It received at least one; the call is kept with its passes. */
        CALLBACK,
        /** It received at least one, but the call was evicted by newer calls. */
        FORGOTTEN
    }

    /** Returns the index of the first call of a batch, from an index on, that received a callback, or its size. */
    int nextReceiver(SpanBatch batch, int from) {
        int size = batch.size();
        if (open == 0 || batch.track() >= givenByTrack.length) {
            return size;
        }
        long[] given = givenByTrack[batch.track()];
        int at = from;
        while (at < size && (batch.depth(at) >= given.length || given[batch.depth(at)] == 0)) {
            at++;
        }
        return at;
    }

    Given callEnds(Span span) {
        long key = takeGiven(span);
        if (key == 0) {
            return Given.NOTHING;
        }
        int row = rows.leader(key);
        if (row == PassTable.NONE) {
            return Given.FORGOTTEN;
        }
        rows.mark(row, PassRows.CALL_ENDED | (span.unfinished() ? PassRows.ELSEWHERE : 0));
        rows.nameCall(row, span.nameIndex());
        rows.set(row, PassRows.CALL_START, span.startNanos());
        boolean alreadyRun = rows.get(row, PassRows.CALL_RUNS) > 0;
        long lastEnd = alreadyRun ? Math.max(span.endNanos(), rows.get(row, PassRows.CALL_LAST_END)) : span.endNanos();
        rows.set(row, PassRows.CALL_LAST_END, lastEnd);
        if (rows.hasRun(row)) {
            rows.settle(row);
        }
        return Given.CALLBACK;
    }

    /** Discards the callbacks inside a span that is no call. */
    void otherEnds(Span span) {
        long key = takeGiven(span);
        int row = key == 0 ? PassTable.NONE : rows.leader(key);
        if (row != PassTable.NONE) {
            rows.mark(row, PassRows.CALL_ENDED | PassRows.ELSEWHERE);
            if (rows.hasRun(row)) {
                rows.settle(row);
            }
        }
    }

    private long takeGiven(Span span) {
        long key = open == 0 ? 0 : leaderOf(span); // none is open at the end of nearly every call
        if (key != 0) {
            givenByTrack[span.track()][span.depth()] = 0;
            open--;
        }
        return key;
    }
}
