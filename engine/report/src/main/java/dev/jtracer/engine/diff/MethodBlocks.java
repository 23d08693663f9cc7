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
    private long longestNanos;
    private final Histogram durations = new Histogram();
    private final List<Block> full = new ArrayList<>();
    private Block open = new Block();
    private long size = FIRST_SIZE;

    private static final class Block {
        private final Histogram own = new Histogram();
        private long ownNanos;

        void add(Block other) {
            own.add(other.own);
            ownNanos = Saturated.sum(ownNanos, other.ownNanos);
        }
    }

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
        longestNanos = Math.max(longestNanos, durationNanos);
        durations.add(durationNanos);
        open.own.add(ownNanos);
        open.ownNanos = Saturated.sum(open.ownNanos, ownNanos);
        if (open.own.count() == size) {
            full.add(open);
            open = new Block();
            if (full.size() == MOST) {
                joinNeighbours();
            }
        }
    }

    private void joinNeighbours() {
        for (int i = 0; i < MOST / 2; i++) {
            full.get(i).add(full.remove(i + 1));
        }
        size *= 2;
    }

    boolean isEmpty() {
        return durations.count() == 0;
    }

    /** Returns what was counted, of at least one finished call. */
    MethodSample sample() {
        List<OwnTimes> blocks = new ArrayList<>();
        for (Block block : full) {
            blocks.add(new OwnTimes(block.own, block.ownNanos));
        }
        if (open.own.count() > 0) {
            OwnTimes rest = new OwnTimes(open.own, open.ownNanos);
            // A small rest would be an outlier among blocks that are larger.
            boolean small = !blocks.isEmpty() && open.own.count() < size / 2;
            blocks.add(small ? blocks.remove(blocks.size() - 1).plus(rest) : rest);
        }
        long total = recursive ? Saturated.sum(totalNanos, openNanos) : totalNanos;
        return new MethodSample(name, total, longestNanos, durations, blocks);
    }
}
