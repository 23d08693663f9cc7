// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.OpenSpans;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A handler that measures how long each callback waited, ran and took in total. A run belongs to the pass whose
 * number it repeats. For live recordings and files: it allocates nothing per event in the steady state.
 */
public final class CallbacksHandler extends CollectingHandler<Callbacks> implements SpanHandler<Callbacks> {
    private static final int HAND_OFF = 0;
    private static final int TOTAL = HAND_OFF + NameRows.DURATIONS;
    private static final int RUN = TOTAL + NameRows.DURATIONS;
    private static final int PASSES = RUN + NameRows.DURATIONS;
    private static final int FORWARDS = PASSES + 1;
    private static final int PENDING = PASSES + 2;
    private static final int SELF = PASSES + 3;
    private static final int THREW = PASSES + 4;
    private static final int UNFINISHED = PASSES + 5;
    private static final int AMBIGUOUS = PASSES + 6;
    private static final int ON_ANOTHER_THREAD = PASSES + 7;
    private static final int REPEATED = PASSES + 8;
    /** Passes that ambiguous runs name. */
    private static final int NAMED_BY_AMBIGUOUS = PASSES + 9;
    /** Ambiguous runs, finished or not. */
    private static final int ANY_AMBIGUOUS = PASSES + 10;
    /** Passes without a run that were evicted: a run may have come later. */
    private static final int DROPPED = PASSES + 11;

    private static final int NESTED = PASSES + 12;

    private static final int COLUMNS = 26;
    private static final long[] NO_SURPLUS = {0};

    private PassTracker tracker = new FunctionsHandler().passes();
    private PassRows passes = tracker.rows;
    private NameRows rows = new NameRows(COLUMNS);
    /** By name. */
    private final ByIndex<Histogram> runDelays = new ByIndex<>();
    /** By name. */
    private final ByIndex<Histogram> runs = new ByIndex<>();

    private long runsWithoutPass;
    private long dropped;

    public CallbacksHandler() {
        super(FunctionsHandler.class);
    }

    @Override
    protected void start() {
        // One tracker for both handlers: with a tracker each, the events of a callback would cost twice as much.
        tracker = context().handler(FunctionsHandler.class).passes();
        passes = tracker.rows;
        tracker.onLeaving(new IntConsumer() {
            @Override
            public void accept(int pass) {
                leave(pass);
            }
        });
    }

    private void leave(int pass) {
        if (!passes.is(pass, PassRows.PASSED)) {
            runsWithoutPass += passes.get(pass, PassRows.RUNS_NAMING_IT);
            return;
        }
        if (passes.get(pass, PassRows.RUNS) == 0) {
            dropped++;
            rows.add(rows.of(passes.name(pass)) + DROPPED, 1);
        } else {
            count(pass, rows, runDelays);
        }
    }

    @Override
    public boolean takesCalls() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        // One method of more than 325 bytecodes, so that the compiler puts it into no other: see PassTracker.take.
        int flags = span.flags();
        int pass = tracker.latest();
        if ((flags & SpanFlags.PASS) != 0) {
            if (span.bindId() == 0) {
                return;
            }
            int row = rows.of(span.nameIndex());
            if (pass != PassTable.NONE) {
                rows.add(row + PASSES, 1);
                rows.add(row + FORWARDS, passes.isForwarded(pass) ? 1 : 0);
                long runsBefore = passes.get(pass, PassRows.RUNS_NAMING_IT);
                if (runsBefore > 0) { // on one thread a pass precedes its runs, so they are on another
                    rows.add(rows.of(tracker.earlierRunsName()) + ON_ANOTHER_THREAD, runsBefore);
                }
            }
        } else if ((flags & SpanFlags.CALLBACK) != 0) {
            int row = rows.of(span.nameIndex());
            long ambiguous = (flags & SpanFlags.AMBIGUOUS) == 0 ? 0 : 1;
            rows.add(row + ANY_AMBIGUOUS, ambiguous);
            if (span.unfinished()) {
                rows.add(row + UNFINISHED, 1);
                return;
            }
            long nanos = span.endNanos() - span.startNanos();
            rows.addDuration(row + RUN, nanos);
            of(runs, span.nameIndex()).add(nanos);
            rows.add(row + NESTED, (flags & SpanFlags.NESTED) == 0 ? 0 : nanos);
            rows.add(row + SELF, span.selfNanos());
            rows.add(row + THREW, flags & SpanFlags.THREW);
            rows.add(row + AMBIGUOUS, ambiguous);
            if (pass != PassTable.NONE) {
                boolean isElsewhere = passes.is(pass, PassRows.PASSED) && passes.track(pass) != span.track();
                rows.add(row + ON_ANOTHER_THREAD, isElsewhere ? 1 : 0);
            }
        }
    }

    private void count(int pass, NameRows rows, ByIndex<Histogram> runDelays) {
        int row = rows.of(passes.name(pass));
        if (passes.get(pass, PassRows.RUNS) == 0) {
            rows.add(row + PENDING, passes.is(pass, PassRows.BEGUN) ? 0 : 1);
            return;
        }
        if (passes.is(pass, PassRows.AMBIGUOUS)) {
            rows.add(row + NAMED_BY_AMBIGUOUS, 1);
            return;
        }
        long passed = passes.get(pass, PassRows.PASSED_NANOS);
        // The clocks of two cores may differ slightly, but durations are never negative.
        if (passes.get(pass, PassRows.RUNS) == 1) {
            long runDelay = Math.max(0, passes.get(pass, PassRows.FIRST_START) - passed);
            rows.addDuration(row + HAND_OFF, runDelay);
            of(runDelays, passes.name(pass)).add(runDelay);
        } else {
            rows.add(row + REPEATED, 1);
        }
        rows.addDuration(row + TOTAL, Math.max(0, passes.get(pass, PassRows.LAST_END) - passed));
    }

    private static Histogram copy(ByIndex<Histogram> histograms, int nameIndex) {
        Histogram known = histograms.get(nameIndex);
        return known != null ? known.copy() : new Histogram();
    }

    private static Histogram of(ByIndex<Histogram> histograms, int nameIndex) {
        Histogram known = histograms.get(nameIndex);
        return known != null ? known : histograms.put(nameIndex, new Histogram());
    }

    @Override
    protected Callbacks result() {
        context().dataOf(FunctionsHandler.class); // fails if that handler has failed: it tracked nothing to the end
        return snapshot();
    }

    /** Returns the totals so far, without changing them. Call it on the thread that feeds the handler. */
    public Callbacks snapshot() {
        takeOpenRuns();
        NameRows rows = this.rows.copy();
        ByIndex<Histogram> pendingDelays = new ByIndex<>();
        long[] without = {runsWithoutPass};
        tracker.forEach(new IntConsumer() {
            @Override
            public void accept(int pass) {
                if (passes.is(pass, PassRows.PASSED)) {
                    count(pass, rows, pendingDelays);
                } else {
                    without[0] += passes.get(pass, PassRows.RUNS_NAMING_IT);
                }
            }
        });
        Map<String, long[]> surplus = surplus(rows);
        Map<String, Callbacks.Row> bySite = new LinkedHashMap<>();
        for (int row : rows.lastUsedFirst()) {
            String name = context().names().get(rows.nameIndex(row));
            Callbacks.Row callbacksRow =
                    callbacksRow(name, rows, row, pendingDelays, surplus.getOrDefault(name, NO_SURPLUS)[0]);
            Callbacks.Row before = bySite.get(callbacksRow.label());
            bySite.put(callbacksRow.label(), before == null ? callbacksRow : before.plus(callbacksRow));
        }
        List<Callbacks.Row> sorted = new ArrayList<>(bySite.values());
        sorted.sort(new Comparator<>() {
            @Override
            public int compare(Callbacks.Row one, Callbacks.Row other) {
                return Double.compare(other.total().averageNanos(), one.total().averageNanos());
            }
        });
        return new Callbacks(sorted, without[0], tracker.duplicates(), dropped);
    }

    private void takeOpenRuns() {
        for (int track = 0, tracks = context().tracks().size(); track < tracks; track++) {
            OpenSpans open = context().pairing().openSpans(track);
            for (int level = open == null ? 0 : open.depth(); open != null && level-- > 0; ) {
                if ((open.flags(level) & SpanFlags.CALLBACK) != 0 && open.bindId(level) != 0) {
                    tracker.begun(PassNumber.key(
                            open.bindId(level), context().tracks().get(track).pid()));
                }
            }
        }
    }

    /**
     * Returns, for each name with ambiguous runs, how many of them may be runs of passes that no run names. A lambda
     * that captures nothing may be passed at several sites, so those of one name are taken together.
     */
    private Map<String, long[]> surplus(NameRows rows) {
        Map<String, long[]> surplus = new HashMap<>();
        for (int row : rows.lastUsedFirst()) {
            if (rows.get(row + ANY_AMBIGUOUS) > 0) {
                surplus.computeIfAbsent(context().names().get(rows.nameIndex(row)), name -> new long[1])[0] +=
                        Math.max(0, rows.get(row + ANY_AMBIGUOUS) - rows.get(row + NAMED_BY_AMBIGUOUS));
            }
        }
        return surplus;
    }

    private Callbacks.Row callbacksRow(
            String name, NameRows rows, int row, ByIndex<Histogram> pendingDelays, long surplus) {
        int nameIndex = rows.nameIndex(row);
        long unclear = Math.min(rows.get(row + PENDING), surplus);
        return new Callbacks.Row(
                name,
                rows.get(row + PASSES),
                rows.get(row + FORWARDS),
                rows.get(row + PENDING) - unclear,
                rows.durations(row + HAND_OFF),
                rows.durations(row + TOTAL),
                rows.durations(row + RUN),
                rows.get(row + SELF),
                rows.get(row + THREW),
                rows.get(row + UNFINISHED),
                rows.get(row + AMBIGUOUS),
                rows.get(row + ON_ANOTHER_THREAD),
                copy(runDelays, nameIndex).plus(copy(pendingDelays, nameIndex)),
                copy(runs, nameIndex),
                context().names().site(nameIndex),
                rows.get(row + REPEATED),
                rows.get(row + NAMED_BY_AMBIGUOUS) + unclear + rows.get(row + DROPPED),
                rows.get(row + NESTED));
    }
}
