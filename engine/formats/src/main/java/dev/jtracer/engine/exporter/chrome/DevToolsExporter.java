// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.chrome.write.ChromeTraceWriter;
import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.TraceExporter;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * An exporter of begins and ends in the only form that DevTools shows, as user timings on a custom track for each
 * thread. DevTools takes quadratic time to sort them, so only the {@value #MOST_CALLS} longest calls are written.
 */
public final class DevToolsExporter {
    private static final long MICROSECOND = 1000;
    private static final long NO_DURATION = -1;

    /** With more calls, DevTools takes longer than a few seconds. */
    public static final int MOST_CALLS = 20_000;

    private static final byte[] BEGIN = EventLines.start('b');
    private static final byte[] END = EventLines.start('e');
    private static final byte[] UNFLAGGED_END = JsonText.bytes("\",\"args\":{}}");

    private final ExportedTrace trace;
    private final EventLines lines;
    private final CallSelection longest;
    private final boolean hasOneProcess;
    /** Names of tracks, and how many threads have each. DevTools draws the calls of one name on one track. */
    private final Map<String, Long> threadsByName;

    /** Exports a trace, as {@link TraceExporter#export} says. */
    public static ExportReport export(TraceSource source, TraceOutputs outputs, TraceLimits limits, NameForm form)
            throws IOException {
        ExportedTrace trace = ExportedTrace.read(source, ExportedTrace.handlers(), limits);
        long start = trace.startNanos();
        // DevTools ignores events at time 0.
        long shiftNanos = trace.shiftNanos() == 0 && start > 0 ? 0 : start - MICROSECOND;
        UnaryOperator<String> shown = trace.names(form);
        StringTable table = trace.trees().names();
        ByIndex<byte[]> names = new ByIndex<>(name -> JsonText.escaped(shown.apply(table.get(name))));
        try (EventLines lines = new EventLines(outputs.open(1), names, shiftNanos)) {
            new DevToolsExporter(trace, lines).run();
        }
        trace.losePoints();
        return trace.report(shiftNanos);
    }

    private DevToolsExporter(ExportedTrace trace, EventLines lines) {
        this.trace = trace;
        this.lines = lines;
        this.longest = new CallSelection(trace, MOST_CALLS);
        this.hasOneProcess =
                trace.rows().stream().mapToLong(ThreadRow::pid).distinct().count() == 1;
        this.threadsByName =
                trace.rows().stream().collect(Collectors.groupingBy(ThreadRow::name, Collectors.counting()));
    }

    private void run() throws IOException {
        writeStart();
        lines.writeNames(trace);
        for (ThreadRow row : trace.rows()) {
            writeCalls(row);
        }
        // DevTools derives the bounds of the time line from phases other than b and e.
        writeBound("jtracer end", trace.endNanos(), Map.of());
    }

    private void writeStart() throws IOException {
        Map<String, Object> frame = new LinkedHashMap<>();
        frame.put("frame", "jtracer");
        frame.put("url", "about:blank");
        frame.put("name", "");
        frame.put("processId", pid());
        writeBound(
                "TracingStartedInBrowser",
                trace.startNanos(),
                Map.of("data", Map.of("frameTreeNodeId", 1, "frames", List.of(frame))));
    }

    private void writeBound(String name, long tsNanos, Map<String, ?> args) throws IOException {
        Map<String, Object> fields = ChromeTraceWriter.place(pid(), 0, "disabled-by-default-devtools.timeline", name);
        fields.put("s", "t");
        fields.put("args", args);
        lines.event('I', tsNanos, fields);
    }

    private long pid() {
        return trace.rows().isEmpty() ? 0 : trace.rows().get(0).pid();
    }

    private void writeCalls(ThreadRow row) throws IOException {
        byte[] fields = fields(row);
        byte[] beginEnding = beginEnding(row);
        int written = 0;
        CallCursor calls = trace.calls(row, CallCursor.Times.NESTED);
        for (CallCursor.Step step = calls.next(); step != CallCursor.Step.DONE; step = calls.next()) {
            int name = trace.trees().nameIndex(calls.call());
            if (step == CallCursor.Step.BEGIN) {
                if (longest.take(calls.endNanos() - calls.startNanos())) {
                    written++;
                    lines.call(BEGIN, calls.startNanos(), NO_DURATION, fields, name, beginEnding);
                    trace.counts().addCall(trace.trees().flags(calls.call()));
                } else {
                    trace.counts().lose(ExportLoss.TOO_MANY);
                }
            } else if (calls.level() < written) { // a written call is inside written calls
                written--;
                lines.call(END, calls.endNanos(), NO_DURATION, fields, name, endEnding(calls.call()));
            }
        }
    }

    /* DevTools pairs by category, id and name, without the process: rows are numbered through all of them. */
    private static byte[] fields(ThreadRow row) {
        return JsonText.bytes(",\"pid\":" + row.pid() + ",\"tid\":" + row.tid()
                + ",\"cat\":\"blink.user_timing\",\"id2\":{\"local\":\"0x" + Integer.toHexString(row.index() + 1)
                + "\"},\"name\":\"");
    }

    private byte[] beginEnding(ThreadRow row) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("dataType", "track-entry");
        boolean isUnique = threadsByName.getOrDefault(row.name(), 0L) == 1;
        entry.put("track", isUnique ? row.name() : row.name() + " (" + row.tid() + ")");
        // Groups are closed at first: a single process's would hide all of its threads.
        if (row.isVirtual()) {
            entry.put(
                    "trackGroup",
                    hasOneProcess
                            ? TraceWords.VIRTUAL_THREADS
                            : processName(row.pid()) + ": " + TraceWords.VIRTUAL_THREADS);
        } else if (!hasOneProcess) {
            entry.put("trackGroup", processName(row.pid()));
        }
        String detail = JsonText.json(Map.of("devtools", entry));
        return JsonText.ending(Map.of("detail", detail));
    }

    private String processName(long pid) {
        Meta.ProcessInfo process = trace.meta().process(pid);
        if (process.name().isEmpty()) {
            return "process " + pid;
        }
        boolean isUnique = trace.meta().processes().values().stream()
                        .filter(other -> other.name().equals(process.name()))
                        .count()
                == 1;
        return isUnique ? process.name() : process.name() + " (" + pid + ")";
    }

    private byte[] endEnding(int call) {
        int flags = trace.trees().flags(call);
        return SpanWords.arguments(flags).isEmpty() ? UNFLAGGED_END : EventLines.ending(flags);
    }

    /**
     * A choice of the longest calls of a trace. A call is selected only if the calls around it are, because none of
     * these is shorter. Among calls of equal length, the earlier are selected.
     */
    private static final class CallSelection {
        private final long shortestNanos;
        private long leftOfShortest;

        /** Chooses among the calls within the trace's limits. */
        CallSelection(ExportedTrace trace, int most) {
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
            shortestNanos = longest.size() < most ? Long.MIN_VALUE : longest.element();
            leftOfShortest =
                    longest.stream().filter(nanos -> nanos == shortestNanos).count();
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
}
