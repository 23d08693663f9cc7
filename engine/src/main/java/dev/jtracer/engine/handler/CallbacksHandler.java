// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out how long each callback waited, ran and took in all. A run belongs to the passing whose number it repeats. Runs
 * live as well as over a file: allocates nothing per event in the steady state.
 */
public final class CallbacksHandler implements SpanHandler<Callbacks> {
    /* A row of longs per name index; of durations there are four: count, shortest, longest, sum. */
    private static final int PASSINGS = 0;
    private static final int HOPS = 1;
    private static final int PENDING = 2;
    private static final int HAND_OFF = 3;
    private static final int TOTAL = 7;
    private static final int RUN = 11;
    private static final int SELF = 15;
    private static final int THREW = 16;
    private static final int UNFINISHED = 17;
    private static final int AMBIGUOUS = 18;
    private static final int ON_ANOTHER_THREAD = 19;
    /** Place among the names in the order in which they were seen, from 1; 0 for a name not seen yet. */
    private static final int SEEN = 20;

    private static final int ROW = 24;
    private static final int INITIAL_ROWS = 64;

    private final HandlerState state = new HandlerState(CallbacksHandler.class);
    private StringTable names = new StringTable();
    private PassingTracker passings = new PassingTracker(0, 0);
    private long[] rows = new long[INITIAL_ROWS * ROW];
    private int seen;
    private long runsWithoutPassing;
    private long givenUp;
    private Callbacks result = Callbacks.EMPTY;

    /** A handler that has seen nothing. */
    public CallbacksHandler() {}

    @Override
    public void reset() {
        state.reset();
        passings = new PassingTracker(0, 0);
        rows = new long[INITIAL_ROWS * ROW];
        seen = 0;
        runsWithoutPassing = 0;
        givenUp = 0;
        result = Callbacks.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        names = context.names();
        // Tracked once for both handlers: with a tracker each, the events of a callback cost twice as much.
        passings = context.handler(FunctionsHandler.class).passings();
        passings.onLeaving(this::leave);
    }

    private void leave(int passing) {
        if (!passings.passed(passing)) {
            runsWithoutPassing += passings.runs(passing);
            return;
        }
        givenUp += passings.runs(passing) == 0 ? 1 : 0;
        count(passing, rows);
    }

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public Set<Phase> phases() {
        return Set.of();
    }

    @Override
    public void handleEvent(TraceEvent event) {}

    @Override
    public void handleSpan(Span span) {
        int flags = span.flags();
        if ((flags & SpanFlags.PASSING) != 0) {
            handlePassing(span);
        } else if ((flags & SpanFlags.CALLBACK) != 0) {
            handleRun(span);
        }
    }

    private void handlePassing(Span span) {
        if (span.bindId() == 0) {
            return;
        }
        int row = rowOf(span.nameIndex());
        int passing = passings.latest();
        if (passing != PassingTable.NONE) {
            rows[row + PASSINGS]++;
            rows[row + HOPS] += passings.isHop(passing) ? 1 : 0;
        }
    }

    private void handleRun(Span span) {
        int row = rowOf(span.nameIndex());
        if (span.unfinished()) {
            rows[row + UNFINISHED]++;
            return;
        }
        add(rows, row + RUN, span.endNanos() - span.startNanos());
        rows[row + SELF] += span.selfNanos();
        rows[row + THREW] += span.flags() & SpanFlags.THREW;
        rows[row + AMBIGUOUS] += (span.flags() & SpanFlags.AMBIGUOUS) == 0 ? 0 : 1;
        int passing = passings.latest();
        if (passing != PassingTable.NONE) {
            // On one thread a passing comes before its runs. So a run that comes first is on another.
            boolean sameThread = passings.passed(passing) && passings.track(passing) == span.track();
            rows[row + ON_ANOTHER_THREAD] += sameThread ? 0 : 1;
        }
    }

    private int rowOf(int nameIndex) {
        int row = nameIndex * ROW;
        if (row >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(row + ROW, rows.length * 2));
        }
        if (rows[row + SEEN] == 0) {
            rows[row + SEEN] = ++seen;
        }
        return row;
    }

    private void count(int passing, long[] rows) {
        int row = passings.nameIndex(passing) * ROW;
        if (passings.runs(passing) == 0) {
            rows[row + PENDING]++;
            return;
        }
        long passed = passings.passedNanos(passing);
        // Clocks of two cores may differ by a little, durations are never negative.
        add(rows, row + HAND_OFF, Math.max(0, passings.firstRunNanos(passing) - passed));
        add(rows, row + TOTAL, Math.max(0, passings.lastEndNanos(passing) - passed));
    }

    private static void add(long[] rows, int at, long nanos) {
        rows[at + 1] = rows[at] == 0 ? nanos : Math.min(rows[at + 1], nanos);
        rows[at + 2] = Math.max(rows[at + 2], nanos);
        rows[at + 3] += nanos;
        rows[at]++;
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(FunctionsHandler.class);
    }

    @Override
    public void finish() {
        state.finish();
        result = snapshot();
    }

    @Override
    public Callbacks data() {
        state.requireFinished();
        return result;
    }

    /** What is known so far. To be called on the thread that feeds the handler; changes nothing. */
    public Callbacks snapshot() {
        long[] rows = this.rows.clone();
        long[] without = {runsWithoutPassing};
        passings.forEach(passing -> {
            if (passings.passed(passing)) {
                count(passing, rows);
            } else {
                without[0] += passings.runs(passing);
            }
        });
        Map<String, Callbacks.Row> byName = new LinkedHashMap<>();
        for (int row : rowsLastSeenFirst(rows)) {
            byName.merge(names.get(row / ROW), callbacksRow(rows, row), Callbacks.Row::plus);
        }
        List<Callbacks.Row> sorted = new ArrayList<>(byName.values());
        sorted.sort(Comparator.<Callbacks.Row>comparingDouble(row -> row.total().averageNanos())
                .reversed());
        return new Callbacks(sorted, without[0], passings.duplicates(), givenUp);
    }

    private int[] rowsLastSeenFirst(long[] rows) {
        int[] order = new int[seen];
        for (int row = 0; row < rows.length; row += ROW) {
            if (rows[row + SEEN] > 0) {
                order[seen - (int) rows[row + SEEN]] = row;
            }
        }
        return order;
    }

    private Callbacks.Row callbacksRow(long[] rows, int row) {
        return new Callbacks.Row(
                names.get(row / ROW),
                rows[row + PASSINGS],
                rows[row + HOPS],
                rows[row + PENDING],
                durations(rows, row + HAND_OFF),
                durations(rows, row + TOTAL),
                durations(rows, row + RUN),
                rows[row + SELF],
                rows[row + THREW],
                rows[row + UNFINISHED],
                rows[row + AMBIGUOUS],
                rows[row + ON_ANOTHER_THREAD]);
    }

    private static Callbacks.Durations durations(long[] rows, int at) {
        return new Callbacks.Durations(rows[at], rows[at + 1], rows[at + 2], rows[at + 3]);
    }
}
