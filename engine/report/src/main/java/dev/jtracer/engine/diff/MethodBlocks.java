// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.event.Saturated;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of one method while they are counted, in at most {@value #MOST} blocks of equally many calls. When all
 * blocks are full, neighbours are joined: the memory does not grow with the calls.
 */
final class MethodBlocks {
    static final int MOST = 12;
    private static final int FIRST_SIZE = 4;

    private final String name;
    private long totalNanos;
    private long openNanos;
    private boolean recursive;
    private long shortestNanos = Long.MAX_VALUE;
    private long longestNanos;
    private final Histogram durations = new Histogram();
    private final List<OwnTimes> full = new ArrayList<>();
    /** Own times of the calls in the block that is not full. */
    private Histogram own = new Histogram();

    /** Number of calls in that block, which a histogram would add up from its buckets. */
    private long ownCount;

    private long ownTotalNanos;
    private long size = FIRST_SIZE;

    MethodBlocks(String name) {
        this.name = name;
    }

    /** Adds an unfinished call, which counts in the total of a recursion only: {@link MethodSample#totalNanos}. */
    void addOpen(long nanos, boolean nested) {
        openNanos = Saturated.sum(openNanos, nested ? 0 : nanos);
    }

    /** Adds a finished call, which may be nested inside another call of the method. */
    void add(long durationNanos, long ownNanos, boolean nested) {
        totalNanos = Saturated.sum(totalNanos, nested ? 0 : durationNanos);
        recursive |= nested;
        shortestNanos = Math.min(shortestNanos, durationNanos);
        longestNanos = Math.max(longestNanos, durationNanos);
        durations.add(durationNanos);
        own.add(ownNanos);
        ownCount++;
        ownTotalNanos = Saturated.sum(ownTotalNanos, ownNanos);
        if (ownCount == size) {
            full.add(new OwnTimes(own, ownTotalNanos));
            own = new Histogram();
            ownCount = 0;
            ownTotalNanos = 0;
            if (full.size() == MOST) {
                joinNeighbours();
            }
        }
    }

    private void joinNeighbours() {
        for (int i = 0; i < MOST / 2; i++) {
            full.set(i, full.get(i).plus(full.remove(i + 1)));
        }
        size *= 2;
    }

    boolean isEmpty() {
        return durations.count() == 0;
    }

    /** Returns what was counted, of at least one finished call. */
    MethodSample sample() {
        List<OwnTimes> blocks = new ArrayList<>(full);
        if (ownCount > 0) {
            OwnTimes rest = new OwnTimes(own, ownTotalNanos);
            // A small rest would be an outlier among blocks that are larger.
            boolean small = !blocks.isEmpty() && ownCount < size / 2;
            blocks.add(small ? blocks.remove(blocks.size() - 1).plus(rest) : rest);
        }
        long total = recursive ? Saturated.sum(totalNanos, openNanos) : totalNanos;
        return new MethodSample(name, total, shortestNanos, longestNanos, durations, blocks);
    }
}
