// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.chrome.write.TraceLimits;
import dev.jtracer.engine.chrome.write.TraceOutputs;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadNumbers;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.model.ParsedTrace;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the calls that were collected from a trace in the layout of the {@code chrome} format. */
final class CollectedCalls {
    private static final int CUT_AT_END = SpanFlags.UNFINISHED | SpanFlags.CONTINUED;

    private CollectedCalls() {}

    static ExportReport export(ParsedTrace parsed, ImportReport input, TraceOutputs outputs, TraceLimits limits)
            throws IOException {
        ExportedTrace trace = ExportedTrace.of(parsed, limits);
        try (ChromeRows rows =
                new ChromeRows(outputs, limits, trace.trees().names(), trace.meta(), trace.shiftNanos())) {
            writeAll(trace, rows);
            rows.finish(trace.endNanos());
            return rows.report(trace.counts(), trace.pairing(), input);
        }
    }

    /** Writes the calls of a trace, and between the calls of a thread its other events. */
    static void writeAll(ExportedTrace trace, ChromeRows rows) throws IOException {
        Map<ThreadNumbers, Deque<TraceEvent>> points = new LinkedHashMap<>();
        for (TraceEvent event : trace.points().events()) {
            ThreadNumbers thread = new ThreadNumbers(event.pid(), event.tid());
            points.computeIfAbsent(thread, key -> new ArrayDeque<>()).add(event);
        }
        for (ThreadRow row : trace.rows()) {
            ThreadNumbers thread =
                    new ThreadNumbers(row.calls().pid(), row.calls().tid());
            Deque<TraceEvent> ofThread = points.getOrDefault(thread, new ArrayDeque<>());
            writeRow(trace, row, ofThread, rows);
        }
        for (Deque<TraceEvent> left : points.values()) {
            for (TraceEvent event : left) {
                rows.point(event);
            }
        }
    }

    /** Writes the calls of a thread. The writer limits the depth. */
    private static void writeRow(ExportedTrace trace, ThreadRow row, Deque<TraceEvent> points, ChromeRows rows)
            throws IOException {
        int out = rows.add(row.pid(), row.tid(), row.name());
        CallCursor calls = trace.callsOfAnyDepth(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            int call = calls.call();
            int name = trace.trees().nameIndex(call);
            int flags = trace.trees().flags(call);
            long passing = trace.points().passing(trace.trees().beginIndex(call));
            if (step == CallCursor.Step.BEGIN) {
                writePoints(points, calls.startNanos(), out, rows);
                long firstPassing = trace.points().firstPassing(trace.trees().beginIndex(call));
                rows.enter(out, name, calls.startNanos(), ofBegin(flags), passing, firstPassing);
            } else {
                writePoints(points, calls.endNanos(), out, rows);
                if (!ChromeRows.isPassing(flags, passing)) {
                    rows.exit(out, name, calls.endNanos(), ofEnd(flags));
                }
            }
        }
    }

    /** Returns the flags of a call that hold for its begin: {@code CONTINUED} only if the call began earlier. */
    private static int ofBegin(int flags) {
        boolean resumed = (flags & SpanFlags.RESUMED) != 0 || (flags & CUT_AT_END) == SpanFlags.CONTINUED;
        return resumed ? flags | SpanFlags.CONTINUED : flags & ~SpanFlags.CONTINUED;
    }

    /** Returns the flags of a call that hold for its end: {@code CONTINUED} only if the call went on. */
    private static int ofEnd(int flags) {
        return (flags & CUT_AT_END) == CUT_AT_END ? flags : flags & ~SpanFlags.CONTINUED;
    }

    private static void writePoints(Deque<TraceEvent> points, long beforeNanos, int row, ChromeRows rows)
            throws IOException {
        for (TraceEvent next = points.peek(); next != null && next.tsNanos() < beforeNanos; next = points.peek()) {
            points.remove();
            if (next.phase() == Phase.ASYNC_INSTANT) {
                rows.instant(row, next);
            } else {
                rows.point(next);
            }
        }
    }
}
