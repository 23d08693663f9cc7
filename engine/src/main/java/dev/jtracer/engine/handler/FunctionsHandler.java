// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts and times the calls of each function. */
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

    private final HandlerState state = new HandlerState(FunctionsHandler.class);
    private StringTable names = new StringTable();
    private PairingCounts pairing = PairingCounts.NONE;
    private long[] rows = new long[INITIAL_ROWS * ROW];
    private int seen;
    private Functions result = Functions.EMPTY;

    /** A handler that has seen nothing. */
    public FunctionsHandler() {}

    @Override
    public void reset() {
        state.reset();
        pairing = PairingCounts.NONE;
        rows = new long[INITIAL_ROWS * ROW];
        seen = 0;
        result = Functions.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        names = context.names();
        pairing = context.pairing();
    }

    @Override
    public void handleSpan(Span span) {
        int row = span.nameIndex() * ROW;
        if (row >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(row + ROW, rows.length * 2));
        }
        long[] rows = this.rows;
        if (rows[row + SEEN] == 0) {
            rows[row + SEEN] = ++seen;
            rows[row + MIN] = Long.MAX_VALUE;
        }
        if (span.unfinished()) {
            rows[row + UNFINISHED]++;
            return;
        }
        long duration = span.endNanos() - span.startNanos();
        rows[row + COUNT]++;
        rows[row + MIN] = Math.min(rows[row + MIN], duration);
        rows[row + MAX] = Math.max(rows[row + MAX], duration);
        rows[row + TOTAL] += duration;
        rows[row + SELF] += span.selfNanos();
        rows[row + THREW] += span.flags() & SpanFlags.THREW;
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
        Map<String, Functions.Row> byName = new LinkedHashMap<>();
        for (int row : rowsLastSeenFirst()) {
            // Overloads have an index each and a name together.
            byName.merge(names.get(row / ROW), functionsRow(row), FunctionsHandler::sum);
        }
        List<Functions.Row> sorted = new ArrayList<>(byName.values());
        sorted.sort(Comparator.comparingDouble(Functions.Row::averageNanos).reversed());
        return new Functions(sorted, pairing.unmatchedEnds());
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

    private Functions.Row functionsRow(int row) {
        long count = rows[row + COUNT];
        return new Functions.Row(
                names.get(row / ROW),
                count,
                count == 0 ? 0 : rows[row + MIN],
                rows[row + MAX],
                rows[row + TOTAL],
                rows[row + SELF],
                rows[row + THREW],
                rows[row + UNFINISHED]);
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
                a.unfinished() + b.unfinished());
    }
}
