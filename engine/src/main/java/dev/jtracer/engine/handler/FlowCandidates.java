// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Arrays;

/**
 * Events that a flow may bind to by their time. Until the first flow only the last few are kept, so that a trace without
 * flows costs next to nothing; the writers of flows put both close together.
 */
final class FlowCandidates {
    private static final int FEW = 1 << 12;

    private long[] tsNanos = new long[FEW];
    private long[] pids = new long[FEW];
    private long[] tids = new long[FEW];
    private long[] indexes = new long[FEW];
    private int[] categoryIndexes = new int[FEW];
    private int[] nameIndexes = new int[FEW];
    private int count;
    private int oldest;
    private boolean keepingAll;

    void add(TraceEvent event) {
        int i = count;
        if (i == tsNanos.length) {
            if (keepingAll) {
                grow();
            } else {
                i = oldest;
                oldest = (oldest + 1) & (FEW - 1);
                count--;
            }
        }
        tsNanos[i] = event.tsNanos();
        pids[i] = event.pid();
        tids[i] = event.tid();
        indexes[i] = event.index();
        categoryIndexes[i] = event.categoryIndex();
        nameIndexes[i] = event.nameIndex();
        count++;
    }

    private void grow() {
        int capacity = count * 2;
        tsNanos = Arrays.copyOf(tsNanos, capacity);
        pids = Arrays.copyOf(pids, capacity);
        tids = Arrays.copyOf(tids, capacity);
        indexes = Arrays.copyOf(indexes, capacity);
        categoryIndexes = Arrays.copyOf(categoryIndexes, capacity);
        nameIndexes = Arrays.copyOf(nameIndexes, capacity);
    }

    /** From now on forgets nothing. */
    void keepAll() {
        if (keepingAll) {
            return;
        }
        keepingAll = true;
        for (long[] column : new long[][] {tsNanos, pids, tids, indexes}) {
            long[] inOrder = new long[FEW];
            System.arraycopy(column, oldest, inOrder, 0, FEW - oldest);
            System.arraycopy(column, 0, inOrder, FEW - oldest, oldest);
            System.arraycopy(inOrder, 0, column, 0, FEW);
        }
        for (int[] column : new int[][] {categoryIndexes, nameIndexes}) {
            int[] inOrder = new int[FEW];
            System.arraycopy(column, oldest, inOrder, 0, FEW - oldest);
            System.arraycopy(column, 0, inOrder, FEW - oldest, oldest);
            System.arraycopy(inOrder, 0, column, 0, FEW);
        }
    }

    int size() {
        return count;
    }

    FlowEvent.Place place(int i) {
        return new FlowEvent.Place(tsNanos[i], pids[i], tids[i], categoryIndexes[i]);
    }

    Flows.BoundEvent bound(int i, StringTable names) {
        return new Flows.BoundEvent(indexes[i], pids[i], tids[i], names.get(nameIndexes[i]), tsNanos[i]);
    }
}
