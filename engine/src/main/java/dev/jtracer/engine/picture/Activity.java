// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The activity of the threads of a trace over its whole time, while it is read. Bounded: threads beyond the limit share one
 * row, as virtual threads do.
 */
final class Activity {
    private static final int MOST_ROWS = 200;
    private static final int SHARED = 0;

    private final TimeBins bins = new TimeBins();
    /** By row and level. */
    private final List<@Nullable ThreadActivity[]> rows = new ArrayList<>();

    private int[] rowOfTrack = new int[64];

    Activity() {
        rows.add(new ThreadActivity[Overview.LEVELS]);
    }

    /** Lets a track share the row of the virtual threads. Call it before its first call. */
    void share(int track) {
        ensure(track);
        rowOfTrack[track] = SHARED + 1;
    }

    private void ensure(int track) {
        if (track >= rowOfTrack.length) {
            rowOfTrack = Arrays.copyOf(rowOfTrack, Math.max(track + 1, rowOfTrack.length * 2));
        }
    }

    private int row(int track) {
        ensure(track);
        int row = rowOfTrack[track] - 1;
        if (row < 0) {
            row = rows.size() < MOST_ROWS ? rows.size() : SHARED;
            if (row != SHARED) {
                rows.add(new ThreadActivity[Overview.LEVELS]);
            }
            rowOfTrack[track] = row + 1;
        }
        return row;
    }

    /** Adds a call of one of the outer levels. */
    void add(int track, int level, int name, long startNanos, long endNanos) {
        extend(startNanos, endNanos);
        @Nullable ThreadActivity[] levels = rows.get(row(track));
        ThreadActivity activity = levels[level];
        if (activity == null) {
            activity = new ThreadActivity();
            levels[level] = activity;
        }
        long lastBin = bins.bin(endNanos);
        for (long bin = bins.bin(startNanos); bin <= lastBin; bin++) {
            long from = Math.max(startNanos, bins.startNanos(bin));
            long to = Math.min(endNanos, bins.startNanos(bin + 1));
            // Of no length by the clock, it happened all the same.
            activity.add(TimeBins.slot(bin), name, Math.max(1, to - from));
        }
    }

    private void extend(long startNanos, long endNanos) {
        long first = bins.first();
        long last = bins.last();
        for (int doublings = bins.extend(startNanos, endNanos); doublings > 0; doublings--) {
            for (@Nullable ThreadActivity[] levels : rows) {
                for (ThreadActivity activity : levels) {
                    if (activity != null) {
                        activity.doubleBins(first, last);
                    }
                }
            }
            first >>= 1;
            last >>= 1;
        }
    }

    Overview overview(IntFunction<String> names) {
        List<List<Overview.Stretch>> stretches = new ArrayList<>();
        for (@Nullable ThreadActivity[] levels : rows) {
            List<Overview.Stretch> row = new ArrayList<>();
            for (int level = 0; level < levels.length; level++) {
                ThreadActivity activity = levels[level];
                if (activity != null) {
                    add(row, level, activity, names);
                }
            }
            stretches.add(row);
        }
        Map<Integer, Integer> byTrack = new HashMap<>();
        for (int track = 0; track < rowOfTrack.length; track++) {
            if (rowOfTrack[track] > 0) {
                byTrack.put(track, rowOfTrack[track] - 1);
            }
        }
        return new Overview(stretches, byTrack);
    }

    private void add(List<Overview.Stretch> row, int level, ThreadActivity activity, IntFunction<String> names) {
        Overview.Stretch open = null;
        for (long bin = bins.first(); bin <= bins.last(); bin++) {
            int slot = TimeBins.slot(bin);
            int name = activity.name(slot);
            if (name == ThreadActivity.NO_NAME) {
                continue;
            }
            Overview.Stretch next = new Overview.Stretch(
                    level,
                    bins.startNanos(bin),
                    bins.startNanos(bin + 1),
                    names.apply(name),
                    Overview.share((double) activity.busyNanos(slot) / bins.nanos()));
            if (open != null && open.continues(next)) {
                open = open.to(next.toNanos());
            } else {
                if (open != null) {
                    row.add(open);
                }
                open = next;
            }
        }
        if (open != null) {
            row.add(open);
        }
    }
}
