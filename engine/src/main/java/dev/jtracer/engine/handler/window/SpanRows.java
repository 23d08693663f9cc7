// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.pairing.Span;
import java.util.Arrays;

/**
 * Spans in one array, five longs each, or seven with the passings of runs; of too many the longest. When twice the limit is reached,
 * the shorter half is discarded: so a span costs no more than a copy and its part of a selection.
 */
final class SpanRows {
    private static final int START = 0;
    private static final int END = 1;
    private static final int BIND_ID = 2;
    private static final int TRACK_AND_DEPTH = 3;
    private static final int NAME_AND_FLAGS = 4;
    private static final int COLUMNS = 5;
    private static final int PASSED_NANOS = 5;
    private static final int PASSED_TRACK_AND_DEPTH = 6;
    private static final int COLUMNS_WITH_PASSINGS = 7;
    private static final long NOT_KNOWN = -1;
    private static final int NOT_ADDED = -1;

    private final int most;
    private final int columns;
    private long[] values;
    private int size;
    /** Shorter spans are not taken: there are enough longer ones. */
    private long leastNanos;

    private long leftOut;
    private long leftOutNanos;

    /** Creates an empty collection of at most {@code most} spans, at least one. */
    SpanRows(int most) {
        this(most, COLUMNS);
    }

    private SpanRows(int most, int columns) {
        this.most = most;
        this.columns = columns;
        this.values = new long[16 * columns];
    }

    /** Returns an empty collection of at most {@code most} spans, at least one, each with room for a passing. */
    static SpanRows withPassings(int most) {
        return new SpanRows(most, COLUMNS_WITH_PASSINGS);
    }

    /** Returns whether a span of this length is kept for now; counts one that is too short. */
    boolean takes(long nanos) {
        if (nanos < leastNanos) {
            leaveOut(nanos);
            return false;
        }
        return true;
    }

    /** Returns the duration above which every span is kept. */
    long leastNanos() {
        return leastNanos;
    }

    /** Adds a span if it is long enough. Returns its index until the next one is added, or a negative number. */
    int add(Span span) {
        if (!takes(span.endNanos() - span.startNanos())) {
            return NOT_ADDED;
        }
        int row = newRow();
        values[row + START] = span.startNanos();
        values[row + END] = span.endNanos();
        values[row + BIND_ID] = span.bindId();
        values[row + TRACK_AND_DEPTH] = (long) span.track() << 32 | span.depth();
        values[row + NAME_AND_FLAGS] = (long) span.nameIndex() << 32 | span.flags();
        if (columns > COLUMNS) {
            values[row + PASSED_TRACK_AND_DEPTH] = NOT_KNOWN;
        }
        return size - 1;
    }

    /** Adds a span of another collection with the same columns if it is long enough. */
    void add(SpanRows from, int i) {
        if (takes(from.nanos(i))) {
            int row = newRow();
            System.arraycopy(from.values, i * columns, values, row, columns);
        }
    }

    private int newRow() {
        if (size == most * 2) {
            keepLongest();
        }
        int row = size++ * columns;
        if (row == values.length) {
            values = Arrays.copyOf(values, Math.min(values.length * 2, most * 2 * columns));
        }
        return row;
    }

    /** Adds its passing to a run. */
    void pass(int run, long nanos, int track, int depth) {
        values[run * columns + PASSED_NANOS] = nanos;
        values[run * columns + PASSED_TRACK_AND_DEPTH] = (long) track << 32 | depth;
    }

    private void leaveOut(long nanos) {
        leftOut++;
        leftOutNanos = Math.max(leftOutNanos, nanos);
    }

    /** Discards the shortest spans beyond the limit; of equals the later ones. */
    void keepLongest() {
        if (size <= most) {
            return;
        }
        long[] lengths = new long[size];
        for (int i = 0; i < size; i++) {
            lengths[i] = nanos(i);
        }
        leastNanos = Selection.at(lengths, size - most);
        int equalsToKeep = most;
        for (long length : lengths) {
            equalsToKeep -= length > leastNanos ? 1 : 0;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long nanos = nanos(i);
            if (nanos > leastNanos || (nanos == leastNanos && equalsToKeep-- > 0)) {
                System.arraycopy(values, i * columns, values, kept++ * columns, columns);
            } else {
                leaveOut(nanos);
            }
        }
        size = kept;
    }

    int size() {
        return size;
    }

    /** Returns whether a span is the run of a callback whose passing has a number. */
    boolean isRun(int i) {
        return (flags(i) & SpanFlags.CALLBACK) != 0 && bindId(i) != 0;
    }

    /** Returns whether the passing of a run is known. */
    boolean isPassed(int i) {
        return values[i * columns + PASSED_TRACK_AND_DEPTH] != NOT_KNOWN;
    }

    long passedNanos(int i) {
        return values[i * columns + PASSED_NANOS];
    }

    int passedTrack(int i) {
        return (int) (values[i * columns + PASSED_TRACK_AND_DEPTH] >>> 32);
    }

    int passedDepth(int i) {
        return (int) values[i * columns + PASSED_TRACK_AND_DEPTH];
    }

    private long nanos(int i) {
        return endNanos(i) - startNanos(i);
    }

    long startNanos(int i) {
        return values[i * columns + START];
    }

    long endNanos(int i) {
        return values[i * columns + END];
    }

    long bindId(int i) {
        return values[i * columns + BIND_ID];
    }

    int track(int i) {
        return (int) (values[i * columns + TRACK_AND_DEPTH] >>> 32);
    }

    int depth(int i) {
        return (int) values[i * columns + TRACK_AND_DEPTH];
    }

    int nameIndex(int i) {
        return (int) (values[i * columns + NAME_AND_FLAGS] >>> 32);
    }

    int flags(int i) {
        return (int) values[i * columns + NAME_AND_FLAGS];
    }

    long leftOut() {
        return leftOut;
    }

    long leftOutNanos() {
        return leftOutNanos;
    }
}
