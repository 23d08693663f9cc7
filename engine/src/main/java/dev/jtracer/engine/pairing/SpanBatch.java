// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;

/**
 * Calls of one track in columns, in the order of their ends. A batch has calls only, no passings and no runs of callbacks, and
 * of each its times, name, depth and flags. Reused: valid until {@link SpanSink#spans} returns. Not safe for use by several
 * threads.
 */
public final class SpanBatch {
    private static final int CAPACITY = CallRecords.CAPACITY / 2;

    private final int[] names = new int[CAPACITY];
    private final int[] depths = new int[CAPACITY];
    private final int[] flags = new int[CAPACITY];
    private final long[] starts = new long[CAPACITY];
    private final long[] ends = new long[CAPACITY];
    private final long[] selves = new long[CAPACITY];
    private final Span view = new Span();
    private int track;
    private int size;
    private boolean isMeasured;
    private long firstNanos;
    private long lastNanos;

    SpanBatch() {}

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
        int at = size;
        names[at] = nameIndex;
        depths[at] = depth;
        flags[at] = spanFlags;
        starts[at] = startNanos;
        ends[at] = endNanos;
        selves[at] = selfNanos;
        size = at + 1;
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
        return names[call];
    }

    /** Returns a call's level on the track, 0 for the outermost. */
    public int depth(int call) {
        return depths[call];
    }

    /** Returns a call's {@link SpanFlags}. */
    public int flags(int call) {
        return flags[call];
    }

    /** Returns whether the begin or the end of a call is not known. */
    public boolean unfinished(int call) {
        return (flags[call] & SpanFlags.UNFINISHED) != 0;
    }

    public long startNanos(int call) {
        return starts[call];
    }

    /** Returns the time of a call's end, not before {@link #startNanos}. */
    public long endNanos(int call) {
        return ends[call];
    }

    /** Returns a call's duration, at least 0. */
    public long durNanos(int call) {
        return ends[call] - starts[call];
    }

    /** Returns the part of a call's duration outside of inner calls, at least 0. */
    public long selfNanos(int call) {
        return selves[call];
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

    /** Finds the bounds of the calls, once for all handlers. */
    private void measure() {
        if (isMeasured) {
            return;
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0, end = size; i < end; i++) {
            first = Math.min(first, starts[i]);
            last = Math.max(last, ends[i]);
        }
        firstNanos = first;
        lastNanos = last;
        isMeasured = true;
    }

    /** Returns the sum of the calls' durations. */
    public long totalNanos() {
        long total = 0;
        for (int i = 0, end = size; i < end; i++) {
            total += ends[i] - starts[i];
        }
        return total;
    }

    /** Returns a call as a span, for consumers that take them one by one. The view is valid until the next call. */
    public Span span(int call) {
        Span span = view;
        span.track = track;
        span.nameIndex = names[call];
        span.depth = depths[call];
        span.flags = flags[call];
        span.startNanos = starts[call];
        span.endNanos = ends[call];
        span.selfNanos = selves[call];
        return span;
    }
}
