// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.SparseLongs;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The slices that {@link ThreadSlices} keeps, by index. Data of every slice is in rows of two arrays, 40 bytes in
 * all; data that few traces have is in columns that are empty until a slice needs them.
 *
 * <pre>
 *   ints    | track | name | category | flags |      one row a slice
 *   longs   | start | end  | index of the begin |    one row a slice
 *   sparse  end index, bind id, time of inner slices
 * </pre>
 */
final class SliceColumns {
    /* Additional flags, above the SpanFlags. */
    private static final int EXTENDED = 1 << 27;
    private static final int COMPLETE = 1 << 28;
    private static final int STRETCH = 1 << 30;
    private static final int OWN_FLAGS = EXTENDED | COMPLETE | STRETCH;

    private static final int TRACK = 0;
    private static final int NAME = 1;
    private static final int CATEGORY = 2;
    private static final int FLAGS = 3;
    private static final int INTS = 4;

    private static final int START = 0;
    private static final int END = 1;
    private static final int BEGIN_INDEX = 2;
    private static final int LONGS = 3;

    private int[] ints = new int[16 * INTS];
    private long[] longs = new long[16 * LONGS];
    private final SparseLongs endIndexes = new SparseLongs(Span.NO_EVENT);
    private final SparseLongs bindIds = new SparseLongs(0);
    private final SparseLongs childNanos = new SparseLongs(0);
    private final SparseLongs[] sparse = {endIndexes, bindIds, childNanos};
    private @Nullable TraceEvent[] begins = {};
    private @Nullable TraceEvent[] ends = {};
    private int count;

    int count() {
        return count;
    }

    void clear() {
        count = 0;
    }

    /**
     * Adds a slice for a span.
     *
     * @param details whether the slice keeps the span's events
     */
    void add(Span span, boolean details) {
        int i = add(span.track, span.startNanos, span.endNanos, span.beginIndex);
        boolean complete = span.endIndex == span.beginIndex;
        ints[i * INTS + NAME] = span.nameIndex;
        ints[i * INTS + CATEGORY] = span.categoryIndex;
        ints[i * INTS + FLAGS] = span.flags | (complete ? COMPLETE : 0);
        endIndexes.set(i, complete ? Span.NO_EVENT : span.endIndex);
        bindIds.set(i, span.bindId);
        childNanos.set(i, 0);
        if (details) {
            begins = withEvent(begins, i, span.begin);
            ends = withEvent(ends, i, span.end);
        }
    }

    /** Adds an interval of a track; {@code covered} nanoseconds of it belong to reported spans. */
    void addStretch(int track, long start, long end, long covered) {
        int i = add(track, start, end, Span.NO_EVENT);
        ints[i * INTS + FLAGS] = STRETCH;
        childNanos.set(i, covered);
    }

    private int add(int track, long start, long end, long beginIndex) {
        int i = count++;
        if (i * INTS == ints.length) {
            ints = Arrays.copyOf(ints, ints.length * 2);
            longs = Arrays.copyOf(longs, longs.length * 2);
        }
        ints[i * INTS + TRACK] = track;
        longs[i * LONGS + START] = start;
        longs[i * LONGS + END] = end;
        longs[i * LONGS + BEGIN_INDEX] = beginIndex;
        return i;
    }

    private static @Nullable TraceEvent[] withEvent(
            @Nullable TraceEvent[] events, int index, @Nullable TraceEvent event) {
        @Nullable TraceEvent[] result = events;
        if (index >= events.length) {
            if (event == null) {
                return events;
            }
            result = Arrays.copyOf(events, Math.max(index + 1, events.length * 2));
        }
        result[index] = event;
        return result;
    }

    /** Removes all slices except those given, which keep their order. */
    void removeAllBut(BitSet retained) {
        int to = 0;
        for (int from = retained.nextSetBit(0); from >= 0; from = retained.nextSetBit(from + 1)) {
            move(from, to++);
        }
        count = to;
    }

    private void move(int from, int to) {
        System.arraycopy(ints, from * INTS, ints, to * INTS, INTS);
        System.arraycopy(longs, from * LONGS, longs, to * LONGS, LONGS);
        for (SparseLongs column : sparse) {
            column.set(to, column.get(from));
        }
        begins = withEvent(begins, to, from < begins.length ? begins[from] : null);
        ends = withEvent(ends, to, from < ends.length ? ends[from] : null);
    }

    /**
     * Extends complete events without a duration to the last event of their thread, by catapult's rule. That event
     * may be in a later portion.
     */
    void extendUnfinished(SparseLongs latestOfTrack) {
        int unfinishedComplete = SpanFlags.UNFINISHED | COMPLETE;
        for (int i = 0; i < count; i++) {
            int flags = flags(i);
            boolean withoutEnd = end(i) == start(i) || (flags & EXTENDED) != 0;
            if ((flags & (unfinishedComplete | STRETCH)) == unfinishedComplete && withoutEnd) {
                longs[i * LONGS + END] = latestOfTrack.get(track(i));
                ints[i * INTS + FLAGS] = flags | EXTENDED;
            }
        }
    }

    /**
     * Returns the slices by track and begin, a longer one first. Those that begin and end together keep the order of
     * the file, the first around the second.
     */
    int[] inNestingOrder() {
        int[] slices = new int[count];
        Arrays.setAll(slices, i -> i);
        boolean isSorted = true;
        for (int i = 1; i < count && isSorted; i++) {
            isSorted = compare(slices[i - 1], slices[i]) <= 0;
        }
        if (!isSorted) {
            sort(slices, 0, count, new int[(count + 1) / 2]);
        }
        return slices;
    }

    /** Sorts indexes of slices, equal ones in their order, without an object for each. */
    private void sort(int[] slices, int from, int to, int[] buffer) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(slices, from, middle, buffer);
        sort(slices, middle, to, buffer);
        if (compare(slices[middle - 1], slices[middle]) > 0) {
            merge(slices, from, middle, to, buffer);
        }
    }

    private void merge(int[] slices, int from, int middle, int to, int[] buffer) {
        int left = middle - from;
        System.arraycopy(slices, from, buffer, 0, left);
        int i = 0;
        int right = middle;
        int out = from;
        while (i < left && right < to) {
            slices[out++] = compare(buffer[i], slices[right]) <= 0 ? buffer[i++] : slices[right++];
        }
        System.arraycopy(buffer, i, slices, out, left - i);
    }

    private int compare(int a, int b) {
        if (track(a) != track(b)) {
            return Integer.compare(track(a), track(b));
        }
        if (start(a) != start(b)) {
            return Long.compare(start(a), start(b));
        }
        if (end(a) != end(b)) {
            return Long.compare(end(b), end(a));
        }
        return Long.compare(beginIndex(a), beginIndex(b));
    }

    int track(int i) {
        return ints[i * INTS + TRACK];
    }

    long start(int i) {
        return longs[i * LONGS + START];
    }

    long end(int i) {
        return longs[i * LONGS + END];
    }

    private long beginIndex(int i) {
        return longs[i * LONGS + BEGIN_INDEX];
    }

    private int flags(int i) {
        return ints[i * INTS + FLAGS];
    }

    boolean isStretch(int i) {
        return (flags(i) & STRETCH) != 0;
    }

    /** Returns the time of the inner spans that have been reported; for a stretch, of all spans in it. */
    long childNanos(int i) {
        return childNanos.get(i);
    }

    void setChildNanos(int i, long nanos) {
        childNanos.set(i, nanos);
    }

    /** Returns whether a slice has a recorded end that precedes the begin of another slice in the trace. */
    boolean endedBefore(int i, int other) {
        return (flags(i) & (COMPLETE | SpanFlags.UNFINISHED)) == 0 && endIndexes.get(i) < beginIndex(other);
    }

    int nameIndex(int i) {
        return ints[i * INTS + NAME];
    }

    /** Fills a view with the data of a slice, without its self time and its total. */
    void fill(Span span, int i, int depth) {
        int flags = flags(i);
        span.track = track(i);
        span.nameIndex = nameIndex(i);
        span.categoryIndex = ints[i * INTS + CATEGORY];
        span.depth = depth;
        span.flags = flags & ~OWN_FLAGS;
        span.startNanos = start(i);
        span.endNanos = end(i);
        span.bindId = bindIds.get(i);
        span.beginIndex = beginIndex(i);
        span.begin = i < begins.length ? begins[i] : null;
        span.end = i < ends.length ? ends[i] : null;
    }
}
