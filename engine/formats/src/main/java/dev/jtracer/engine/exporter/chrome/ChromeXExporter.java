// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * An exporter to Chrome's format with complete events, the only layout that DevTools, Perfetto, catapult, speedscope
 * and Firefox Profiler all show. Arrows are {@code s} and {@code f} events at the begins of the calls they join, of
 * the calls' own category: DevTools binds by time and category.
 *
 * <p>Complete events define nesting by times alone. So a call without length at the very end of the call around it is
 * written half a nanosecond earlier; where it follows another there, or precedes the next, it may be shown beside or
 * inside of its neighbour.
 */
public final class ChromeXExporter {
    private static final byte[] COMPLETE = EventLines.start('X');

    private final ExportedTrace trace;
    private final EventLines lines;
    private final RowFields[] fieldsByRow;

    /** Exports a trace, as {@link TraceExporter#export} says. */
    public static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        ExportedTrace trace = ExportedTrace.read(source, ExportedTrace.handlersWithArguments(), limits);
        ByIndex<byte[]> names =
                new ByIndex<>(name -> JsonText.escaped(trace.trees().names().get(name)));
        try (EventLines lines = new EventLines(outputs.open(1), names, trace.shiftNanos())) {
            new ChromeXExporter(trace, lines).run();
        }
        return trace.report(trace.shiftNanos());
    }

    private ChromeXExporter(ExportedTrace trace, EventLines lines) {
        this.trace = trace;
        this.lines = lines;
        this.fieldsByRow = trace.rows().stream()
                .map(row -> new RowFields(row, trace.trees()))
                .toArray(RowFields[]::new);
    }

    private void run() throws IOException {
        lines.writeNames(trace);
        ChromePoints points = new ChromePoints(trace, lines);
        CallsByTime calls = new CallsByTime(trace);
        for (CallsByTime.RowCalls at = calls.next(null); at != null; at = calls.next(at)) {
            CallCursor cursor = at.cursor;
            points.writeBefore(cursor.startNanos());
            long start = cursor.startNanos();
            byte[] fields = fieldsByRow[at.row.index()].of(cursor.call());
            int name = trace.trees().nameIndex(cursor.call());
            byte[] ending = EventLines.ending(
                    trace.trees().flags(cursor.call()),
                    trace.args(cursor.call()),
                    trace.trees().names().kind(name));
            if (at.isAtEnd) {
                lines.callJustBefore(COMPLETE, start, fields, name, ending);
            } else {
                lines.call(COMPLETE, start, cursor.endNanos() - start, fields, name, ending);
            }
            trace.counts().addCall(trace.trees().flags(cursor.call()));
        }
        points.writeBefore(Long.MAX_VALUE);
    }

    /** The bytes between the times and the name of a row's calls. Usually they have the same category. */
    private static final class RowFields {
        private final ThreadRow row;
        private final CallTrees trees;
        private byte[] fields = {};
        private int categoryIndex = -1;

        RowFields(ThreadRow row, CallTrees trees) {
            this.row = row;
            this.trees = trees;
        }

        byte[] of(int call) {
            if (trees.categoryIndex(call) != categoryIndex) {
                categoryIndex = trees.categoryIndex(call);
                fields = JsonText.bytes(",\"pid\":" + row.pid() + ",\"tid\":" + row.tid() + ",\"cat\":"
                        + JsonText.json(ExportedTrace.category(trees, categoryIndex)) + ",\"name\":\"");
            }
            return fields;
        }
    }

    /**
     * The calls of all threads in the order of their begins; of calls with the same begin the longest first. Holds a
     * cursor for each thread that is alive at the time only.
     */
    private static final class CallsByTime {
        private static final long NONE = Long.MIN_VALUE;

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
            RowCalls next = last != null && last.nextBegin() ? last : alive.poll();
            while (nextWaiting < waiting.size()
                    && (next == null || firstNanos(waiting.get(nextWaiting)) <= next.cursor.startNanos())) {
                ThreadRow row = waiting.get(nextWaiting++);
                RowCalls calls = new RowCalls(row, trace.calls(row, CallCursor.Times.AS_THEY_ARE));
                if (calls.nextBegin()) {
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

        private long firstNanos(ThreadRow row) {
            return trace.trees().startNanos(row.calls().firstRoot());
        }

        static final class RowCalls {
            final ThreadRow row;
            final CallCursor cursor;
            /** The starts and ends of the latest calls, by level; of the levels within the call a time before all. */
            private long[] starts = new long[8];

            private long[] ends = new long[8];
            /**
             * Whether the call takes no time and is at the very end of the call around it, alone. By their times,
             * which are all that readers have, the outer call is over then.
             */
            private boolean isAtEnd;

            RowCalls(ThreadRow row, CallCursor cursor) {
                this.row = row;
                this.cursor = cursor;
                ends[0] = NONE;
            }

            /** Moves to the next begin of a call. Returns false after the last. */
            boolean nextBegin() {
                if (!cursor.nextBegin()) {
                    return false;
                }
                int level = cursor.level();
                if (level + 1 >= ends.length) {
                    starts = Arrays.copyOf(starts, ends.length * 2);
                    ends = Arrays.copyOf(ends, ends.length * 2);
                }
                long start = cursor.startNanos();
                isAtEnd = start == cursor.endNanos()
                        && level > 0
                        && start == ends[level - 1]
                        && start > starts[level - 1]
                        && start > ends[level];
                starts[level] = start;
                ends[level] = cursor.endNanos();
                ends[level + 1] = NONE;
                return true;
            }
        }
    }
}
