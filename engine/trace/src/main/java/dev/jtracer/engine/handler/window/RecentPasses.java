// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.window;

import dev.jtracer.engine.event.PassNumber;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.pairing.Span;

/**
 * The latest passes, by their numbers. Passes are numbered one after the other, so a table that is indexed by the
 * last bits of the number has the latest ones, and a pass costs three stores.
 */
final class RecentPasses {
    /** Passes that are known when a callback runs: 3 MB. */
    static final int DEFAULT_MOST = 1 << 17;

    private static final int KEY = 0;
    private static final int NANOS = 1;
    private static final int TRACK_AND_DEPTH = 2;
    private static final int COLUMNS = 3;

    private final int mask;
    private long[] rows = {};
    private boolean isAnyReplaced;

    /** Creates an empty table; 24 bytes for each of the {@code most} passes, a power of two, from the first on. */
    RecentPasses(int most) {
        this.mask = most - 1;
    }

    /** Adds a pass, if it has a number. */
    void add(Span pass, TrackTable tracks) {
        if (pass.bindId() == 0) {
            return;
        }
        if (rows.length == 0) {
            rows = new long[(mask + 1) * COLUMNS];
        }
        long key = key(pass.bindId(), pass.track(), tracks);
        int row = row(key);
        if (rows[row + KEY] == key) {
            return; // repeats the number of another pass
        }
        isAnyReplaced |= rows[row + KEY] != 0;
        rows[row + KEY] = key;
        rows[row + NANOS] = pass.startNanos();
        rows[row + TRACK_AND_DEPTH] = (long) pass.track() << 32 | pass.depth();
    }

    /** Tells a run its pass, if it has one and that is here. */
    void find(RetainedSpan run, TrackTable tracks) {
        if (rows.length == 0 || !run.isRun() || run.pass != null) {
            return;
        }
        long key = key(run.bindId, run.track, tracks);
        int row = row(key);
        if (rows[row + KEY] == key) {
            long trackAndDepth = rows[row + TRACK_AND_DEPTH];
            run.pass = new RetainedSpan.Pass((int) (trackAndDepth >>> 32), (int) trackAndDepth, rows[row + NANOS]);
        }
    }

    private static long key(long number, int track, TrackTable tracks) {
        return PassNumber.key(number, tracks.get(track).pid());
    }

    private int row(long key) {
        return ((int) key & mask) * COLUMNS;
    }

    /** Returns whether passes have been replaced by later ones. */
    boolean isAnyReplaced() {
        return isAnyReplaced;
    }
}
