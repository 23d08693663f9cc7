// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.pairing.CallRecords;

/**
 * Begins and ends of calls without further data, in runs: those of one run are on one thread and follow each other in
 * the trace. Reused; not safe for use by several threads.
 *
 * <pre>
 *   events of the trace:  b e b [metadata] e e b | b b      | another track
 *   runs:                 0---0            1---1   2-2
 * </pre>
 */
final class CallRuns {
    private static final int CALLS = 2048;
    /** Limit of runs. Threads that alternate have one for every few calls. */
    static final int MOST = CALLS / 4;

    private final int[] calls = new int[CALLS];
    private final long[] nanos = new long[CALLS];
    private int size;
    /* By run. */
    private final int[] starts = new int[MOST];
    private final int[] tracks = new int[MOST];
    private final long[] tids = new long[MOST];
    private final long[] firstIndexes = new long[MOST];
    private int runs;
    private long nextIndex;

    /** Returns whether an event continues the last run. */
    boolean continues(TraceEvent event) {
        int last = runs - 1;
        return last >= 0
                && event.index() == nextIndex
                && tracks[last] == event.track()
                && tids[last] == event.tid()
                && size - starts[last] < CallRecords.CAPACITY;
    }

    /** Begins a run with an event that is added next. */
    void begin(TraceEvent event) {
        starts[runs] = size;
        tracks[runs] = event.track();
        tids[runs] = event.tid();
        firstIndexes[runs] = event.index();
        runs++;
    }

    /** Adds an event to the last run. There must be room. */
    void add(TraceEvent event) {
        int kind = event.phase() == Phase.ASYNC_BEGIN ? CallRecords.BEGIN : CallRecords.END;
        calls[size] = CallRecords.call(kind, event.nameIndex());
        nanos[size] = event.tsNanos();
        size++;
        nextIndex = event.index() + 1;
    }

    /** Returns whether there may be no room for the next event. */
    boolean isFull() {
        return size == CALLS || runs == MOST;
    }

    /** Returns the number of runs. */
    int size() {
        return runs;
    }

    /** Replaces the content of {@code records} by a run. */
    void copyTo(CallRecords records, int run, int category) {
        int start = starts[run];
        int end = run + 1 < runs ? starts[run + 1] : size;
        records.clear();
        records.track(tracks[run]);
        records.origin(category, firstIndexes[run]);
        records.addAll(calls, nanos, start, end - start);
    }

    void clear() {
        size = 0;
        runs = 0;
    }
}
