// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.event.SpanFlags;

/** The totals of the calls of one name. */
final class CallTotals {
    /* An object instead of a row in a table: these numbers change with each call of a recording, and in a table each
     * of them would need a check of bounds. */
    private final int nameIndex;
    private final Histogram distribution = new Histogram();
    private long count;
    private long minNanos = Long.MAX_VALUE;
    private long maxNanos;
    private long totalNanos;
    /** Durations of the finished calls that are inside another call of the name. */
    private long nestedNanos;
    /** Known time of the unfinished calls that are not. */
    private long openNanos;

    private long selfNanos;
    private long threw;
    private long unfinished;

    CallTotals(int nameIndex) {
        this.nameIndex = nameIndex;
    }

    /** Adds a call that received no callback, or whose callbacks do not matter because it is unfinished. */
    void add(int flags, long nanos, long self) {
        if ((flags & SpanFlags.PART) != 0) {
            unfinished++;
            openNanos = Saturated.sum(openNanos, (flags & SpanFlags.NESTED) == 0 ? nanos : 0);
            return;
        }
        addFinished(flags, nanos, self);
    }

    /** Adds a call whose begin and end are known, and that received no callback. */
    void addFinished(int flags, long nanos, long self) {
        count++;
        if (nanos < minNanos) {
            minNanos = nanos;
        }
        if (nanos > maxNanos) {
            maxNanos = nanos;
        }
        totalNanos = Saturated.sum(totalNanos, nanos);
        addReceiving(flags, nanos, self);
    }

    /** Adds a finished call whose own duration does not count, because it received callbacks. */
    void addReceiving(int flags, long nanos, long self) {
        threw += flags & SpanFlags.THREW;
        nestedNanos = Saturated.sum(nestedNanos, (flags & SpanFlags.NESTED) == 0 ? 0 : nanos);
        selfNanos = Saturated.sum(selfNanos, self);
        distribution.add(nanos);
    }

    int nameIndex() {
        return nameIndex;
    }

    /**
     * Returns these totals with those of the calls that received callbacks.
     *
     * @param receiving durations of these calls
     * @param untilLastRun their durations until the last run of their callbacks
     * @param pending number of them without a run
     * @param runs runs of their callbacks
     */
    Functions.Row row(String name, Durations receiving, Durations untilLastRun, long pending, long runs) {
        Durations ownEnd = count == 0 ? Durations.NONE : new Durations(count, minNanos, maxNanos, totalNanos);
        return new Functions.Row(
                name,
                ownEnd.plus(untilLastRun),
                nestedNanos,
                openNanos,
                selfNanos,
                threw,
                unfinished,
                pending,
                runs,
                ownEnd.plus(receiving),
                distribution.copy());
    }
}
