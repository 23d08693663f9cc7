// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.Span;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The matching of callbacks' runs with the calls that received the callbacks. A run belongs to the pass whose number
 * it repeats, and to the passes before it in its chain (see {@link PassChains}).
 *
 * <p>Events of different threads may arrive in any order, so a run may arrive before its pass, and a later pass
 * before an earlier one. The results are the same as in the order of time, except if rows were evicted in between, or
 * in chains of more than {@value PassChains#MOST_FORWARDS} passes whose calls have ended: there, only the first pass
 * and those nearest to the run are distinguished.
 *
 * <p>Allocates nothing once its table is as large as it may become.
 */
final class PassTracker implements IntConsumer {
    /** Limit of waiting rows. At the limit the table takes 8 MB, acceptable for a live recording. */
    static final int MOST_WAITING = 1 << 15;
    /** Limit of rows retained after a first run, for further runs: 1 MB. */
    static final int MOST_SETTLED = 1 << 13;

    /** The data of the passes, by row. */
    final PassRows rows;

    private final PassChains chains;
    private final ReceivingCalls calls;
    private final RunTotals totals;
    private final List<IntConsumer> leaving = new ArrayList<>();
    private int latest = PassTable.NONE;
    private int earlierRunsName;
    private int earlierRunsTrack;
    private long duplicates;

    PassTracker(int mostWaiting, int mostSettled) {
        rows = new PassRows(mostWaiting, mostSettled, this);
        chains = new PassChains(rows);
        calls = new ReceivingCalls(rows);
        totals = new RunTotals(rows, calls);
    }

    /** Takes a row that is being evicted. */
    @Override
    public void accept(int row) {
        totals.leaves(row);
        for (int i = 0; i < leaving.size(); i++) {
            leaving.get(i).accept(row);
        }
    }

    /** Adds a listener that is called with each row before it is evicted. */
    void onLeaving(IntConsumer listener) {
        leaving.add(listener);
    }

    /** Takes a complete event before its span, because that has no {@link TraceEvent#forward}. */
    void complete(TraceEvent event) {
        if ((event.flags() & SpanFlags.PASS) != 0) {
            long pid = event.pid();
            chains.forward(PassNumber.key(event.bindId(), pid), PassNumber.key(event.forward(), pid), event.forward());
        }
    }

    /** Takes a span of a callback: a pass, or a run that may not end in the trace. */
    void take(Span span, long pid) {
        /* One method, because the compiler puts one of more than 325 bytecodes (FreqInlineSize) into no other.
         * Divided by kinds, it was compiled ten times in a Spring start, in each method from the feed to here. */
        totals.callEnds(span);
        calls.otherEnds(span);
        latest = PassTable.NONE;
        if (span.bindId() == 0) {
            return;
        }
        long key = PassNumber.key(span.bindId(), pid);
        if ((span.flags() & SpanFlags.PASS) == 0) {
            if (span.unfinished()) {
                begun(key);
                return;
            }
            rows.evictRegularly();
            int row = rows.ofRun(key);
            latest = row;
            if (!rows.is(row, PassRows.PASSED)) {
                rows.namePass(row, span.nameIndex(), span.track()); // until the pass arrives, the run's name
                rows.set(row, PassRows.RUNS_NAMING_IT, rows.get(row, PassRows.RUNS_NAMING_IT) + 1);
            }
            if ((span.flags() & SpanFlags.AMBIGUOUS) != 0) {
                chains.mark(row, PassRows.AMBIGUOUS);
            }
            totals.add(row, span.startNanos(), span.endNanos(), 1);
            return;
        }
        rows.evictRegularly();
        chains.forward(key, PassNumber.key(span.forward(), pid), span.forward());
        int row = rows.ofPass(key);
        if (rows.is(row, PassRows.PASSED)) {
            duplicates++;
            return;
        }
        latest = row;
        earlierRunsName = rows.name(row);
        earlierRunsTrack = rows.track(row);
        rows.namePass(row, span.nameIndex(), span.track());
        rows.set(row, PassRows.PASSED_NANOS, span.startNanos());
        calls.assign(row, span.track(), span.depth() - 1);
        rows.arrives(row);
        int later = PassTable.NONE;
        if (rows.isForwarded(row)) {
            if (!chains.isNewest(row)) {
                totals.addAllDeferred(); // along the old links, which change now
            }
            later = chains.join(row);
        }
        long runs = rows.get(row, PassRows.RUNS);
        if (runs > 0) {
            rows.set(row, PassRows.RUNS, 0); // counted again, along the new links
            totals.add(row, rows.get(row, PassRows.FIRST_START), rows.get(row, PassRows.LAST_END), runs);
        }
        if (later != PassTable.NONE && rows.get(later, PassRows.RUNS) > 0) {
            // The passes before it in the chain have these runs already.
            rows.addRuns(
                    row,
                    rows.get(later, PassRows.FIRST_START),
                    rows.get(later, PassRows.LAST_END),
                    rows.get(later, PassRows.RUNS));
            int call = calls.addRuns(row, rows.get(later, PassRows.LAST_END), rows.get(later, PassRows.RUNS));
            calls.settle(row, call);
        }
    }

    /** Takes the number of the pass of a run that has not ended. */
    void begun(long key) {
        chains.mark(rows.found(key), PassRows.BEGUN);
    }

    /**
     * Returns the index of the first call of a batch, from an index on, that received a callback, or the batch's
     * size. {@link #callEnds} has no effect for any other.
     */
    int nextReceiver(SpanBatch batch, int from) {
        return calls.nextReceiver(batch, from);
    }

    ReceivingCalls.Received callEnds(Span span) {
        totals.callEnds(span);
        return calls.callEnds(span);
    }

    void forEach(IntConsumer action) {
        totals.addAllDeferred();
        rows.forEach(action);
    }

    /** Returns the row of the last pass or run; {@link PassTable#NONE} if it has no number or repeats a pass. */
    int latest() {
        return latest;
    }

    /**
     * Returns the pass and the run of a callback, one of which has just been taken, in any order; null unless it is
     * the only run so far of a known pass, and of no other.
     *
     * @param names the trace's
     */
    @Nullable
    SlowPass slowPass(Span passOrRun, StringTable names) {
        int row = latest;
        boolean isPass = (passOrRun.flags() & SpanFlags.PASS) != 0;
        if (row == PassTable.NONE
                || !rows.is(row, PassRows.PASSED)
                || rows.get(row, PassRows.RUNS) != 1
                || isPass && rows.get(row, PassRows.RUNS_NAMING_IT) != 1
                || rows.is(row, PassRows.AMBIGUOUS)) {
            return null;
        }
        return new SlowPass(
                names.get(rows.name(row)),
                rows.track(row),
                rows.get(row, PassRows.PASSED_NANOS),
                isPass ? earlierRunsTrack : passOrRun.track(),
                rows.get(row, PassRows.FIRST_START),
                rows.get(row, PassRows.LAST_END),
                names.site(rows.name(row)));
    }

    /** Returns the number of passes that repeat the number of another pass; they are ignored. */
    long duplicates() {
        return duplicates;
    }

    /** Returns the name of the runs before the {@link #latest} pass, which {@link PassRows#RUNS_NAMING_IT} counts. */
    int earlierRunsName() {
        return earlierRunsName;
    }
}
