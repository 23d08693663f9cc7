// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of all platform threads that receive no more records, in the order of their first records.
 *
 * <p>The live handlers wait for a bounded number of runs. One thread after the other, the drain fed them all passes
 * of a thread that submits 300,000 tasks a second, up to 130 ms of them, before any of their runs; most were counted
 * as not run yet.
 */
final class SealedChunks {
    /* Times of System.nanoTime() may overflow. A queue beside the list of cursors: of 1,000 threads few have filled a
     * chunk. */
    private final PriorityQueue<BufferCursor> cursors = new PriorityQueue<>(new Comparator<>() {
        @Override
        public int compare(BufferCursor one, BufferCursor other) {
            return Long.signum(one.baseNanos() - other.baseNanos());
        }
    });

    void addAll(List<BufferCursor> all) {
        for (int i = 0; i < all.size(); i++) {
            add(all.get(i));
        }
    }

    /** Adds a cursor if it is at a sealed chunk. */
    void add(BufferCursor cursor) {
        if (cursor.isSealed()) {
            cursors.add(cursor);
        }
    }

    /** Removes and returns the cursor at the oldest chunk; null if there is none. */
    @Nullable
    BufferCursor poll() {
        BufferCursor oldest = cursors.poll();
        while (oldest != null && !oldest.isSealed()) { // its chunk was discarded meanwhile
            oldest = cursors.poll();
        }
        return oldest;
    }
}
