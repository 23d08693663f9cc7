// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.density;

import java.util.List;

/**
 * The density of the calls of a trace. Immutable. All rows share a grid: slice {@code n} begins at
 * {@code n * sliceNanos}.
 *
 * @param sliceNanos length of a slice, a power of two
 * @param rows threads, in the order of their first call's end
 */
public record Density(long sliceNanos, List<Row> rows) {
    public static final Density EMPTY = new Density(1, List.of());

    public Density {
        rows = List.copyOf(rows);
    }

    /**
     * Returns the rows that have the calls of a thread, by level: its own, or those that it shares.
     *
     * @param track index of its track
     */
    public List<Row> ofTrack(int track, boolean isVirtual) {
        if (isVirtual) {
            return rows.stream().filter(row -> row.kind == Kind.VIRTUAL_THREADS).toList();
        }
        List<Row> own = rows.stream()
                .filter(row -> row.kind == Kind.THREAD && row.track == track)
                .toList();
        return own.isEmpty()
                ? rows.stream().filter(row -> row.kind == Kind.OTHER_THREADS).toList()
                : own;
    }

    /** The threads of a row. */
    public enum Kind {
        /** One thread. */
        THREAD,
        /** All virtual threads. */
        VIRTUAL_THREADS,
        /** The threads for which there was no row of their own. */
        OTHER_THREADS
    }

    /**
     * The density of the calls of a thread, or of several.
     *
     * @param track index of the track of the first thread
     * @param level level of the calls, 0 for the outermost or if all levels are one row
     * @param firstSlice number of the first slice
     * @param slices from the first slice to the last one in which a call was open
     */
    public record Row(Kind kind, int track, int level, int threads, long firstSlice, List<Slice> slices) {
        public Row {
            slices = List.copyOf(slices);
        }
    }

    /**
     * A slice of time.
     *
     * @param openNanos sum of the times for which calls were open, each level of the stack counted
     * @param calls calls that ended in the slice
     * @param busiest name of a method with the greatest part of the self time, by level that of all time; certain if
     *     it has more than half of it; empty if no call was open
     */
    public record Slice(long openNanos, long calls, String busiest) {}
}
