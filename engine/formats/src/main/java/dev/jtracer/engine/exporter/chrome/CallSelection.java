// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import java.util.PriorityQueue;

/**
 * A choice of the longest calls of a trace. A call is selected only if the calls around it are, because none of these
 * is shorter. Among calls of equal length, the earlier are selected.
 */
final class CallSelection {
    private final long shortestNanos;
    private long leftOfShortest;

    private CallSelection(long shortestNanos, long leftOfShortest) {
        this.shortestNanos = shortestNanos;
        this.leftOfShortest = leftOfShortest;
    }

    /** Chooses among the calls within the trace's limits. */
    static CallSelection of(ExportedTrace trace, int most) {
        PriorityQueue<Long> longest = new PriorityQueue<>();
        for (ThreadRow row : trace.rows()) {
            CallCursor calls = trace.uncounted(row, CallCursor.Times.NESTED);
            while (calls.nextBegin()) {
                longest.add(calls.endNanos() - calls.startNanos());
                if (longest.size() > most) {
                    longest.poll();
                }
            }
        }
        Long shortest = longest.peek();
        if (shortest == null || longest.size() < most) {
            return new CallSelection(Long.MIN_VALUE, 0);
        }
        long asShort = longest.stream().filter(shortest::equals).count();
        return new CallSelection(shortest, asShort);
    }

    /** Returns whether the next call is selected. Call it for every call, in the order of the rows. */
    boolean take(long durNanos) {
        if (durNanos != shortestNanos) {
            return durNanos > shortestNanos;
        }
        leftOfShortest--;
        return leftOfShortest >= 0;
    }
}
