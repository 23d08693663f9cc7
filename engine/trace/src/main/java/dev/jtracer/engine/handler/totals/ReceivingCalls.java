// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.Arrays;

/** The calls that received callbacks: open calls by track and level, ended calls in the rows of their leaders. */
final class ReceivingCalls {
    private static final long[] NOTHING = {};

    private final PassRows rows;
    /** By track and level, the key of the first pass inside the open call; 0 without any. */
    private long[][] leaderByTrack = {};

    private int open;

    ReceivingCalls(PassRows rows) {
        this.rows = rows;
    }

    /** Assigns a pass to the call at a level of a track. The first pass of a call is its leader. */
    void assign(int row, int track, int level) {
        long key = rows.get(row, PassRows.KEY);
        rows.set(row, PassRows.LEADER, key);
        if (level < 0) {
            rows.mark(row, PassRows.ELSEWHERE);
            return;
        }
        long[] leaders = leadersOf(track, level);
        if (leaders[level] != 0 && rows.leader(leaders[level]) != PassTable.NONE) {
            rows.set(row, PassRows.LEADER, leaders[level]);
        } else {
            open += leaders[level] == 0 ? 1 : 0;
            leaders[level] = key;
        }
    }

    private long[] leadersOf(int track, int level) {
        if (track >= leaderByTrack.length) {
            int before = leaderByTrack.length;
            leaderByTrack = Arrays.copyOf(leaderByTrack, Math.max(track + 1, before * 2));
            Arrays.fill(leaderByTrack, before, leaderByTrack.length, NOTHING);
        }
        long[] leaders = leaderByTrack[track];
        if (level >= leaders.length) {
            leaders = Arrays.copyOf(leaders, Math.max(level + 1, leaders.length * 2));
            leaderByTrack[track] = leaders;
        }
        return leaders;
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

    /** Settles a pass that has run. The row of its call waits until the call has ended. */
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
        long[] leaders = span.track() < leaderByTrack.length ? leaderByTrack[span.track()] : NOTHING;
        return span.depth() < leaders.length ? leaders[span.depth()] : 0;
    }

    /** The callbacks that an ending call received. */
    enum Received {
        /** It received no callback. */
        NOTHING,
        /** It received at least one; the call is retained with its passes. */
        CALLBACK,
        /** It received at least one, but the call was evicted by newer calls. */
        FORGOTTEN
    }

    /** Returns the index of the first call of a batch, from an index on, that received a callback, or its size. */
    int nextReceiver(SpanBatch batch, int from) {
        int size = batch.size();
        if (open == 0 || batch.track() >= leaderByTrack.length) {
            return size;
        }
        long[] leaders = leaderByTrack[batch.track()];
        int at = from;
        while (at < size && (batch.depth(at) >= leaders.length || leaders[batch.depth(at)] == 0)) {
            at++;
        }
        return at;
    }

    Received callEnds(Span span) {
        long key = takeLeader(span);
        if (key == 0) {
            return Received.NOTHING;
        }
        int row = rows.leader(key);
        if (row == PassTable.NONE) {
            return Received.FORGOTTEN;
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
        return Received.CALLBACK;
    }

    /** Discards the callbacks inside a span that is no call. */
    void otherEnds(Span span) {
        long key = takeLeader(span);
        int row = key == 0 ? PassTable.NONE : rows.leader(key);
        if (row != PassTable.NONE) {
            rows.mark(row, PassRows.CALL_ENDED | PassRows.ELSEWHERE);
            if (rows.hasRun(row)) {
                rows.settle(row);
            }
        }
    }

    private long takeLeader(Span span) {
        long key = open == 0 ? 0 : leaderOf(span); // none is open at the end of nearly every call
        if (key != 0) {
            leaderByTrack[span.track()][span.depth()] = 0;
            open--;
        }
        return key;
    }
}
