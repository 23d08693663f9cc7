// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import java.util.HashMap;
import java.util.Map;

/** Count of the arrows of callbacks, from pass to run, that have only one end in a window. */
final class CutArrows {
    /** The window of what is in none. */
    static final int OUTSIDE = -1;
    /* With more callbacks than these the count is a lower bound. A pass takes up to 48 bytes, a run 100. */
    private static final int MOST_PASSES = 1 << 18;
    private static final int MOST_RUNS = 1 << 16;
    private static final int STARTS = SpanFlags.PASS | SpanFlags.FLOW_OUT;
    private static final int ENDS = SpanFlags.CALLBACK | SpanFlags.FLOW_IN;

    /** By the number of the pass; 0 for {@link #OUTSIDE}, 1 for the first window, and so on. */
    private final LongIntTable windowOfPass = new LongIntTable();
    /* Sources deliver threads one after the other, for some time each, so a run may come before its pass. */
    private final Map<Run, Long> runsWithoutPass = new HashMap<>();
    private boolean complete = true;
    private long cut;

    private record Run(long number, int window) {}

    /** Takes note of a begin in a window, or of one outside of all. */
    void take(TraceEvent event, int window) {
        int flags = event.flags();
        long number = event.bindId();
        if ((flags & (STARTS | ENDS)) == 0 || (flags & SpanFlags.AMBIGUOUS) != 0 || number == 0) {
            return; // an ambiguous run has no arrow
        }
        if ((flags & STARTS) != 0) {
            pass(number, window);
        } else {
            run(number, window);
        }
    }

    private void pass(long number, int window) {
        if (windowOfPass.get(number) != LongIntTable.ABSENT) {
            return;
        }
        if (windowOfPass.size() < MOST_PASSES) {
            windowOfPass.put(number, window + 1);
        } else {
            complete = false;
        }
    }

    private void run(long number, int window) {
        if (windowOfPass.get(number) != LongIntTable.ABSENT) {
            cut += isCut(number, window) ? 1 : 0;
        } else if (runsWithoutPass.size() < MOST_RUNS) {
            runsWithoutPass.merge(new Run(number, window), 1L, Long::sum);
        } else {
            complete = false;
        }
    }

    private boolean isCut(long number, int runWindow) {
        int pass = windowOfPass.get(number);
        return pass != LongIntTable.ABSENT && pass != runWindow + 1;
    }

    /** Counts the runs that came before their pass, when all events have been read. */
    void finish() {
        runsWithoutPass.forEach((run, count) -> {
            cut += isCut(run.number, run.window) ? count : 0;
        });
        runsWithoutPass.clear();
    }

    /** Returns how many arrows have one end in a window and the other one outside of it. */
    long count() {
        return cut;
    }

    /** Returns whether all arrows are counted. */
    boolean isComplete() {
        return complete;
    }
}
