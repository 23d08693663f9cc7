// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The calls of all threads in the order of their begins; of calls with the same begin the longest first. Holds a cursor for
 * each thread that is alive at the time only.
 */
final class CallsByTime {
    private static final Comparator<RowCalls> BY_TIME = Comparator.<RowCalls>comparingLong(
                    calls -> calls.cursor.startNanos())
            .thenComparingLong(calls -> calls.cursor.startNanos() - calls.cursor.endNanos())
            .thenComparingInt(calls -> calls.row.index());

    private final ExportedTrace trace;
    private final List<ThreadRow> waiting;
    private int nextWaiting;
    private final PriorityQueue<RowCalls> alive = new PriorityQueue<>(BY_TIME);

    CallsByTime(ExportedTrace trace) {
        this.trace = trace;
        this.waiting = new ArrayList<>(trace.rows());
        waiting.sort(Comparator.comparingLong(this::firstNanos));
    }

    /** Returns the row whose cursor is at the next call; null after the last. */
    @Nullable
    RowCalls next(@Nullable RowCalls last) {
        // Threads work in bursts: most calls follow one of the same thread, which then never enters the queue.
        RowCalls next = last != null && last.cursor.nextBegin() ? last : alive.poll();
        while (nextWaiting < waiting.size() && (next == null || firstNanos(waiting.get(nextWaiting)) <= nanos(next))) {
            ThreadRow row = waiting.get(nextWaiting++);
            RowCalls calls = new RowCalls(row, trace.calls(row, CallCursor.Times.AS_THEY_ARE));
            if (calls.cursor.nextBegin()) {
                alive.add(calls);
            }
            next = next == null ? alive.poll() : next;
        }
        RowCalls earliest = alive.peek();
        if (next != null && earliest != null && BY_TIME.compare(earliest, next) < 0) {
            alive.poll();
            alive.add(next);
            return earliest;
        }
        return next;
    }

    private static long nanos(RowCalls calls) {
        return calls.cursor.startNanos();
    }

    private long firstNanos(ThreadRow row) {
        return trace.trees().startNanos(row.calls().firstRoot());
    }

    /** A thread and the position in it. */
    static final class RowCalls {
        final ThreadRow row;
        final CallCursor cursor;

        RowCalls(ThreadRow row, CallCursor cursor) {
            this.row = row;
            this.cursor = cursor;
        }
    }
}
