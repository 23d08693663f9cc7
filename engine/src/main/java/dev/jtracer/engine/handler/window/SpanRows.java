// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.pairing.Span;
import java.util.Arrays;

/**
 * Spans in one array, five longs each; of too many the longest. When twice the limit is reached, the shorter half is discarded:
 * so a span costs no more than a copy and its part of a selection.
 */
final class SpanRows {
    private static final int START = 0;
    private static final int END = 1;
    private static final int BIND_ID = 2;
    private static final int TRACK_AND_DEPTH = 3;
    private static final int NAME_AND_FLAGS = 4;
    private static final int COLUMNS = 5;

    private final int most;
    private long[] values = new long[16 * COLUMNS];
    private int size;
    /** Shorter spans are not taken: there are enough longer ones. */
    private long leastNanos;

    private long leftOut;
    private long leftOutNanos;

    /** Creates an empty collection of at most {@code most} spans, at least one. */
    SpanRows(int most) {
        this.most = most;
    }

    /** Returns whether a span of this length is kept for now; counts one that is too short. */
    boolean takes(long nanos) {
        if (nanos < leastNanos) {
            leaveOut(nanos);
            return false;
        }
        return true;
    }

    /** Adds a span if it is long enough. */
    void add(Span span) {
        if (!takes(span.endNanos() - span.startNanos())) {
            return;
        }
        if (size == most * 2) {
            keepLongest();
        }
        int row = size++ * COLUMNS;
        if (row == values.length) {
            values = Arrays.copyOf(values, Math.min(values.length * 2, most * 2 * COLUMNS));
        }
        values[row + START] = span.startNanos();
        values[row + END] = span.endNanos();
        values[row + BIND_ID] = span.bindId();
        values[row + TRACK_AND_DEPTH] = (long) span.track() << 32 | span.depth();
        values[row + NAME_AND_FLAGS] = (long) span.nameIndex() << 32 | span.flags();
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
        Arrays.sort(lengths);
        leastNanos = lengths[size - most];
        int equalsToKeep = 0;
        for (int i = size - most; i < size && lengths[i] == leastNanos; i++) {
            equalsToKeep++;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long nanos = nanos(i);
            if (nanos > leastNanos || (nanos == leastNanos && equalsToKeep-- > 0)) {
                System.arraycopy(values, i * COLUMNS, values, kept++ * COLUMNS, COLUMNS);
            } else {
                leaveOut(nanos);
            }
        }
        size = kept;
    }

    int size() {
        return size;
    }

    private long nanos(int i) {
        return endNanos(i) - startNanos(i);
    }

    long startNanos(int i) {
        return values[i * COLUMNS + START];
    }

    long endNanos(int i) {
        return values[i * COLUMNS + END];
    }

    long bindId(int i) {
        return values[i * COLUMNS + BIND_ID];
    }

    int track(int i) {
        return (int) (values[i * COLUMNS + TRACK_AND_DEPTH] >>> 32);
    }

    int depth(int i) {
        return (int) values[i * COLUMNS + TRACK_AND_DEPTH];
    }

    int nameIndex(int i) {
        return (int) (values[i * COLUMNS + NAME_AND_FLAGS] >>> 32);
    }

    int flags(int i) {
        return (int) values[i * COLUMNS + NAME_AND_FLAGS];
    }

    long leftOut() {
        return leftOut;
    }

    long leftOutNanos() {
        return leftOutNanos;
    }
}
