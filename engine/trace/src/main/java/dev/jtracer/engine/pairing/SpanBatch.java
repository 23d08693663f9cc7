// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;

/**
 * Calls of one track, in the order of their ends. A batch has calls only, no passes and no runs of callbacks, and of
 * each its times, name, depth and flags; with {@link PairingOptions#origins} also its category and its events.
 * Reused: valid until {@link SpanSink#spans} returns. Not safe for use by several threads.
 */
public final class SpanBatch {
    /** Number of calls for which there is room. */
    static final int CAPACITY = CallRecords.CAPACITY / 2;

    /* A call is a row of four longs: with an array for each number, each needs an address and a check of bounds. */
    static final int ROW = 4;
    static final int NAME_DEPTH_FLAGS = 0;
    static final int START = 1;
    static final int END = 2;
    static final int SELF = 3;

    private static final int DEPTH_SHIFT = 32;
    private static final int FLAGS_SHIFT = 53;
    private static final int DEPTH_MASK = (1 << FLAGS_SHIFT - DEPTH_SHIFT) - 1;

    final long[] rows = new long[CAPACITY * ROW];
    /** Index of the event that began each call, if the batch has origins. */
    final long[] beginIndexes;

    final boolean origins;
    int categoryIndex;
    int size;
    private final Span view = new Span();
    private int track;
    private boolean isMeasured;
    private long firstNanos;
    private long lastNanos;
    private int leastDepth;
    private int mostDepth;

    /** @param origins whether the calls carry their origins, see {@link PairingOptions#origins} */
    SpanBatch(boolean origins) {
        this.origins = origins;
        this.beginIndexes = new long[origins ? CAPACITY : 0];
    }

    void track(int index) {
        track = index;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
        isMeasured = false;
    }

    void add(int nameIndex, int depth, int spanFlags, long startNanos, long endNanos, long selfNanos) {
        int row = size * ROW;
        rows[row + NAME_DEPTH_FLAGS] = nameDepthFlags(nameIndex, depth, spanFlags);
        rows[row + START] = startNanos;
        rows[row + END] = endNanos;
        rows[row + SELF] = selfNanos;
        size++;
    }

    /** Returns the first column of a call's row. */
    static long nameDepthFlags(int nameIndex, int depth, int spanFlags) {
        return (long) spanFlags << FLAGS_SHIFT | (long) depth << DEPTH_SHIFT | nameIndex;
    }

    /** Returns the index of the category of all calls, if the pairing keeps {@link PairingOptions#origins}. */
    public int categoryIndex() {
        return categoryIndex;
    }

    /** Returns the index of a call's begin among all events, with {@link PairingOptions#origins}. */
    public long beginIndex(int call) {
        return beginIndexes[call];
    }

    /** Returns the number of calls, above 0. */
    public int size() {
        return size;
    }

    /** Returns the index of the track of all calls. */
    public int track() {
        return track;
    }

    /** Returns the index of a call's name. */
    public int nameIndex(int call) {
        return (int) rows[call * ROW + NAME_DEPTH_FLAGS];
    }

    /** Returns a call's level on the track, 0 for the outermost. */
    public int depth(int call) {
        return (int) (rows[call * ROW + NAME_DEPTH_FLAGS] >>> DEPTH_SHIFT) & DEPTH_MASK;
    }

    /** Returns a call's {@link SpanFlags}. */
    public int flags(int call) {
        return (int) (rows[call * ROW + NAME_DEPTH_FLAGS] >>> FLAGS_SHIFT);
    }

    /** Returns whether the begin or the end of a call is not known. */
    public boolean unfinished(int call) {
        return (flags(call) & SpanFlags.UNFINISHED) != 0;
    }

    public long startNanos(int call) {
        return rows[call * ROW + START];
    }

    /** Returns the time of a call's end, not before {@link #startNanos}. */
    public long endNanos(int call) {
        return rows[call * ROW + END];
    }

    /** Returns a call's duration, at least 0. */
    public long durNanos(int call) {
        int row = call * ROW;
        return rows[row + END] - rows[row + START];
    }

    /** Returns the part of a call's duration outside of inner calls, at least 0. */
    public long selfNanos(int call) {
        return rows[call * ROW + SELF];
    }

    /** Returns the earliest begin of the calls. */
    public long firstNanos() {
        measure();
        return firstNanos;
    }

    /** Returns the latest end of the calls. */
    public long lastNanos() {
        measure();
        return lastNanos;
    }

    /** Returns the least depth of the calls. */
    public int leastDepth() {
        measure();
        return leastDepth;
    }

    /** Returns the greatest depth of the calls. */
    public int mostDepth() {
        measure();
        return mostDepth;
    }

    /** Finds the bounds of the calls, once for all handlers. */
    private void measure() {
        if (isMeasured) {
            return;
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int i = 0, end = size; i < end; i++) {
            first = Math.min(first, startNanos(i));
            last = Math.max(last, endNanos(i));
            least = Math.min(least, depth(i));
            most = Math.max(most, depth(i));
        }
        firstNanos = first;
        lastNanos = last;
        leastDepth = least;
        mostDepth = most;
        isMeasured = true;
    }

    /** Returns the sum of the calls' durations. */
    public long totalNanos() {
        long total = 0;
        for (int i = 0, end = size; i < end; i++) {
            total += durNanos(i);
        }
        return total;
    }

    /** Returns a call as a span, for consumers that take them one by one. The view is valid until the next call. */
    public Span span(int call) {
        Span span = view;
        span.track = track;
        span.nameIndex = nameIndex(call);
        span.depth = depth(call);
        span.flags = flags(call);
        span.startNanos = startNanos(call);
        span.endNanos = endNanos(call);
        span.selfNanos = selfNanos(call);
        if (origins) {
            span.categoryIndex = categoryIndex;
            span.beginIndex = beginIndex(call);
        }
        return span;
    }
}
