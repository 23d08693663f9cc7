// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts and times the calls of each function. A call lasts from its begin to its end; one that was given callbacks to the
 * end of the last run of any of them, if that is later; passings and runs of callbacks are no functions.
 */
public final class FunctionsHandler implements SpanHandler<Functions> {
    /* One row of eight longs per name index, so that a call touches one cache line of the table. */
    private static final int ROW = 8;
    private static final int INITIAL_ROWS = 64;
    private static final int COUNT = 0;
    private static final int MIN = 1;
    private static final int MAX = 2;
    private static final int TOTAL = 3;
    private static final int SELF = 4;
    private static final int THREW = 5;
    private static final int UNFINISHED = 6;
    /** Place among the names in the order in which they were seen, from 1; 0 for a name not seen yet. */
    private static final int SEEN = 7;
    /* What few functions have, in a table of its own. */
    private static final int CALLBACK_ROW = 2;
    private static final int PENDING = 0;
    private static final int RUNS = 1;

    private static final int NO_CALL = SpanFlags.PASSING | SpanFlags.CALLBACK;
    private static final Set<Phase> COMPLETE_EVENTS = Set.of(Phase.COMPLETE);

    private final HandlerState state = new HandlerState(FunctionsHandler.class);
    private StringTable names = new StringTable();
    private PairingCounts pairing = PairingCounts.NONE;
    private long[] rows = new long[INITIAL_ROWS * ROW];
    private long[] callbackRows = new long[INITIAL_ROWS * CALLBACK_ROW];
    private int seen;
    private long givenUp;
    private final int mostWaiting;
    private final int mostSettled;
    private PassingTracker passings;
    private Functions result = Functions.EMPTY;

    /** A handler that has seen nothing. */
    public FunctionsHandler() {
        this(PassingTracker.MOST_WAITING, PassingTracker.MOST_SETTLED);
    }

    /**
     * A handler that remembers so many passings of callbacks at most.
     *
     * @param mostWaiting passings whose callback has not run
     * @param mostSettled passings whose callback has run and may run again
     */
    FunctionsHandler(int mostWaiting, int mostSettled) {
        this.mostWaiting = mostWaiting;
        this.mostSettled = mostSettled;
        this.passings = newPassings();
    }

    private PassingTracker newPassings() {
        PassingTracker passings = new PassingTracker(mostWaiting, mostSettled);
        passings.onLeaving(row -> {
            if (passings.isCall(row)) {
                givenUp += passings.callRuns(row) == 0 ? 1 : 0;
                count(row, rows, callbackRows);
            }
        });
        return passings;
    }

    /** For handlers that depend on this one: they get each span after it has been tracked here. */
    PassingTracker passings() {
        return passings;
    }

    @Override
    public void reset() {
        state.reset();
        pairing = PairingCounts.NONE;
        rows = new long[INITIAL_ROWS * ROW];
        callbackRows = new long[INITIAL_ROWS * CALLBACK_ROW];
        seen = 0;
        givenUp = 0;
        passings = newPassings();
        result = Functions.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        names = context.names();
        pairing = context.pairing();
        passings.initialize(context.tracks());
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public Set<Phase> phases() {
        return COMPLETE_EVENTS;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        passings.complete(event);
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & NO_CALL) != 0) {
            handleCallback(span);
            return;
        }
        int row = span.nameIndex() * ROW;
        if (row >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(row + ROW, rows.length * 2));
            callbackRows = Arrays.copyOf(callbackRows, rows.length / ROW * CALLBACK_ROW);
        }
        PassingTracker.Given given = passings.callEnds(span);
        long[] rows = this.rows;
        if (rows[row + SEEN] == 0) {
            rows[row + SEEN] = ++seen;
            rows[row + MIN] = Long.MAX_VALUE;
        }
        if (span.unfinished()) {
            rows[row + UNFINISHED]++;
            return;
        }
        rows[row + SELF] += span.selfNanos();
        rows[row + THREW] += span.flags() & SpanFlags.THREW;
        switch (given) {
            case NOTHING -> count(rows, row, span.endNanos() - span.startNanos());
            case CALLBACK -> {} // counted when it leaves the passings that are remembered: a run may still come
            case FORGOTTEN -> {
                callbackRows[span.nameIndex() * CALLBACK_ROW + PENDING]++;
                givenUp++;
            }
        }
    }

    private void handleCallback(Span span) {
        if ((span.flags() & SpanFlags.PASSING) != 0) {
            passings.pass(span);
            return;
        }
        passings.otherEnds(span);
        if (!span.unfinished()) {
            passings.run(span);
        }
    }

    private void count(int call, long[] rows, long[] callbackRows) {
        int nameIndex = passings.callNameIndex(call);
        long runs = passings.callRuns(call);
        if (runs == 0) {
            callbackRows[nameIndex * CALLBACK_ROW + PENDING]++;
            return;
        }
        callbackRows[nameIndex * CALLBACK_ROW + RUNS] += runs;
        count(rows, nameIndex * ROW, Math.max(0, passings.callNanos(call)));
    }

    private static void count(long[] rows, int row, long duration) {
        rows[row + COUNT]++;
        rows[row + MIN] = Math.min(rows[row + MIN], duration);
        rows[row + MAX] = Math.max(rows[row + MAX], duration);
        rows[row + TOTAL] += duration;
    }

    @Override
    public void finish() {
        state.finish();
        result = snapshot();
    }

    @Override
    public Functions data() {
        state.requireFinished();
        return result;
    }

    /**
     * The totals of the calls that have ended so far. To be called on the thread that feeds the handler; changes nothing.
     */
    public Functions snapshot() {
        long[] rows = this.rows.clone();
        long[] callbackRows = this.callbackRows.clone();
        passings.forEach(row -> {
            if (passings.isCall(row)) {
                count(row, rows, callbackRows);
            }
        });
        Map<String, Functions.Row> byName = new LinkedHashMap<>();
        for (int row : rowsLastSeenFirst()) {
            // Overloads have an index each and a name together.
            byName.merge(names.get(row / ROW), functionsRow(rows, row, callbackRows), FunctionsHandler::sum);
        }
        List<Functions.Row> sorted = new ArrayList<>(byName.values());
        sorted.sort(Comparator.comparingDouble(Functions.Row::averageNanos).reversed());
        return new Functions(sorted, pairing.unmatchedEnds(), givenUp);
    }

    private int[] rowsLastSeenFirst() {
        int[] order = new int[seen];
        for (int row = 0; row < rows.length; row += ROW) {
            if (rows[row + SEEN] > 0) {
                order[seen - (int) rows[row + SEEN]] = row;
            }
        }
        return order;
    }

    private Functions.Row functionsRow(long[] rows, int row, long[] callbackRows) {
        int callbackRow = row / ROW * CALLBACK_ROW;
        long count = rows[row + COUNT];
        return new Functions.Row(
                names.get(row / ROW),
                count,
                count == 0 ? 0 : rows[row + MIN],
                rows[row + MAX],
                rows[row + TOTAL],
                rows[row + SELF],
                rows[row + THREW],
                rows[row + UNFINISHED],
                callbackRows[callbackRow + PENDING],
                callbackRows[callbackRow + RUNS]);
    }

    private static Functions.Row sum(Functions.Row a, Functions.Row b) {
        boolean both = a.count() > 0 && b.count() > 0;
        return new Functions.Row(
                a.name(),
                a.count() + b.count(),
                both ? Math.min(a.minNanos(), b.minNanos()) : a.minNanos() + b.minNanos(),
                Math.max(a.maxNanos(), b.maxNanos()),
                a.totalNanos() + b.totalNanos(),
                a.selfNanos() + b.selfNanos(),
                a.threw() + b.threw(),
                a.unfinished() + b.unfinished(),
                a.pending() + b.pending(),
                a.callbackRuns() + b.callbackRuns());
    }
}
