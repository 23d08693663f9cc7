// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.Arrays;

/**
 * Events other than complete ones that a flow may bind to by their time. Until the first flow only the latest few are kept,
 * so that a trace without flows costs little.
 */
final class FlowCandidates {
    /** 5 MB. DevTools' own files write the flows after all other events of a process. */
    private static final int FEW = 1 << 17;

    private static final int INITIAL_CAPACITY = 1 << 10;

    private long[] tsNanos = new long[INITIAL_CAPACITY];
    private long[] pids = new long[INITIAL_CAPACITY];
    private long[] tids = new long[INITIAL_CAPACITY];
    private long[] indexes = new long[INITIAL_CAPACITY];
    private int[] categoryIndexes = new int[INITIAL_CAPACITY];
    private int[] nameIndexes = new int[INITIAL_CAPACITY];
    private int count;
    private int oldest;
    private boolean keepingAll;

    void add(TraceEvent event) {
        add(event.tsNanos(), event.pid(), event.tid(), event.index(), event.categoryIndex(), event.nameIndex());
    }

    /**
     * Adds the begins and ends of calls.
     *
     * @param pid process of all records
     */
    void addAll(CallRecords records, long pid) {
        for (int i = 0; i < records.size(); i++) {
            long index = records.firstIndex() + i;
            add(records.tsNanos(i), pid, records.tid(), index, records.categoryIndex(), records.nameIndex(i));
        }
    }

    private void add(long nanos, long pid, long tid, long index, int categoryIndex, int nameIndex) {
        int i = nextRow();
        tsNanos[i] = nanos;
        pids[i] = pid;
        tids[i] = tid;
        indexes[i] = index;
        categoryIndexes[i] = categoryIndex;
        nameIndexes[i] = nameIndex;
    }

    /** Returns the row of the next event, which replaces the oldest if only few are kept. */
    private int nextRow() {
        int i = count;
        if (i == tsNanos.length) {
            if (keepingAll || i < FEW) {
                grow();
            } else {
                i = oldest;
                oldest = (oldest + 1) & (FEW - 1);
                count--;
            }
        }
        count++;
        return i;
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

    /** Keeps all events from now on. */
    void keepAll() {
        if (keepingAll) {
            return;
        }
        keepingAll = true;
        if (oldest == 0) {
            return;
        }
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
