// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.pairing.PlainCalls;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * A handler that counts and times the calls of each function. A call lasts from its begin to its end, or to the end
 * of the last run of a callback that it received, if that is later. Passes and runs of callbacks are no functions.
 */
public final class FunctionsHandler extends CollectingHandler<Functions> implements SpanHandler<Functions> {
    /* Data of few functions, in a table of its own: calls that received callbacks, from begin to end, and until the
     * last run of their callbacks. */
    private static final int RECEIVING = 0;
    private static final int UNTIL_LAST_RUN = RECEIVING + NameRows.DURATIONS;
    private static final int PENDING = UNTIL_LAST_RUN + NameRows.DURATIONS;
    private static final int RUNS = PENDING + 1;
    private static final int CALLBACK_COLUMNS = 12;

    private final CallTable calls = new CallTable();
    private NameRows callbackRows = new NameRows(CALLBACK_COLUMNS);
    private long dropped;
    private final PassTracker passes;
    private final PassRows rows;

    public FunctionsHandler() {
        this(PassTracker.MOST_WAITING, PassTracker.MOST_SETTLED);
    }

    /**
     * Creates a handler that remembers a limited number of passes.
     *
     * @param mostWaiting passes whose callback has not run
     * @param mostSettled passes whose callback has run and may run again
     */
    FunctionsHandler(int mostWaiting, int mostSettled) {
        passes = new PassTracker(mostWaiting, mostSettled);
        rows = passes.rows;
        passes.onLeaving(new IntConsumer() {
            @Override
            public void accept(int row) {
                if (rows.isCall(row)) {
                    dropped += rows.get(row, PassRows.CALL_RUNS) == 0 ? 1 : 0;
                    count(row, callbackRows);
                }
            }
        });
    }

    /** Returns the tracker, for handlers that depend on this one. They take each span after it was tracked here. */
    PassTracker passes() {
        return passes;
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.COMPLETE);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        passes.complete(event);
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.OF_CALLBACK) != 0) {
            passes.take(span, context().tracks().get(span.track()).pid());
        } else {
            handleCall(span);
        }
    }

    private void handleCall(Span span) {
        ReceivingCalls.Received received = passes.callEnds(span);
        long nanos = span.endNanos() - span.startNanos();
        int nameIndex = span.nameIndex();
        CallTotals totals = calls.of(nameIndex);
        if (received == ReceivingCalls.Received.NOTHING || span.unfinished()) {
            totals.add(span.flags(), nanos, span.selfNanos());
            return;
        }
        totals.addReceiving(span.flags(), nanos, span.selfNanos());
        // The duration until the last run is final when the row is evicted: until then another run may arrive.
        int callbackRow = callbackRows.of(nameIndex);
        callbackRows.addDuration(callbackRow + RECEIVING, nanos);
        if (received == ReceivingCalls.Received.FORGOTTEN) {
            callbackRows.add(callbackRow + PENDING, 1);
            dropped++;
        }
    }

    @Override
    public void handleSpans(SpanBatch batch) {
        for (int at = 0, size = batch.size(); at < size; at++) {
            int received = passes.nextReceiver(batch, at);
            calls.addAll(batch, at, received);
            if (received < size) {
                handleCall(
                        batch.span(received)); // else all code of callbacks would be compiled into this loop's callers
            }
            at = received;
        }
    }

    @Override
    public PlainCalls.CallSums sums() {
        return calls;
    }

    private void count(int call, NameRows callbackRows) {
        int callbackRow = callbackRows.of(rows.callName(call));
        long runs = rows.get(call, PassRows.CALL_RUNS);
        if (runs == 0) {
            callbackRows.add(callbackRow + PENDING, 1);
            return;
        }
        callbackRows.add(callbackRow + RUNS, runs);
        callbackRows.addDuration(callbackRow + UNTIL_LAST_RUN, Math.max(0, rows.callNanos(call)));
    }

    @Override
    protected Functions result() {
        return snapshot();
    }

    /** Returns the totals so far, without changing them. Call it on the thread that feeds the handler. */
    public Functions snapshot() {
        NameRows callbackRows = this.callbackRows.copy();
        passes.forEach(new IntConsumer() {
            @Override
            public void accept(int row) {
                if (rows.isCall(row)) {
                    count(row, callbackRows);
                }
            }
        });
        Map<String, Functions.Row> byName = new LinkedHashMap<>();
        for (CallTotals totals : calls.lastUsedFirst()) {
            // Overloads have different indexes and the same name.
            Functions.Row functionsRow = functionsRow(totals, callbackRows);
            Functions.Row overload = byName.get(functionsRow.name());
            byName.put(functionsRow.name(), overload == null ? functionsRow : overload.plus(functionsRow));
        }
        List<Functions.Row> sorted = new ArrayList<>(byName.values());
        sorted.sort(new Comparator<>() {
            @Override
            public int compare(Functions.Row one, Functions.Row other) {
                return Double.compare(
                        other.finished().averageNanos(), one.finished().averageNanos());
            }
        });
        return new Functions(sorted, context().pairing().counts().count(PairingProblem.UNMATCHED_END), dropped);
    }

    private Functions.Row functionsRow(CallTotals totals, NameRows callbackRows) {
        int nameIndex = totals.nameIndex();
        int callbackRow = callbackRows.of(nameIndex);
        return totals.row(
                context().names().get(nameIndex),
                callbackRows.durations(callbackRow + RECEIVING),
                callbackRows.durations(callbackRow + UNTIL_LAST_RUN),
                callbackRows.get(callbackRow + PENDING),
                callbackRows.get(callbackRow + RUNS));
    }
}
