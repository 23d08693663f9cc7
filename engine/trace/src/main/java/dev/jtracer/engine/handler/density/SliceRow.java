// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.density;

import dev.jtracer.engine.event.StringTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slices of one row, from the first to the last in use, and the rows of inner levels. Grows at both ends. */
final class SliceRow {
    final Density.Kind kind;
    final int track;
    int threads;
    private @Nullable SliceRow inner;

    /** Number of the slice at position 0. */
    private long first;

    private int size;
    private long[] openNanos = new long[0];
    private long[] calls = new long[0];
    private int[] names = new int[0];
    /** By how much the weight of the name exceeds that of all others, by the majority vote of Boyer and Moore. */
    private long[] lead = new long[0];

    SliceRow(Density.Kind kind, int track) {
        this.kind = kind;
        this.track = track;
    }

    /** Returns the row of a level, 0 for this one, of the same threads. */
    SliceRow level(int level) {
        SliceRow row = this;
        for (int i = 0; i < level; i++) {
            if (row.inner == null) {
                row.inner = new SliceRow(kind, track);
            }
            row = row.inner;
        }
        return row;
    }

    /** Makes room for the slices of a span. */
    void cover(long from, long to) {
        if (size == 0) {
            first = from;
        }
        long newFirst = Math.min(first, from);
        long newSize = Math.max(first + size, to + 1) - newFirst;
        int shift = (int) (first - newFirst);
        if (shift > 0 || newSize > openNanos.length) {
            int capacity = (int) Math.max(newSize, Math.min(newSize + 64, openNanos.length * 2L));
            openNanos = moved(openNanos, capacity, shift);
            calls = moved(calls, capacity, shift);
            lead = moved(lead, capacity, shift);
            int[] movedNames = new int[capacity];
            System.arraycopy(names, 0, movedNames, shift, size);
            names = movedNames;
        }
        first = newFirst;
        size = (int) newSize;
    }

    private long[] moved(long[] from, int capacity, int shift) {
        long[] to = new long[capacity];
        System.arraycopy(from, 0, to, shift, size);
        return to;
    }

    /** Adds the part of a span that is in a slice. */
    void add(long slice, long nanos, long weight, int nameIndex) {
        int i = (int) (slice - first);
        openNanos[i] += nanos;
        vote(i, nameIndex, weight);
    }

    /**
     * Adds calls that are in one slice.
     *
     * @param nanos sum of their durations
     * @param selfTimes their self times, empty afterwards
     */
    void addAll(long slice, long nanos, long ended, SelfTimes selfTimes) {
        int i = (int) (slice - first);
        openNanos[i] += nanos;
        calls[i] += ended;
        selfTimes.drain((name, selfNanos) -> vote(i, name, selfNanos));
    }

    void countCall(long slice) {
        calls[(int) (slice - first)]++;
    }

    private void vote(int i, int nameIndex, long selfNanos) {
        long before = lead[i];
        if (before == 0) {
            names[i] = nameIndex;
            lead[i] = selfNanos;
        } else if (names[i] == nameIndex) {
            lead[i] = before + selfNanos;
        } else if (before >= selfNanos) {
            lead[i] = before - selfNanos;
        } else {
            names[i] = nameIndex;
            lead[i] = selfNanos - before;
        }
    }

    /** Joins each two adjacent slices, whose numbers differ in the last bit alone. */
    void halve() {
        for (SliceRow row = this; row != null; row = row.inner) {
            row.halveSlices();
        }
    }

    private void halveSlices() {
        if (size == 0) {
            return;
        }
        long newFirst = first >> 1;
        int newSize = 0;
        for (int i = 0; i < size; i++) {
            int to = (int) (((first + i) >> 1) - newFirst);
            if (to >= newSize) {
                newSize = to + 1;
                openNanos[to] = openNanos[i];
                calls[to] = calls[i];
                names[to] = names[i];
                lead[to] = lead[i];
            } else if (openNanos[i] > 0 || calls[i] > 0) {
                openNanos[to] += openNanos[i];
                calls[to] += calls[i];
                vote(to, names[i], lead[i]);
            }
        }
        Arrays.fill(openNanos, newSize, size, 0);
        Arrays.fill(calls, newSize, size, 0);
        Arrays.fill(names, newSize, size, 0);
        Arrays.fill(lead, newSize, size, 0);
        first = newFirst;
        size = newSize;
    }

    /** Adds the finished row, and those of inner levels. */
    void addRows(List<Density.Row> rows, StringTable table) {
        int level = 0;
        for (SliceRow row = this; row != null; row = row.inner) {
            rows.add(new Density.Row(kind, track, level++, threads, row.first, row.slices(table)));
        }
    }

    private List<Density.Slice> slices(StringTable table) {
        List<Density.Slice> slices = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            boolean isIdle = openNanos[i] == 0 && calls[i] == 0;
            slices.add(new Density.Slice(openNanos[i], calls[i], isIdle ? "" : table.get(names[i])));
        }
        return slices;
    }
}
